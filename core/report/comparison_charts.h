#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/report/charts/chart.h"

#include <vector>

namespace stepscope {

/// The charts that set runs side by side: images per second, step time (median with the 5th and 95th
/// percentile), memory, speedup against the baseline, and the operators' parts of a step and of an image.
/// Against the batch size, on a logarithmic axis, where the runs differ in it, else a bar a run. A chart that
/// the figures do not carry is left out. Repeats of a setting are one point or bar: their median, with their
/// range and each of them beside it; for operators, their mean. Both comparisons are of the same runs.
std::vector<Chart> comparisonCharts(const Comparison& comparison, const OperatorComparison& operators);

} // namespace stepscope
