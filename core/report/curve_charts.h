#pragma once

#include "core/report/charts/chart.h"
#include "core/report/lab_report.h"
#include "core/run/scalar_series.h"

#include <span>
#include <vector>

namespace stepscope {

enum class CurveQuantity : uint8_t { Loss, Accuracy };
enum class CurveAxis : uint8_t { Images, Time, LoggedSteps };

/// Loss or accuracy of one run over its training steps: as measured, smoothed, and its tests. A chart without
/// series if the run has no steps.
Chart curveChart(const LabReportRun& run, CurveQuantity quantity);

/// Loss or accuracy as logged by a run, recognized by its tags, over the program's step numbers: a series as
/// logged, smoothed, and one of tests. A chart without series if the run logged none.
Chart loggedChart(const LabReportRun& run, CurveQuantity quantity);
/// The same for any one series.
Chart tagChart(const LabReportRun& run, const ScalarSeries& series);

/// All runs in one chart, over the images trained on or over time.
Chart overlayChart(std::span<const LabReportRun> runs, CurveQuantity quantity, CurveAxis axis);

/// The share of a run's steps, or of a series' points, over which a curve is smoothed.
inline constexpr double curveSmoothing = 0.02;

} // namespace stepscope
