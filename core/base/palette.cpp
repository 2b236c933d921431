#include "core/base/palette.h"

#include <algorithm>

namespace stepscope {

// Neutral grays with a slight cool tint. The series are Okabe and Ito's color-blind safe set
// (jfly.uni-koeln.de/color), with the lightness of each hue adjusted to a contrast of 3:1 against the
// surface.

const Palette& lightPalette()
{
    static constexpr Palette palette{
        .surface = "#ffffff",
        .raised = "#ebeef3",
        .border = "#d0d7df",
        .grid = "#e7ebf0",
        .text = "#1b2430",
        .mutedText = "#566373",
        .forward = "#0072b2",
        .backward = "#b5508a",
        .optimizer = "#008a64",
        .otherPass = "#75818f",
        .series = {"#0072b2", "#d05500", "#008a64", "#b5508a", "#a87400", "#3590c4", "#6a5acd", "#75818f"},
    };
    return palette;
}

const Palette& darkPalette()
{
    static constexpr Palette palette{
        .surface = "#1a1f26",
        .raised = "#262d37",
        .border = "#38424e",
        .grid = "#2a323c",
        .text = "#e3e8ee",
        .mutedText = "#9ba8b7",
        .forward = "#56b4f0",
        .backward = "#e08dbb",
        .optimizer = "#2fc08f",
        .otherPass = "#8b97a5",
        .series = {"#56b4f0", "#f79a4b", "#2fc08f", "#e08dbb", "#eed65a", "#8fd3f4", "#a79bf0", "#8b97a5"},
    };
    return palette;
}

int seriesNumber(std::string_view color)
{
    const auto& series = lightPalette().series;
    const auto found = std::ranges::find(series, color);
    return found == series.end() ? -1 : int(found - series.begin());
}

} // namespace stepscope
