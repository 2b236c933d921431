#pragma once

#include <array>
#include <string_view>

namespace stepscope {

/// The colors of pictures, as "#rrggbb", in the window, in charts and in reports. Each color of the light
/// palette has its counterpart in the same field of the dark one.
struct Palette
{
    std::string_view surface; ///< the background of plots and tables
    std::string_view raised;
    std::string_view border;
    std::string_view grid;
    std::string_view text;
    std::string_view mutedText;
    std::string_view forward; ///< the passes of a step
    std::string_view backward;
    std::string_view optimizer;
    std::string_view otherPass;
    std::array<std::string_view, 8> series; ///< to distinguish series, color-blind safe, in this order
};

const Palette& lightPalette();
const Palette& darkPalette();

/// The index in `series` of a color of the light palette; -1 if it is none of them.
int seriesNumber(std::string_view color);

} // namespace stepscope
