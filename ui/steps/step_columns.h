#pragma once

#include "ui/steps/step_series.h"

#include <QRectF>
#include <QString>

#include <array>
#include <vector>

namespace stepscope::ui {

/// Where steps stand in a plot: numbers from left to right, time upwards.
struct StepGeometry
{
    QRectF plot;
    double from = 0.0; ///< the place of step n reaches from n to n + 1
    double to = 1.0;
    double topNs = 1.0;

    double stepWidth() const { return plot.width() / (to - from); }
    double xOf(double step) const { return plot.left() + (step - from) * stepWidth(); }
    double yOf(double ns) const { return plot.bottom() - plot.height() * ns / topNs; }
    /// The number of the step at x, whether there is one or not.
    int64_t stepAt(double x) const;
};

/// What is drawn as one bar: a step, or neighbours that are too narrow to be drawn by themselves.
struct StepColumn
{
    int64_t first = 0; ///< numbers of steps
    int64_t last = 0;
    int64_t steps = 0;  ///< that are there
    int64_t splits = 0; ///< of them, that are recorded
    double left = 0.0;
    double width = 0.0;
    double wallNs = 0.0;                        ///< mean of the recorded ones, else of all
    std::array<double, stepPartCount> partNs{}; ///< means, all 0 when none is recorded
    StepPhase phase = StepPhase::Off;           ///< of the first
    bool isWarmUp() const { return phase == StepPhase::Wait || phase == StepPhase::Warmup; }
};

/// Of the steps on the screen. Takes time in proportion to these.
std::vector<StepColumn> stepColumns(const StepSeries& series, const StepGeometry& geometry);

/// How high the plot reaches: as high as the highest bar, unless that one stands far above the others, as a
/// first step does which sets everything up. It is cut off then.
double stepsTop(const std::vector<StepColumn>& columns);

struct StepTick
{
    double value = 0.0;
    QString label;
};

/// Round times with the unit that they are labelled in.
struct TimeTicks
{
    QString unit; ///< "ms"
    std::vector<StepTick> ticks;
};
TimeTicks timeTicks(double topNs, double height);
/// Round numbers of steps, at least `spacing` pixels apart.
std::vector<StepTick> stepTicks(const StepGeometry& geometry, double spacing);

} // namespace stepscope::ui
