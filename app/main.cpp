#include "app/command.h"
#include "app/help_examples.h"
#include "app/option_values.h"
#include "app/terminal.h"
#include "app/text_width.h"
#include "core/base/allocator.h"
#include "core/base/interruption.h"
#include "core/base/processes/process_end.h"
#include "core/base/processes/program_search.h"
#include "core/base/text/format.h"
#include "core/base/text/visible_text.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"
#include "core/run/event_memory.h"
#include "core/sweep/point_process.h"
#include "core/training/forward_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cstdlib>
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
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr auto eventMemoryOption = "--event-memory";
constexpr std::string_view experimentArgument = "experiment"; ///< the argument FILE of several commands
constexpr std::string_view versionFlag = "--version";
constexpr std::string_view valueMissingBefore = "value missing before ";

std::string needsValueText(const std::string& option)
{
    return translated("{option} needs a value.", {{"option", option}});
}

std::string givenTwiceText(const std::string& option)
{
    return translated("{option} is given more than once.", {{"option", option}});
}

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

/// The innermost given command, such as `data fetch`, or the program itself.
CLI::App& givenCommand(CLI::App& app)
{
    const auto given = app.get_subcommands();
    return given.empty() ? app : givenCommand(*given.front());
}

std::string nearestOf(const std::string& given, const std::vector<std::string>& names)
{
    return std::string(nearestName(given, std::vector<std::string_view>(names.begin(), names.end())));
}

/// Throws an error about the first argument that no command accepted.
[[noreturn]] void refuse(const CLI::App& command, const std::string& argument, const std::string& path)
{
    std::vector<std::string> names;
    if (argument.starts_with("-")) {
        for (const auto* option : command.get_options()) {
            for (const auto& name : option->get_lnames())
                names.push_back(name);
        }
        const auto dashes = std::min(argument.find_first_not_of('-'), argument.size());
        const auto nearest = nearestOf(argument.substr(dashes), names);
        const TextValues values = {{"command", path}, {"option", argument}, {"nearest", "--" + nearest}};
        throw UsageError(
            nearest.empty()
                ? translated("`{command}` has no option {option}.", values)
                : translated("`{command}` has no option {option}; did you mean {nearest}?", values));
    }
    for (const auto* known : command.get_subcommands({}))
        names.push_back(known->get_name());
    if (names.empty())
        throw UsageError(translated("`{command}` does not accept the argument {argument}.",
                                    {{"command", path}, {"argument", argument}}));
    const auto nearest = nearestOf(argument, names);
    const TextValues values = {{"command", path + " " + argument}, {"nearest", nearest}};
    throw UsageError(nearest.empty()
                         ? translated("There is no command `{command}`.", values)
                         : translated("There is no command `{command}`; did you mean {nearest}?", values));
}

/// Two columns, of which the second one wraps; the two names of a switch are "--profile, --no-profile".
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

    /// CLI11 pads by bytes, and only its later releases wrap.
    std::string make_option(const CLI::Option* option, bool isPositional) const override
    {
        constexpr size_t lineWidth = 100;
        const size_t column = get_column_width();
        const std::string indent(column, ' ');
        std::string text = "  " + make_option_name(option, isPositional) + make_option_opts(option);
        if (const size_t width = displayWidth(text); width < column)
            text += std::string(column - width, ' ');
        else
            text += "\n" + indent;
        for (const char c : wrappedToWidth(make_option_desc(option), lineWidth - column)) {
            text += c;
            if (c == '\n')
                text += indent;
        }
        return text + "\n";
    }
};

std::string pathOf(const CLI::App& command)
{
    return command.get_parent() ? pathOf(*command.get_parent()) + " " + command.get_name()
                                : command.get_name();
}

/// What is before and after the mark in a message of CLI11; nothing without the mark.
std::optional<std::pair<std::string, std::string>> splitAt(const std::string& text, std::string_view mark)
{
    const auto at = text.find(mark);
    if (at == std::string::npos)
        return std::nullopt;
    return std::pair(text.substr(0, at), text.substr(at + mark.size()));
}

/// "1,000,000" of CLI11's "1000000.000000".
std::string limitText(const std::string& limit)
{
    const double value = std::strtod(limit.c_str(), nullptr);
    const auto whole = int64_t(value);
    return double(whole) == value ? formatCount(whole) : fmt::format("{}", value);
}

/// "--threads: Value 5000 not in range 0 to 4096", of later releases of CLI11 "… [0 - 4096]", as a sentence;
/// empty for another message.
std::string rangeSentence(const std::string& message)
{
    const auto option = splitAt(message, ": Value ");
    const auto value = option ? splitAt(option->second, " not in range ") : std::nullopt;
    auto range = value ? splitAt(value->second, " to ") : std::nullopt;
    if (value && value->second.starts_with('[') && value->second.ends_with(']'))
        range = splitAt(value->second.substr(1, value->second.size() - 2), " - ");
    if (!range)
        return {};
    if (value->first.empty())
        return needsValueText(option->first);
    return translated("{option} is {value}, but must be {least} to {most}.",
                      {{"option", option->first},
                       {"value", value->first},
                       {"least", limitText(range->first)},
                       {"most", limitText(range->second)}});
}

/// "--dtype: Value float31 not one of float32, float64", of oneOf(), as a sentence; empty for another
/// message.
std::string choiceSentence(const std::string& message)
{
    const auto option = splitAt(message, ": Value ");
    const auto value = option ? splitAt(option->second, notOneOf) : std::nullopt;
    if (!value)
        return {};
    if (value->first.empty())
        return needsValueText(option->first);
    auto sentence =
        translated("{option} is {value}, but must be one of {choices}.",
                   {{"option", option->first}, {"value", value->first}, {"choices", value->second}});
    auto names = CLI::detail::split(value->second, ',');
    for (auto& name : names)
        CLI::detail::trim(name);
    if (const auto nearest = nearestOf(value->first, names); !nearest.empty())
        sentence += " " + translated("Did you mean {name}?", {{"name", nearest}});
    return sentence;
}

/// "Could not convert: --top = x" or "The value x is not an allowed value for --top", as a sentence; empty
/// for another message.
std::string conversionSentence(const std::string& message)
{
    std::optional<std::pair<std::string, std::string>> given; // the option and its value
    if (const auto after = splitAt(message, "Could not convert: "))
        given = splitAt(after->second, " = ");
    else if (const auto value = splitAt(message, " is not an allowed value for "))
        given = std::pair(
            value->second,
            splitAt(value->first, "The value ").value_or(std::pair(std::string(), value->first)).second);
    return given ? translated("{option} is {value}, which cannot be read.",
                              {{"option", given->first}, {"value", given->second}})
                 : std::string();
}

/// CLI11's message, as a sentence.
std::string sentenceOf(const CLI::ParseError& problem)
{
    std::string text = problem.what();
    if (const auto next = splitAt(text, ": " + std::string(valueMissingBefore)))
        return translated("{option} needs a value, but {next} follows; write {option}={next} if that is the "
                          "value.",
                          {{"option", next->first}, {"next", next->second}});
    if (const auto colon = text.find(':'); colon != std::string::npos && text.ends_with(" missing"))
        return needsValueText(text.substr(0, colon));
    const bool isNumber = dynamic_cast<const CLI::ArgumentMismatch*>(&problem); // of values
    if (const auto option = splitAt(text, ": At "); isNumber && option)
        return option->second.starts_with("Most") || option->second.starts_with("most")
                   ? givenTwiceText(option->first)
                   : needsValueText(option->first);
    if (const auto option = splitAt(text, " was given a disallowed flag override"))
        return translated("{option} takes no value.", {{"option", "--" + option->first}});
    const bool isExclusion = dynamic_cast<const CLI::ExcludesError*>(&problem);
    if (const auto both = splitAt(text, " excludes "); isExclusion && both) {
        // Of an argument and an option; CLI11 starts with either.
        for (const auto& [argument, option] :
             {std::pair(both->first, both->second), std::pair(both->second, both->first)}) {
            if (argument == experimentArgument)
                return translated("A file with an experiment cannot be given with {option}.",
                                  {{"option", option}});
        }
        return translated("{option} excludes {other}: only one of the two can be given.",
                          {{"option", both->first}, {"other", both->second}});
    }
    const bool isRequirement = dynamic_cast<const CLI::RequiresError*>(&problem);
    if (const auto both = splitAt(text, " requires "); isRequirement && both)
        return translated("{option} requires {other}.", {{"option", both->first}, {"other", both->second}});
    std::ranges::replace(text, '\n', ' ');
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    for (const auto& sentence : {rangeSentence(text), choiceSentence(text), conversionSentence(text)}) {
        if (!sentence.empty())
            return sentence;
    }
    return text + ".";
}

/// Whether an option is given with this value as one argument, "--title=--draft".
bool isGivenAsOne(const CLI::Option& option, const std::string& value,
                  const std::vector<std::string>& arguments)
{
    return std::ranges::any_of(option.get_lnames(), [&](const std::string& name) {
        return std::ranges::find(arguments, "--" + name + "=" + value) != arguments.end();
    });
}

/// Whether the option is that of a setting: an empty value, as of --weights, can replace that of a file.
bool isOfSetting(const CLI::Option& option)
{
    return std::ranges::any_of(option.get_lnames(),
                               [](const std::string& name) { return findNamedField(name) != nullptr; });
}

/// Whether the option names a file or folder to write. That of `stepscope export` may be standard output, so
/// the command checks it itself.
bool isOutput(const CLI::App& command, const CLI::Option& option)
{
    const bool isNamed = std::ranges::any_of(
        option.get_lnames(), [](const std::string& name) { return name == "out" || name == "csv"; });
    return isNamed && !(command.get_name() == "export" && option.check_lname("out"));
}

/// No option has the value "--", which separates the options from what follows them, nor an option that
/// follows it, and only one of a setting has an empty value. Switches have no value.
void refuseOptionsAsValues(CLI::App& command, const std::vector<std::string>& arguments)
{
    for (CLI::Option* option : command.get_options()) {
        if (option->get_positional())
            continue;
        if (option->get_expected_max() == 0) {
            option->disable_flag_override();
            continue;
        }
        const bool isFile = isOutput(command, *option);
        const auto check = [option, isFile, &arguments](const std::string& value) -> std::string {
            if (isFile)
                refuseDash("--" + option->get_lnames().front(), value);
            if (value == "--" || (value.empty() && !isOfSetting(*option)))
                return "value missing";
            return value.starts_with("--") && !isGivenAsOne(*option, value, arguments)
                       ? std::string(valueMissingBefore) + value
                       : std::string();
        };
        option->transform(CLI::Validator(check, std::string())); // before the option's own checks
    }
    for (CLI::App* inner : command.get_subcommands({}))
        refuseOptionsAsValues(*inner, arguments);
}

void describe(CLI::App& program)
{
    const auto formatter = std::make_shared<HelpFormatter>();
    formatter->column_width(32);
    formatter->label("Usage", translated("Usage"));
    formatter->label("Positionals", translated("Arguments"));
    formatter->label("Needs", translated("Requires"));
    formatter->label("Excludes", translated("Excludes"));
    program.formatter(formatter);
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
        refuse(given, left.front(), pathOf(given));
    if (&given == data)
        throw UsageError(translated(
            "Name a command for data sets: `stepscope data list` or `stepscope data fetch mnist`."));
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
    catchInterruptions();
    keepFreedMemory();
    const int exitCode = guardedMain(argc, argv);
    endProcess(exitCode);
    return exitCode;
}
