#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/step_breakdown.h"

#include <QString>

#include <cstdint>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// "step 12", "steps 12 to 15".
QString stepRangeText(const StepRange& range);
/// "30 recorded steps", "12 detected steps".
QString countedStepsText(const Run& run, int64_t steps);
/// The same, by how long the steps last: "30 recorded steps with their device work" if they are split by the
/// device, see DeviceSteps.
QString splitStepsText(const Run& run, int64_t steps, StepSplit split);
/// "99 measured steps": those whose times stepTimes() counts.
QString measuredStepsText(int64_t steps);
/// Which steps of the run are measured, and from when to when if a device works for them.
QString measuredStepsTip(const Run& run);
/// "median 1.20 ms, 5th to 95th percentile 1.10 ms to 1.40 ms", of this number of steps; of few, the median
/// alone.
QString stepTimesText(int64_t steps, double medianNs, double p5Ns, double p95Ns);
/// "5th to 95th percentile 1.10 ms to 1.40 ms", for steps whose median is shown beside.
QString percentilesText(double p5Ns, double p95Ns);

} // namespace stepscope::ui
