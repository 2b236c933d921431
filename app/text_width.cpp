#include "app/text_width.h"

#include <fmt/format.h>

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

} // namespace stepscope
