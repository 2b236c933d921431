#pragma once

#include "core/run/curve_points.h"
#include "core/run/curve_smoother.h"
#include "core/run/run.h"
#include "core/run/scalar_roles.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_pyramid.h"

#include <array>
#include <cstddef>
#include <string>

namespace stepscope::ui {

enum class CurveQuantity { Loss, Accuracy };

/// The training curves of a run, raw and smoothed, or the one of a tag that it logged. Follows the run as it
/// grows, a bounded part at a time.
///
/// A training's curves are made from its steps and epochs. Those of a run that was imported without steps
/// come from the scalars whose tags say that they are loss or accuracy.
class CurveData
{
public:
    void setRun(const Run* run);
    /// The same run, which has grown and is another object now: what has been taken in stays.
    void setGrownRun(const Run* run);
    const Run* run() const { return m_run; }

    /// One tag of the run's scalars in the loss's place, and nothing in the accuracy's; empty: loss and
    /// accuracy.
    void setTag(const std::string& tag);
    const std::string& tag() const { return m_tag; }

    /// From 0 (none) to below 1; the smoothed curves start anew.
    void setSmoothing(double weight);
    double smoothing() const { return m_smoothing; }

    /// Takes in at most `budget` further values of each curve. Returns whether all is taken in.
    bool advance(size_t budget);

    /// Whether only losses are known of the run's steps, as of a program that was recorded, and are shown.
    bool isOfLossAlone() const;
    /// Whether the curves are those of the run's steps, and not of scalars.
    bool isOfSteps() const { return m_isOfSteps; }
    /// Whether there are curves, or will be: a run that goes on, or a series that is drawn.
    bool hasCurves() const;
    /// The loss, unless there is an accuracy alone.
    CurveQuantity mainQuantity() const;
    /// How many points the raw curve of the main quantity has.
    size_t size() const { return of(mainQuantity()).raw.size(); }
    const CurvePyramid& raw(CurveQuantity quantity) const { return of(quantity).raw; }
    /// May be shorter than the raw one while it catches up; empty without smoothing.
    const CurvePyramid& smoothed(CurveQuantity quantity) const { return of(quantity).smoothed; }
    /// Of scalars; tests of a training are its epochs.
    const CurvePyramid& tests(CurveQuantity quantity) const { return of(quantity).test; }
    /// Of a curve that is not of steps.
    const CurvePoints& points(CurveQuantity quantity) const { return of(quantity).points; }
    const CurvePoints& testPoints(CurveQuantity quantity) const { return of(quantity).testPoints; }

    CurveMapping mapping(CurveQuantity quantity, CurveX kind) const;
    CurveMapping testMapping(CurveQuantity quantity, CurveX kind) const;

    /// Loss as it is, accuracy in per cent; NaN for a step without images.
    static float value(const StepMetrics& step, CurveQuantity quantity);
    static double testValue(const EpochMetrics& epoch, CurveQuantity quantity);

private:
    struct Curve
    {
        CurvePyramid raw;
        CurvePyramid smoothed;
        CurveSmoother smoother;
        CurvePyramid test;
        CurvePoints points;
        CurvePoints testPoints;
        std::string tag; ///< of the points
        std::string testTag;
        double factor = 1.0; ///< that makes per cent of shares
        double testFactor = 1.0;
    };

    /// A scalar's curve, its points and what they were made from.
    struct Part
    {
        CurvePyramid& curve;
        CurvePoints& points;
        std::string& tag;
        double& factor;
    };

    const Curve& of(CurveQuantity quantity) const { return m_curves[size_t(quantity)]; }
    void clear();
    void findSeries();
    const ScalarSeries* series(CurveQuantity quantity, bool test) const;
    bool advanceSteps(CurveQuantity quantity, size_t budget);
    bool advanceScalars(CurveQuantity quantity, size_t budget);
    size_t advancePart(const Part& part, const ScalarSeries* from, CurveQuantity quantity, size_t budget);
    bool advanceSmoothed(Curve& curve, size_t budget);

    const Run* m_run = nullptr;
    std::string m_tag;
    bool m_isOfSteps = true;
    size_t m_knownSeries = 0; ///< that the next were found among
    int m_tagSeries = -1;     ///< indices of the run's scalars
    std::array<int, scalarRoleCount> m_roles = {-1, -1, -1, -1};
    double m_smoothing = 0.0;
    std::array<Curve, 2> m_curves;
};

} // namespace stepscope::ui
