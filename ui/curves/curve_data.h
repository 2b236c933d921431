#pragma once

#include "core/run/curve_smoother.h"
#include "core/run/run.h"
#include "ui/curves/curve_pyramid.h"

#include <array>
#include <cstddef>

namespace stepscope::ui {

enum class CurveQuantity { Loss, Accuracy };

/// The training curves of a run, raw and smoothed. Follows the run as it grows, a bounded part at a time.
class CurveData
{
public:
    void setRun(const Run* run);
    /// The same run, which has grown and is another object now: what has been taken in stays.
    void setGrownRun(const Run* run);
    const Run* run() const { return m_run; }

    /// From 0 (none) to below 1; the smoothed curves start anew.
    void setSmoothing(double weight);
    double smoothing() const { return m_smoothing; }

    /// Takes in at most `budget` further values of each curve. Returns whether all is taken in.
    bool advance(size_t budget);

    /// How many of the run's steps the raw curves hold.
    size_t size() const { return of(CurveQuantity::Loss).raw.size(); }
    const CurvePyramid& raw(CurveQuantity quantity) const { return of(quantity).raw; }
    /// May be shorter than the raw one while it catches up; empty without smoothing.
    const CurvePyramid& smoothed(CurveQuantity quantity) const { return of(quantity).smoothed; }

    /// Loss as it is, accuracy in per cent; NaN for a step without images.
    static float value(const StepMetrics& step, CurveQuantity quantity);
    static double testValue(const EpochMetrics& epoch, CurveQuantity quantity);

private:
    struct Curve
    {
        CurvePyramid raw;
        CurvePyramid smoothed;
        CurveSmoother smoother;
    };

    const Curve& of(CurveQuantity quantity) const { return m_curves[size_t(quantity)]; }

    const Run* m_run = nullptr;
    double m_smoothing = 0.0;
    std::array<Curve, 2> m_curves;
};

} // namespace stepscope::ui
