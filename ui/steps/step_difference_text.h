#pragma once

#include "core/trace/steps/step_difference.h"

#include <QString>

namespace stepscope::ui {

/// Why the step is slow or fast, in sentences: "Step 27 took 8.84 ms, 5.35 ms longer than the median of the
/// 49 other recorded steps, 3.49 ms. Data loader takes 4.90 ms more. By its self time, the operator
/// aten::index takes 4.70 ms more." Where a name has a time in several passes, each is named with its pass:
/// "aten::mul (backward)".
QString stepDifferenceText(const StepDifference& difference, const Trace& trace);

} // namespace stepscope::ui
