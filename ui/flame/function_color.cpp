#include "ui/flame/function_color.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::ui {

std::string_view moduleOf(std::string_view function)
{
    if (function.ends_with(')')) {
        const size_t begin = function.rfind(" (");
        const size_t colon = function.rfind(':');
        if (begin != std::string_view::npos && colon != std::string_view::npos && colon > begin)
            return function.substr(begin + 2, colon - begin - 2);
    }
    const auto name = function.substr(0, function.find_first_of("(<"));
    const size_t end = std::min(name.rfind("::"), name.rfind('.'));
    return end == std::string_view::npos || end == 0 ? function : function.substr(0, end);
}

QColor functionColor(std::string_view function, const ThemeColors& colors)
{
    uint32_t hash = 2166136261U; // FNV-1a
    for (const char c : moduleOf(function))
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return colors.series[qsizetype((hash >> 8) % uint32_t(colors.series.size()))];
}

} // namespace stepscope::ui
