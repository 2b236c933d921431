#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

struct ChartPoint
{
    double x = 0.0; ///< pixels
    double y = 0.0;
};

/// Points whose x rises, in pixels, thinned out so that no line between them looks different: of each column
/// of pixels the lowest and the highest stay, in their order. A point with a NaN breaks the line, and stays.
std::vector<ChartPoint> thinnedOut(std::span<const ChartPoint> points);

/// The data of an SVG path through the points, in lines that are broken at NaN.
std::string pathData(std::span<const ChartPoint> points);

} // namespace stepscope
