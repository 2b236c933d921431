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
    int64_t step = 0;   ///< as counted by the program; need not begin at 0, and may go back after a restart
    int64_t timeNs = 0; ///< since the run began
    double value = 0.0; ///< may be infinite or NaN
};

struct ScalarSeries
{
    std::string tag;                 ///< "Loss/train"
    std::vector<ScalarPoint> points; ///< in the order in which they were logged
};

/// Appends points to the series with the same tag; new tags are added as the last series.
void appendScalars(std::vector<ScalarSeries>& to, std::vector<ScalarSeries>&& points);

/// The series with this tag; null if there is none.
const ScalarSeries* scalarSeries(std::span<const ScalarSeries> series, std::string_view tag);

/// Whether a series is Stepscope's own and was not logged by a program.
bool isOwnTag(std::string_view tag);

} // namespace stepscope
