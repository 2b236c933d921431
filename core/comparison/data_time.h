#pragma once

#include "core/comparison/verdict.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>

namespace stepscope {

/// How long a run's recorded steps take for their data, which is the data part of stepBreakdowns(): the
/// training thread prepares its batch or, where workers prepare batches in advance, waits for it. Without the
/// copy to a device.
struct DataTime
{
    int64_t steps = 0; ///< that were recorded
    double medianNs = 0.0;
    double p95Ns = 0.0; ///< interpolated linearly between the two neighbors
    double share = 0.0; ///< of all of these steps together, 0 to 1
    /// Of the share, by the variation between the steps alone: not by that between runs, nor by other
    /// programs, nor by waits so rare that none was recorded. Not known for fewer steps than
    /// DifferenceTest::minimumSamples, or if too few of them take most of the time for data: see
    /// intervalOfShare().
    std::optional<Interval> interval = {};

    bool hasPercentiles() const;
};

/// None if the trace has no recorded steps, has several ranks (each has its own), or does not distinguish the
/// data part. Takes time in proportion to the events.
std::optional<DataTime> dataTimeOf(const Trace& trace, const DifferenceTest& test);

} // namespace stepscope
