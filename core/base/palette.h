#pragma once

#include <array>
#include <string_view>

namespace stepscope {

/// The colours of pictures, as "#rrggbb": those of the window, of charts and of reports. Each colour of the
/// light palette has its counterpart at the same place of the dark one.
struct Palette
{
    std::string_view surface; ///< behind plots and tables
    std::string_view raised;
    std::string_view border;
    std::string_view grid;
    std::string_view text;
    std::string_view mutedText;
    std::string_view forward; ///< the passes of a step
    std::string_view backward;
    std::string_view optimizer;
    std::string_view otherPass;
    std::array<std::string_view, 8> series; ///< to tell things apart, colour-blind safe, in this order
};

const Palette& lightPalette();
const Palette& darkPalette();

/// The number in `series` of a colour of the light palette; -1: it is none of them.
int seriesNumber(std::string_view color);

} // namespace stepscope
