#include "core/report/charts/text_layout.h"

#include <algorithm>

namespace stepscope {

namespace {

/// Width of a character in units of the font's size, based on Inter, the widest common interface font.
double characterWidth(std::string_view character)
{
    const auto c = static_cast<unsigned char>(character.front());
    const auto isOneOf = [&](std::string_view set) { return set.find(char(c)) != std::string_view::npos; };
    if (c >= 0xe2)
        return character.size() == 3 && c == 0xe2 ? 0.7 : 1.05; // punctuation; beyond it, full-width scripts
    if (c >= 0x80)
        return 0.64;
    if (isOneOf("il.,:;|!' "))
        return 0.3;
    if (isOneOf("fjrtI()[]{}-/\"`"))
        return 0.4;
    if (isOneOf("mwMW%@"))
        return 0.9;
    if (c >= 'A' && c <= 'Z')
        return 0.72;
    return 0.62;
}

/// Bytes of the first character; an invalid byte counts as one.
size_t firstLength(std::string_view text)
{
    size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80)
        ++length;
    return length;
}

} // namespace

double textWidth(std::string_view text, double size, bool bold)
{
    double width = 0;
    while (!text.empty()) {
        const auto length = firstLength(text);
        width += characterWidth(text.substr(0, length));
        text.remove_prefix(length);
    }
    return width * size * (bold ? 1.06 : 1.0);
}

std::string elided(std::string_view text, double size, double width, bool bold)
{
    if (textWidth(text, size, bold) <= width)
        return std::string(text);
    const double room = width - textWidth("…", size, bold);
    size_t kept = 0;
    double used = 0;
    while (kept < text.size()) {
        const auto length = firstLength(text.substr(kept));
        used += textWidth(text.substr(kept, length), size, bold);
        if (used > room)
            break;
        kept += length;
    }
    while (kept > 0 && text[kept - 1] == ' ')
        --kept;
    return std::string(text.substr(0, kept)) + "…";
}

std::string elidedName(std::string_view name, double size, double width)
{
    if (textWidth(name, size) <= width)
        return std::string(name);
    constexpr double shareOfEnd = 0.3;
    size_t end = name.size();
    for (size_t start = end; start-- > 0;) {
        if ((static_cast<unsigned char>(name[start]) & 0xc0) == 0x80) // within a character
            continue;
        if (textWidth(name.substr(start), size) > shareOfEnd * width)
            break;
        end = start;
    }
    return elided(name, size, width - textWidth(name.substr(end), size)) + std::string(name.substr(end));
}

std::vector<std::string> wrapped(std::string_view text, double size, double width, size_t lines)
{
    std::vector<std::string> result;
    while (!text.empty()) {
        if (textWidth(text, size) <= width || result.size() + 1 == lines) {
            result.push_back(elided(text, size, width));
            break;
        }
        size_t end = 0;
        for (size_t blank = text.find(' '); blank != std::string_view::npos;
             blank = text.find(' ', blank + 1)) {
            if (textWidth(text.substr(0, blank), size) > width)
                break;
            end = blank;
        }
        if (end == 0) // no space at which to break
            end = std::min(text.find(' '), text.size());
        result.push_back(elided(text.substr(0, end), size, width));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

} // namespace stepscope
