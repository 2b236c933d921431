#pragma once

#include "ui/steps/step_series.h"

#include <QRectF>
#include <QString>

#include <array>
#include <vector>

namespace stepscope::ui {

/// Positions of steps in a plot: numbers from left to right, time upwards.
struct StepGeometry
{
    QRectF plot;
    double from = 0.0; ///< step n extends from n to n + 1
    double to = 1.0;
    double topNs = 1.0;

    double stepWidth() const { return plot.width() / (to - from); }
    double xOf(double step) const { return plot.left() + (step - from) * stepWidth(); }
    double yOf(double ns) const { return plot.bottom() - plot.height() * ns / topNs; }
    /// The number of the step at x, even if there is none.
    int64_t stepAt(double x) const;
};

/// What is drawn as one bar: a step, or adjacent steps that are too narrow to be drawn separately.
struct StepColumn
{
    int64_t first = 0; ///< numbers of steps
    int64_t last = 0;
    int64_t steps = 0;  ///< existing steps
    int64_t splits = 0; ///< recorded ones among them
    double left = 0.0;
    double width = 0.0;
    double wallNs = 0.0;                        ///< mean of the recorded ones, otherwise of all
    std::array<double, stepPartCount> partNs{}; ///< means, all 0 if none is recorded
    StepPhase phase = StepPhase::Off;           ///< of the first
    bool isWarmUp() const { return phase == StepPhase::Wait || phase == StepPhase::Warmup; }
};

/// How many steps one bar covers at most: 1, unless they are too narrow to be drawn separately.
int64_t stepsPerBar(const StepGeometry& geometry);

/// The columns of the visible steps. The time is proportional to their number.
std::vector<StepColumn> stepColumns(const StepSeries& series, const StepGeometry& geometry);

/// The height of the plot: that of the highest bar, unless it is far above the others, such as a first step
/// that sets everything up; it is then cut off.
double stepsTop(const std::vector<StepColumn>& columns);

struct StepTick
{
    double value = 0.0;
    QString label;
};

/// Round times with the unit of their labels.
struct TimeTicks
{
    QString unit; ///< "ms"
    std::vector<StepTick> ticks;
};
TimeTicks timeTicks(double topNs, double height);
/// Round numbers of steps, at least `spacing` pixels apart.
std::vector<StepTick> stepTicks(const StepGeometry& geometry, double spacing);

} // namespace stepscope::ui
