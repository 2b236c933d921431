#include "core/graph/dot_text.h"

#include <cstdint>

namespace stepscope {

namespace {

/// Length of the UTF-8 sequence that `text` starts with, 0 when it is malformed (RFC 3629: no overlong forms,
/// no surrogates, nothing above U+10FFFF).
size_t sequenceLength(std::string_view text)
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

template<typename Escape>
std::string escaped(std::string_view text, Escape&& escape)
{
    std::string result;
    while (!text.empty()) {
        const auto length = sequenceLength(text);
        if (length == 0)
            result += "\ufffd";
        else if (length > 1)
            result += text.substr(0, length);
        else if (static_cast<uint8_t>(text[0]) < 0x20 || text[0] == 0x7f)
            result += ' ';
        else
            escape(result, text[0]);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

} // namespace

std::string dotQuoted(std::string_view text)
{
    return '"' +
           escaped(text,
                   [](std::string& result, char c) {
                       if (c == '"' || c == '\\')
                           result += '\\';
                       result += c;
                   }) +
           '"';
}

std::string dotHtml(std::string_view text)
{
    return escaped(text, [](std::string& result, char c) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\\':
            result += "\\\\";
            break;
        default:
            result += c;
        }
    });
}

} // namespace stepscope
