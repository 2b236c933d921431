#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// A figure that a training's program logged under a name of its own.
struct ScalarPoint
{
    int64_t step = 0;   ///< as the program counted; need not begin at 0, and may fall back after a restart
    int64_t timeNs = 0; ///< since the run began
    double value = 0.0; ///< may be infinite or not a number
};

struct ScalarSeries
{
    std::string tag;                 ///< "Loss/train"
    std::vector<ScalarPoint> points; ///< in the order in which they were logged
};

/// Puts points behind those of the series of the same tag; a tag that is new becomes the last series.
void appendScalars(std::vector<ScalarSeries>& to, std::vector<ScalarSeries>&& points);

/// The series of a tag; null: there is none.
const ScalarSeries* scalarSeries(std::span<const ScalarSeries> series, std::string_view tag);

} // namespace stepscope
