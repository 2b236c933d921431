#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace stepscope {

/// Letters and digits of ASCII, in any locale. Other bytes stay as they are.

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

inline char lowerCase(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return lowerCase(c); });
    return lower;
}

} // namespace stepscope
