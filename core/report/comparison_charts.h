#pragma once

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"
#include "core/report/charts/chart.h"

#include <vector>

namespace stepscope {

/// The charts that compare runs: samples per second, step time (median with the 5th and 95th percentile),
/// memory, speedup relative to the baseline, and the parts that kernels and operators have of a step and of
/// an image. If the runs differ in batch size, it is the logarithmic horizontal axis; otherwise there is one
/// bar per run. Charts without enough figures are left out. Repeats of a setting are one point or bar: their
/// median, with their range and each of them next to it; for kernels and operators, their mean. Both
/// comparisons are of the same runs.
std::vector<Chart> comparisonCharts(const Comparison& comparison, const OperatorComparison& operators);

} // namespace stepscope
