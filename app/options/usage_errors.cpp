#include "app/options/usage_errors.h"

#include "app/options/option_values.h"
#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/nearest_name.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace stepscope {

namespace {

constexpr std::string_view experimentArgument = "experiment"; ///< the argument FILE of several commands
constexpr std::string_view valueMissingBefore = "value missing before ";

std::string nearestOf(const std::string& given, const std::vector<std::string>& names)
{
    return std::string(nearestName(given, std::vector<std::string_view>(names.begin(), names.end())));
}

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
    return given ? translated("{option} is {value}, which is not a valid value.",
                              {{"option", given->first}, {"value", given->second}})
                 : std::string();
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

} // namespace

std::string needsValueText(const std::string& option)
{
    return translated("{option} needs a value.", {{"option", option}});
}

std::string givenTwiceText(const std::string& option)
{
    return translated("{option} is given more than once.", {{"option", option}});
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
        return translated("{option} and {other} cannot be used together.",
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

void refuseArgument(const CLI::App& command, const std::string& argument)
{
    const std::string path = pathOf(command);
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
    const TextValues values = {{"command", path + " " + argument}, {"nearest", nearest}, {"file", argument}};
    if (std::error_code unreadable; nearest.empty() && std::filesystem::exists(argument, unreadable))
        throw UsageError(
            translated("There is no command `{command}`; `stepscope open {file}` opens it.", values));
    throw UsageError(nearest.empty()
                         ? translated("There is no command `{command}`.", values)
                         : translated("There is no command `{command}`; did you mean {nearest}?", values));
}

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

} // namespace stepscope
