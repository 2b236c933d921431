#include "app/command.h"
#include "app/options/help_examples.h"
#include "app/options/help_formatter.h"
#include "app/options/usage_errors.h"
#include "app/terminal.h"
#include "core/base/allocator.h"
#include "core/base/interruption.h"
#include "core/base/processes/own_variables.h"
#include "core/base/processes/process_end.h"
#include "core/base/processes/program_search.h"
#include "core/base/text/visible_text.h"
#include "core/engine/engine_loader.h"
#include "core/language/translation.h"
#include "core/run/event_memory.h"
#include "core/sweep/point_process.h"
#include "core/training/forward_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace stepscope {

namespace {

constexpr auto eventMemoryOption = "--event-memory";
constexpr std::string_view versionFlag = "--version";

/// This option of the program may also follow the command.
void moveEventMemoryToFront(std::vector<std::string>& arguments)
{
    const auto isOption = [](const std::string& argument) {
        return argument == eventMemoryOption || argument.starts_with(std::string(eventMemoryOption) + "=");
    };
    const auto end = std::ranges::find(arguments, "--");
    const auto option = std::find_if(arguments.begin(), end, isOption);
    if (option == end)
        return;
    if (std::find_if(option + 1, end, isOption) != end)
        throw UsageError(givenTwiceText(eventMemoryOption));
    const bool isApart = *option == eventMemoryOption;
    if (isApart && option + 1 == end)
        throw UsageError(needsValueText(eventMemoryOption));
    std::rotate(arguments.begin(), option, option + (isApart ? 2 : 1));
}

/// `stepscope --headless …` is `stepscope run …`.
std::vector<std::string> readArguments(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (std::erase(arguments, "--headless") > 0 && (arguments.empty() || arguments.front() != "run"))
        arguments.insert(arguments.begin(), "run");
    moveEventMemoryToFront(arguments);
    return arguments;
}

/// Limits the memory for the events of a run. A command reads a run file's events piece by piece and so needs
/// less than a window, whose views show them all. A run without a file has its events only in memory.
void limitEventMemory(std::optional<int64_t> megabytes, bool isWindow)
{
    constexpr int64_t bytesPerMegabyte = 1'000'000;
    constexpr int64_t commandShare = 16;
    if (megabytes)
        setEventMemoryLimit(*megabytes * bytesPerMegabyte);
    else if (!isWindow)
        setEventMemoryLimit(eventMemoryLimit() / commandShare, eventMemoryLimit());
}

/// Text in the language of the user's locale. Numbers stay as they are in English.
void useLanguageOfLocale()
{
    std::setlocale(LC_MESSAGES, "");
    std::error_code error; // without /proc, text is in English
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return;
    const auto folder = program.parent_path();
    const auto inBuildTree = folder / "share/locale";
    useTranslations(std::filesystem::is_directory(inBuildTree, error)
                        ? inBuildTree
                        : folder.parent_path() / "share/locale");
}

/// Later releases of Qt paint large areas on a private thread pool, and wait forever for a thread that could
/// not be started for lack of memory. Without the pool, they paint on the calling thread. Call it before
/// there are other threads.
void paintWithoutPool()
{
    setOwnVariableByDefault("QT_NO_GUI_THREADPOOL", "1");
}

/// The innermost given command, such as `data fetch`, or the program itself.
CLI::App& givenCommand(CLI::App& app)
{
    const auto given = app.get_subcommands();
    return given.empty() ? app : givenCommand(*given.front());
}

void describe(CLI::App& program)
{
    program.formatter(std::make_shared<HelpFormatter>());
    program.group(translated("Subcommands")); // the commands' group, too
    program.option_defaults()->group(translated("Options"));
    program.set_help_flag("-h,--help", translated("Print this help"));
    program.set_version_flag(std::string(versionFlag), "stepscope " STEPSCOPE_VERSION,
                             translated("Print the version"));
    const auto example = [](const char* command, const std::string& what) {
        return fmt::format("{:<30}  {}", command, what);
    };
    program.footer(helpExamples({example("stepscope", translated("open the window")),
                                 example("stepscope run --out report",
                                         translated("train MNIST's ConvNet, profile it and write a report")),
                                 example("stepscope runs", translated("list the runs in the library")),
                                 example("stepscope data fetch mnist", translated("fetch the images")),
                                 example("stepscope self-test", translated("check the installation"))},
                                translated("`stepscope COMMAND --help` explains a command. `stepscope "
                                           "--headless …` is `stepscope run …`.")));
}

/// The first argument that is not an option of the program, which names the command; "open" without any.
std::string commandName(const std::vector<std::string>& arguments)
{
    const bool hasOption = !arguments.empty() && arguments.front().starts_with(eventMemoryOption);
    const size_t at = !hasOption ? 0 : arguments.front() == eventMemoryOption ? 2 : 1;
    return at < arguments.size() ? arguments[at] : "open";
}

/// The command of this name with its options, and none for the version; all commands, which help and
/// corrections list, if there is none of this name. The options of all commands would take 4 of the 9 ms of a
/// short command.
std::vector<Command> makeCommands(CLI::App& program, CLI::App& data, const std::string& name, char** argv)
{
    struct Maker
    {
        std::string_view name;
        std::function<Command()> make;
    };
    const auto of = [&](std::string_view maker, Command (*make)(CLI::App&), CLI::App& parent) {
        return Maker{maker, [make, &parent] { return make(parent); }};
    };
    const std::vector<Maker> makers = {
        of("run", makeRunCommand, program),
        {"open", [&] { return makeOpenCommand(program, argv); }},
        of("devices", makeDevicesCommand, program),
        of("data", makeDataFetchCommand, data),
        of("data", makeDataListCommand, data),
        of("self-test", makeSelfTestCommand, program),
        of("runs", makeRunsCommand, program),
        of("show", makeShowCommand, program),
        of("export", makeExportCommand, program),
        of(forwardPassCommandName, makeForwardPassCommand, program),
        of("compare", makeCompareCommand, program),
        of("sweep", makeSweepCommand, program),
        of(pointCommandName, makePointCommand, program),
        of("report", makeReportCommand, program),
        of("import", makeImportCommand, program),
        of("record", makeRecordCommand, program),
        of("bench-op", makeBenchOpCommand, program),
        of("ab", makeAbCommand, program),
        of("advise", makeAdviseCommand, program),
        of("memory", makeMemoryCommand, program),
    };
    const bool isNamed = name == versionFlag || std::ranges::find(makers, name, &Maker::name) != makers.end();
    std::vector<Command> commands;
    for (const auto& maker : makers) {
        if (!isNamed || maker.name == name)
            commands.push_back(maker.make());
    }
    return commands;
}

int runProgram(int argc, char** argv)
{
    CLI::App program(translated("Stepscope trains networks and shows what every step costs."), "stepscope");
    describe(program);
    std::optional<int64_t> eventMemory;
    program
        .add_option(eventMemoryOption, eventMemory,
                    translated("Memory for recorded events, in MB; the rest stays in the run file.\nDefault: "
                               "1/16 of the memory, 1/256 in commands with a run file"))
        ->option_text("MB")
        ->check(CLI::Range(int64_t(0), int64_t(1'000'000'000)));
    auto* data = program.add_subcommand("data", translated("Fetch and list data sets"));
    data->footer(helpExamples({"stepscope data list", "stepscope data fetch mnist"}));
    const auto arguments = readArguments(argc, argv);
    const auto commands = makeCommands(program, *data, commandName(arguments), argv);
    program.require_subcommand(0, 1);
    data->require_subcommand(0, 1);
    program.allow_extras();
    data->allow_extras();
    for (const auto& command : commands)
        command.app->allow_extras();

    refuseOptionsAsValues(program, arguments);
    try {
        program.parse(std::vector(arguments.rbegin(), arguments.rend())); // reversed, as CLI11 wants them
    } catch (const CLI::Success& help) {
        std::ostringstream text;
        const int exitCode = program.exit(help, text, text);
        printText(text.str());
        return exitCode;
    } catch (const CLI::ParseError& problem) {
        throw UsageError(sentenceOf(problem));
    }

    auto& given = givenCommand(program);
    auto left = program.remaining(true);
    std::erase(left, "--"); // CLI11 leaves it there, and does not parse what follows as options
    if (!left.empty())
        refuseArgument(given, left.front());
    if (&given == data)
        throw UsageError(translated(
            "Specify a command for data sets: `stepscope data list` or `stepscope data fetch mnist`."));
    const bool isWindow = &given == &program || given.get_name() == "open";
    limitEventMemory(eventMemory, isWindow);
    const auto isGiven = [&](const Command& command) {
        return isWindow ? command.app->get_name() == "open" : command.app == &given;
    };
    return std::ranges::find_if(commands, isGiven)->run();
}

int fail(const std::string& sentence, int exitCode)
{
    printError("stepscope: {}\n", visibleLine(sentence));
    return exitCode;
}

} // namespace

} // namespace stepscope

static int guardedMain(int argc, char** argv)
{
    using namespace stepscope;
    try {
        useLanguageOfLocale();
        const int exitCode = runProgram(argc, argv);
        flushOutput();
        return exitCode;
    } catch (const UsageError& problem) {
        return fail(problem.what(), exitWrongUse);
    } catch (const std::bad_alloc&) {
        return fail(translated("There is not enough memory."), exitFailed);
    } catch (const std::filesystem::filesystem_error& problem) {
        const auto& path = problem.path1(); // empty if the current folder has been removed
        const TextValues values = {{"path", path.string()}, {"reason", problem.code().message()}};
        return fail(path.empty() ? translated("Cannot access the current folder: {reason}.", values)
                                 : translated("Cannot access {path}: {reason}.", values),
                    exitFailed);
    } catch (const std::exception& problem) {
        return fail(problem.what(), exitFailed);
    }
}

int main(int argc, char** argv)
{
    using namespace stepscope;
    holdStandardStreams();
    keepAbsoluteSearchPath();
    setEngineVariables();
    paintWithoutPool();
    catchInterruptions();
    keepFreedMemory();
    const int exitCode = guardedMain(argc, argv);
    endProcess(exitCode);
    return exitCode;
}
