#include "core/base/text/visible_text.h"

#include "core/base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace stepscope {

namespace {

enum class Breaks { Stay, StayWithReturns, AreWritten };

/// The code point of a well-formed sequence.
uint32_t codePoint(std::string_view sequence)
{
    constexpr std::array<uint32_t, 5> firstMasks = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = static_cast<uint8_t>(sequence[0]) & firstMasks[sequence.size()];
    for (const char c : sequence.substr(1))
        code = code << 6 | (static_cast<uint8_t>(c) & 0x3f);
    return code;
}

bool isControl(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/// Whether it changes the writing direction (Unicode's Bidi_Control).
bool changesDirection(uint32_t code)
{
    constexpr auto ranges = std::to_array<std::pair<uint32_t, uint32_t>>(
        {{0x061c, 0x061c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}});
    for (const auto& [first, last] : ranges) {
        if (code >= first && code <= last)
            return true;
    }
    return false;
}

/// Unicode's line and paragraph separators, which some terminals and editors obey.
bool isSeparator(uint32_t code)
{
    return code == 0x2028 || code == 0x2029;
}

bool isBreak(uint32_t code, Breaks breaks)
{
    return code == '\n' || code == '\t' || (code == '\r' && breaks == Breaks::StayWithReturns);
}

bool isPlain(std::string_view text, Breaks breaks)
{
    return std::ranges::all_of(text, [breaks](char c) {
        return isBreak(static_cast<uint8_t>(c), breaks)
                   ? breaks != Breaks::AreWritten
                   : static_cast<uint8_t>(c) >= 0x20 && static_cast<uint8_t>(c) < 0x7f;
    });
}

std::string visible(std::string_view text, Breaks breaks, fmt::format_string<uint32_t&> controlForm)
{
    if (isPlain(text, breaks))
        return std::string(text);
    std::string result;
    result.reserve(text.size() + 16);
    while (!text.empty()) {
        const size_t length = utf8SequenceLength(text);
        const auto sequence = text.substr(0, std::max<size_t>(length, 1));
        uint32_t code = length == 0 ? static_cast<uint8_t>(text[0]) : codePoint(sequence);
        if (isBreak(code, breaks)
                ? breaks != Breaks::AreWritten
                : length > 0 && !isControl(code) && !isSeparator(code) && !changesDirection(code))
            result += sequence;
        else if (code < 0x80 || length == 0)
            fmt::format_to(std::back_inserter(result), controlForm, code);
        else
            fmt::format_to(std::back_inserter(result), "\\u{:04x}", code);
        text.remove_prefix(sequence.size());
    }
    return result;
}

} // namespace

std::string visibleText(std::string_view text)
{
    return visible(text, Breaks::Stay, "\\x{:02x}");
}

std::string visibleCell(std::string_view text)
{
    return visible(text, Breaks::StayWithReturns, "\\x{:02x}");
}

std::string visibleLine(std::string_view text)
{
    return visible(text, Breaks::AreWritten, "\\x{:02x}");
}

std::string shortLine(std::string_view text, size_t longest)
{
    constexpr std::string_view dots = "...";
    constexpr size_t longestCharacter = 4;
    std::string line =
        visibleLine(text.substr(0, longest + longestCharacter)); // the rest would be cut off anyway
    if (line.size() <= longest)
        return line;
    size_t end = longest - std::min(longest, dots.size());
    while (end > 0 && (static_cast<uint8_t>(line[end]) & 0xc0) == 0x80) // inside a character
        --end;
    return line.substr(0, end).append(dots);
}

std::string visibleJson(std::string_view json)
{
    return visible(json, Breaks::Stay, "\\u{:04x}");
}

} // namespace stepscope
