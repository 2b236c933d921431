#pragma once

#include "core/trace/step_range.h"

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
/// "99 measured steps": those whose times stepTimes() counts.
QString measuredStepsText(int64_t steps);
/// Which steps of the run are measured.
QString measuredStepsTip(const Run& run);
/// "median 1.20 ms, 5th to 95th percentile 1.10 ms to 1.40 ms", of this number of steps; of few, the median
/// alone.
QString stepTimesText(int64_t steps, double medianNs, double p5Ns, double p95Ns);

} // namespace stepscope::ui
