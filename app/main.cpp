#include "app/command.h"
#include "app/terminal.h"
#include "core/base/allocator.h"
#include "core/base/files/paths.h"
#include "core/base/interruption.h"
#include "core/base/processes/program_search.h"
#include "core/base/text/visible_text.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"
#include "core/run/event_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace stepscope {

namespace {

constexpr auto eventMemoryOption = "--event-memory";

/// `stepscope --headless …` is `stepscope run …`.
std::vector<std::string> readArguments(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (std::erase(arguments, "--headless") > 0 && (arguments.empty() || arguments.front() != "run"))
        arguments.insert(arguments.begin(), "run");
    // This option of the program may also follow the command.
    const auto end = std::ranges::find(arguments, "--");
    const auto option = std::find_if(arguments.begin(), end, [](const std::string& argument) {
        return argument == eventMemoryOption || argument.starts_with(std::string(eventMemoryOption) + "=");
    });
    if (option != end) {
        const bool hasValue = *option == eventMemoryOption && option + 1 != end;
        std::rotate(arguments.begin(), option, option + (hasValue ? 2 : 1));
    }
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
    useTranslations(programPath().parent_path().parent_path() / "share/locale");
}

/// The innermost given command, such as `data fetch`, or the program itself.
CLI::App& givenCommand(CLI::App& app)
{
    const auto given = app.get_subcommands();
    return given.empty() ? app : givenCommand(*given.front());
}

std::string didYouMean(const std::string& given, const std::vector<std::string>& names)
{
    const std::vector<std::string_view> views(names.begin(), names.end());
    const auto nearest = nearestName(given, views);
    return nearest.empty() ? "." : fmt::format("; did you mean {}?", nearest);
}

/// Throws an error about the first argument that no command accepted.
[[noreturn]] void refuse(const CLI::App& command, const std::string& argument, const std::string& path)
{
    std::vector<std::string> names;
    if (argument.starts_with("-")) {
        for (const auto* option : command.get_options()) {
            for (const auto& name : option->get_lnames())
                names.push_back("--" + name);
        }
        throw UsageError(fmt::format("`{}` has no option {}{}", path, argument, didYouMean(argument, names)));
    }
    for (const auto* known : command.get_subcommands({}))
        names.push_back(known->get_name());
    if (names.empty())
        throw UsageError(fmt::format("`{}` does not accept the argument {}.", path, argument));
    throw UsageError(
        fmt::format("There is no command `{} {}`{}", path, argument, didYouMean(argument, names)));
}

/// Writes the two names of a switch as "--profile, --no-profile".
class HelpFormatter final : public CLI::Formatter
{
public:
    std::string make_option_name(const CLI::Option* option, bool isPositional) const override
    {
        auto name = CLI::Formatter::make_option_name(option, isPositional);
        for (auto at = name.find("{false}"); at != std::string::npos; at = name.find("{false}"))
            name.erase(at, std::string("{false}").size());
        for (auto at = name.find(",-"); at != std::string::npos; at = name.find(",-"))
            name.insert(at + 1, " ");
        return name;
    }
};

std::string pathOf(const CLI::App& command)
{
    return command.get_parent() ? pathOf(*command.get_parent()) + " " + command.get_name()
                                : command.get_name();
}

/// CLI11's message, as a sentence.
std::string sentenceOf(const CLI::ParseError& problem)
{
    std::string text = problem.what();
    if (const auto colon = text.find(':'); colon != std::string::npos && text.ends_with(" missing"))
        return text.substr(0, colon) + " needs a value.";
    if (const auto end = text.find(" was given a disallowed flag override"); end != std::string::npos)
        return "--" + text.substr(0, end) + " takes no value.";
    if (const auto* excludes = dynamic_cast<const CLI::ExcludesError*>(&problem))
        text = std::string(excludes->what()) + ": only one of the two can be given";
    std::ranges::replace(text, '\n', ' ');
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    return text + ".";
}

void describe(CLI::App& program)
{
    program.formatter(std::make_shared<HelpFormatter>());
    program.get_formatter()->column_width(32);
    program.set_help_flag("-h,--help", "Print this help");
    program.set_version_flag("--version", "stepscope " STEPSCOPE_VERSION, "Print the version");
    program.footer(
        "Examples:\n"
        "  stepscope                       open the window\n"
        "  stepscope run --out report      train MNIST's ConvNet, profile it and write a report\n"
        "  stepscope runs                  list the runs in the library\n"
        "  stepscope data fetch mnist      fetch the images\n"
        "  stepscope self-test             check the installation\n"
        "\n"
        "`stepscope COMMAND --help` explains a command. `stepscope --headless …` is `stepscope run …`.");
}

int runProgram(int argc, char** argv)
{
    CLI::App program("Stepscope trains networks and shows what every step costs.", "stepscope");
    describe(program);
    std::optional<int64_t> eventMemory;
    program
        .add_option(eventMemoryOption, eventMemory,
                    "Memory for recorded events, in MB; the rest stays in the run file.\n"
                    "Default: 1/16 of the memory, 1/256 in commands with a run file")
        ->option_text("MB")
        ->check(CLI::Range(int64_t(0), int64_t(1'000'000'000)));
    auto* data = program.add_subcommand("data", "Fetch and list data sets");
    data->footer("Examples:\n  stepscope data list\n  stepscope data fetch mnist");
    const std::vector<Command> commands = {
        makeRunCommand(program),         makeOpenCommand(program, argv), makeDevicesCommand(program),
        makeDataFetchCommand(*data),     makeDataListCommand(*data),     makeSelfTestCommand(program),
        makeRunsCommand(program),        makeShowCommand(program),       makeExportCommand(program),
        makeForwardPassCommand(program), makeCompareCommand(program),    makeSweepCommand(program),
        makePointCommand(program),       makeReportCommand(program),     makeImportCommand(program),
        makeRecordCommand(program),
    };
    program.require_subcommand(0, 1);
    data->require_subcommand(0, 1);
    program.allow_extras();
    data->allow_extras();
    for (const auto& command : commands)
        command.app->allow_extras();

    auto arguments = readArguments(argc, argv);
    std::ranges::reverse(arguments); // as CLI11 wants them
    try {
        program.parse(arguments);
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
        refuse(given, left.front(), pathOf(given));
    if (&given == data)
        throw UsageError(
            "Name a command for data sets: `stepscope data list` or `stepscope data fetch mnist`.");
    const auto* name = &given == &program ? program.get_subcommand("open") : &given;
    limitEventMemory(eventMemory, name == program.get_subcommand("open"));
    return std::ranges::find(commands, name, &Command::app)->run();
}

int fail(const std::string& sentence, int exitCode)
{
    printError("stepscope: {}\n", visibleLine(sentence));
    return exitCode;
}

} // namespace

} // namespace stepscope

int main(int argc, char** argv)
{
    using namespace stepscope;
    holdStandardStreams();
    keepAbsoluteSearchPath();
    catchInterruptions();
    keepFreedMemory();
    try {
        useLanguageOfLocale();
        const int exitCode = runProgram(argc, argv);
        flushOutput();
        return exitCode;
    } catch (const UsageError& problem) {
        return fail(problem.what(), exitWrongUse);
    } catch (const std::bad_alloc&) {
        return fail("There is not enough memory.", exitFailed);
    } catch (const std::filesystem::filesystem_error& problem) {
        const auto& path = problem.path1(); // empty if the current folder has been removed
        return fail(fmt::format("Cannot access {}: {}.", path.empty() ? "the current folder" : path.string(),
                                problem.code().message()),
                    exitFailed);
    } catch (const std::exception& problem) {
        return fail(problem.what(), exitFailed);
    }
}
