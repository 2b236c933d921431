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
/// series when the run has no steps.
Chart curveChart(const LabReportRun& run, CurveQuantity quantity);

/// Loss or accuracy as a run has logged them by the words of its tags, over the steps that its program
/// counted: a series as logged, smoothed, and one of tests. A chart without series where it has logged none.
Chart loggedChart(const LabReportRun& run, CurveQuantity quantity);
/// The same of one series, whatever it is of.
Chart tagChart(const LabReportRun& run, const ScalarSeries& series);

/// All runs over each other, over the images trained on or over the time.
Chart overlayChart(std::span<const LabReportRun> runs, CurveQuantity quantity, CurveAxis axis);

/// How much of a run's steps, or of a series' points, a curve is smoothed over.
inline constexpr double curveSmoothing = 0.02;

} // namespace stepscope
