#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// Lets an option take one value each time it is given. Otherwise CLI11 lets that of a list also take the
/// arguments that follow: the call in `bench-op --range N=1,2 mm NxN NxN`.
inline CLI::Option* oneAtATime(CLI::Option* option)
{
    return option->allow_extra_args(false);
}

/// The values of a list: "1,16" as "1" and "16". Throws UsageError, which quotes the option as it was given,
/// if one of them is empty. `separator`: a comma or a semicolon.
std::vector<std::string> listedValues(const std::string& list, const std::string& option,
                                      const std::string& given, char separator = ',');
/// Those of an option that may be given several times.
std::vector<std::string> listedValues(const std::vector<std::string>& lists, const std::string& option);

/// Throws UsageError for a value that is in the list twice.
void refuseRepeated(std::span<const std::string> values, const std::string& option);

/// Adds an option with a list of values, which are separated by commas and checked one by one; none is in the
/// list twice. CLI11's own delimiter drops empty values.
template<typename Value>
CLI::Option* addListOption(CLI::App& command, const std::string& name, std::vector<Value>& values,
                           const std::string& help, const CLI::Validator& check = {})
{
    const auto read = [&values, name, check](const std::vector<std::string>& lists) {
        values.clear();
        std::vector<std::string> texts;
        for (const std::string& text : listedValues(lists, name)) {
            if (const auto problem = check(text); !problem.empty())
                throw CLI::ValidationError(name, problem);
            if (!CLI::detail::lexical_cast(text, values.emplace_back()))
                throw CLI::ConversionError(text, name);
            texts.push_back(fmt::format("{}", values.back())); // the same for 1 and 01
        }
        refuseRepeated(texts, name);
    };
    return oneAtATime(command.add_option_function<std::vector<std::string>>(name, read, help));
}

/// Accepts numbers from `least` to `most`. CLI::Range accepts "nan", too.
CLI::Validator numberRange(double least, double most);

/// Accepts these names.
CLI::Validator oneOf(const std::vector<std::string>& names);

/// What is between the value and the names in the message of oneOf().
inline constexpr std::string_view notOneOf = " not one of ";

/// Throws UsageError for a file or folder that is to be written and called "-", which other programs take for
/// standard output. `output` may be empty.
void refuseDash(const std::string& option, const std::string& output);

} // namespace stepscope
