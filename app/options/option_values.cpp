#include "app/options/option_values.h"

#include "core/base/error.h"
#include "core/base/text/parse_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stepscope {

std::vector<std::string> listedValues(const std::string& list, const std::string& option,
                                      const std::string& given, char separator)
{
    if (list.empty())
        throw UsageError(translated("{option} needs a value.", {{"option", option}}));
    std::vector<std::string> values;
    for (const auto part : splitText(list, separator)) {
        const auto value = trimmed(part);
        if (value.empty())
            throw UsageError(
                translated(separator == ';'
                               ? translatable("{option} is {value}; expected values between the semicolons.")
                               : translatable("{option} is {value}; expected values between the commas."),
                           {{"option", option}, {"value", given}}));
        values.emplace_back(value);
    }
    return values;
}

std::vector<std::string> listedValues(const std::vector<std::string>& lists, const std::string& option)
{
    std::vector<std::string> values;
    for (const std::string& list : lists) {
        const auto more = listedValues(list, option, list);
        values.insert(values.end(), more.begin(), more.end());
    }
    return values;
}

void refuseRepeated(std::span<const std::string> values, const std::string& option)
{
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (std::find(values.begin(), value, *value) != value)
            throw UsageError(
                translated("{option} names {value} twice.", {{"option", option}, {"value", *value}}));
    }
}

CLI::Validator numberRange(double least, double most)
{
    return {[least, most](const std::string& text) {
                const auto number = parseNumber<double>(text);
                const bool isInside = number && *number >= least && *number <= most;
                // As CLI11 says it: sentenceOf() makes a sentence of it.
                return isInside ? std::string()
                                : fmt::format("Value {} not in range {} to {}", text, least, most);
            },
            std::string()};
}

CLI::Validator oneOf(const std::vector<std::string>& names)
{
    return {[names](const std::string& text) {
                const bool isKnown = std::ranges::find(names, text) != names.end();
                // sentenceOf() makes a sentence of it.
                return isKnown ? std::string()
                               : fmt::format("Value {}{}{}", text, notOneOf, fmt::join(names, ", "));
            },
            std::string()};
}

void refuseDash(const std::string& option, const std::string& output)
{
    if (output == "-")
        throw UsageError(translated(
            "{option} is -, but this file or folder cannot be standard output; write ./- if that is "
            "the name.",
            {{"option", option}}));
}

} // namespace stepscope
