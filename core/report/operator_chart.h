#pragma once

#include "core/comparison/operator_comparison.h"
#include "core/comparison/setting_figures.h"
#include "core/report/charts/chart.h"

#include <optional>
#include <span>

namespace stepscope {

/// What the operators take of a step or of an image: a bar a run, or a setting, the mean over its repeats.
/// Absent where nothing was recorded. `settings` are of the same runs.
std::optional<Chart> operatorChart(const OperatorComparison& operators, OperatorBasis basis,
                                   std::span<const SettingFigures> settings);

} // namespace stepscope
