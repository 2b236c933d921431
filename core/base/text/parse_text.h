#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace stepscope {

/// The number that the whole text is, in the format of std::from_chars; nothing for any other text.
template<typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

inline constexpr std::string_view blankCharacters = " \t\n\v\f\r";

/// Without blanks at both ends.
inline std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(blankCharacters);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blankCharacters) - first + 1);
}

/// The parts between the separators, one for an empty text.
inline std::vector<std::string_view> splitText(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

} // namespace stepscope
