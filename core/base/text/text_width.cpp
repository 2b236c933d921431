#include "core/base/text/text_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace stepscope {

size_t displayWidth(std::string_view text)
{
    const size_t widest = 2 * text.size(); // no character takes more than two columns
    const size_t padded = fmt::formatted_size("{:{}}", text, widest);
    return widest - (padded - text.size());
}

std::string cutToWidth(std::string text, size_t columns)
{
    const auto isInsideCharacter = [&] { return (static_cast<uint8_t>(text.back()) & 0xc0) == 0x80; };
    while (displayWidth(text) > columns) {
        while (text.size() > 1 && isInsideCharacter())
            text.pop_back();
        text.pop_back();
    }
    return text;
}

std::string wrappedToWidth(std::string_view text, size_t columns)
{
    std::string lines;
    size_t lineWidth = 0;
    for (size_t start = 0; start < text.size();) {
        const size_t end = std::min(text.find_first_of(" \n", start), text.size());
        const auto word = text.substr(start, end - start);
        const size_t width = displayWidth(word);
        const bool isFirst = lines.empty() || lines.back() == '\n';
        const bool fits = !isFirst && lineWidth + 1 + width <= columns;
        if (!isFirst)
            lines += fits ? ' ' : '\n';
        lineWidth = fits ? lineWidth + 1 + width : width;
        lines += word;
        if (end < text.size() && text[end] == '\n')
            lines += '\n';
        start = end + 1;
    }
    return lines;
}

} // namespace stepscope
