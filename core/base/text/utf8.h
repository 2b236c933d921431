#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stepscope {

/// Length of the UTF-8 sequence at the start of `text`, which must not be empty; 0 when it is malformed (RFC
/// 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
inline size_t utf8SequenceLength(std::string_view text)
{
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    const auto first = byte(0);
    if (first < 0x80)
        return 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length)
        return 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    const auto second = byte(1);
    const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return bad ? 0 : length;
}

} // namespace stepscope
