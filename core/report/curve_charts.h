#pragma once

#include "core/report/chart.h"
#include "core/report/lab_report.h"

#include <span>
#include <vector>

namespace stepscope {

enum class CurveQuantity : uint8_t { Loss, Accuracy };
enum class CurveAxis : uint8_t { Images, Time };

/// Loss or accuracy of one run over its training steps: as measured, smoothed, and its tests. A chart without
/// series when the run has no steps.
Chart curveChart(const LabReportRun& run, CurveQuantity quantity);

/// All runs over each other, over the images trained on or over the time.
Chart overlayChart(std::span<const LabReportRun> runs, CurveQuantity quantity, CurveAxis axis);

/// How much of a run's steps a curve is smoothed over.
inline constexpr double curveSmoothing = 0.02;

} // namespace stepscope
