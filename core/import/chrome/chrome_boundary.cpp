#include "core/import/chrome/chrome_boundary.h"

#include "core/import/chrome/json_cursor.h"

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr auto eventKeys = std::to_array<std::string_view>(
    {"ph", "name", "cat", "pid", "tid", "ts", "dur", "args", "id", "s", "bp", "tts", "tdur", "cname"});

} // namespace

bool looksLikeEvent(std::string_view text, size_t brace)
{
    size_t before = brace;
    while (before > 0 && isJsonSpace(text[before - 1]))
        --before;
    if (before > 0 && text[before - 1] != ',' && text[before - 1] != '[')
        return false;
    size_t at = brace + 1;
    while (at < text.size() && isJsonSpace(text[at]))
        ++at;
    if (at >= text.size() || text[at] != '"')
        return false;
    const size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos)
        return false;
    const auto key = text.substr(at + 1, end - at - 1);
    at = end + 1;
    while (at < text.size() && isJsonSpace(text[at]))
        ++at;
    return at < text.size() && text[at] == ':' && std::ranges::find(eventKeys, key) != eventKeys.end();
}

size_t nextEventBrace(std::string_view text, size_t from)
{
    for (size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
        if (looksLikeEvent(text, at))
            return at;
    }
    return std::string_view::npos;
}

size_t lastEventBrace(std::string_view text)
{
    for (size_t at = text.rfind('{'); at != std::string_view::npos; at = text.rfind('{', at - 1)) {
        if (looksLikeEvent(text, at))
            return at;
        if (at == 0)
            break;
    }
    return std::string_view::npos;
}

} // namespace stepscope
