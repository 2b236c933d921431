#include "core/graph/dot_text.h"

#include "core/base/text/utf8.h"
#include "core/base/text/visible_text.h"

#include <cstdint>

namespace stepscope {

namespace {

template<typename Escape>
std::string escaped(std::string_view text, Escape&& escape)
{
    std::string result;
    while (!text.empty()) {
        const auto length = utf8SequenceLength(text);
        if (length == 0)
            result += "\ufffd";
        else if (length > 1)
            for (const char c : visibleLine(text.substr(0, length)))
                escape(result, c);
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
