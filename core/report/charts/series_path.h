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

/// Points sorted by x, in pixels, thinned out without changing the look of the line: of each pixel column,
/// the lowest and the highest stay, in order. A point with a NaN breaks the line and stays.
std::vector<ChartPoint> thinnedOut(std::span<const ChartPoint> points);

/// The data of an SVG path through the points, broken at NaN.
std::string pathData(std::span<const ChartPoint> points);

} // namespace stepscope
