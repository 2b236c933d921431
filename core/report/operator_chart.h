#pragma once

#include "core/comparison/operator_comparison.h"
#include "core/comparison/setting_figures.h"
#include "core/report/charts/chart.h"

#include <optional>
#include <span>

namespace stepscope {

/// The operators' parts of a step or of an image: one bar per run, or per setting with the mean over its
/// repeats. Absent if nothing was recorded. `settings` are of the same runs.
std::optional<Chart> operatorChart(const OperatorComparison& operators, OperatorBasis basis,
                                   std::span<const SettingFigures> settings);

/// The same for kernels, copies and memory sets: their time on the device. Absent if no run with steps has
/// any.
std::optional<Chart> kernelChart(const OperatorComparison& operators, OperatorBasis basis,
                                 std::span<const SettingFigures> settings);

} // namespace stepscope
