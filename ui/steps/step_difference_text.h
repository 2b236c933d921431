#pragma once

#include "core/trace/steps/step_difference.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// Why the step is slow or fast, in sentences: "Step 27 took 8.84 ms, 5.35 ms longer than the median of the
/// 49 other recorded steps, 3.49 ms. Data loader takes 4.90 ms more. By its self time, the operator
/// index takes 4.70 ms more." Names only what differs in the direction of the step. Where a name has a time
/// in several passes, each is named with its pass: "mul (backward)". `split`: how the steps of the difference
/// are split; by pass, their time is that of the host, by device, that with the device work.
QString stepDifferenceText(const StepDifference& difference, const Trace& trace, StepSplit split);
/// What other programs did while a slow step ran, if they used clearly more of the processors than in the
/// others: "At that time, other programs used 87 % of all processors, compared with a median of 3 % in the
/// other steps." Otherwise empty.
QString otherProgramsText(const StepDifference& difference, const Run& run);
/// What stepDifferenceText() leaves open while the run goes on; empty once it is over.
QString openDifferenceText(const Run& run);
/// What is known of a step that was not recorded: "Step 50 took 39.2 ms, 1.10 ms longer than the median of
/// the 99 measured steps, 38.1 ms. Its parts are not known." `wallNs`: none if it is not known.
QString unrecordedStepText(const Run& run, int64_t step, const std::optional<int64_t>& wallNs);

} // namespace stepscope::ui
