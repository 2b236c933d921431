#pragma once

#include "core/run/curve_points.h"
#include "core/run/curve_smoother.h"
#include "core/run/run.h"
#include "core/run/scalar_roles.h"
#include "ui/curves/curve_mapping.h"
#include "ui/curves/curve_pyramid.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace stepscope::ui {

enum class CurveQuantity { Loss, Accuracy };

/// The training curves of a run, raw and smoothed, or the curve of one logged tag. Follows the run as it
/// grows, a bounded part at a time.
///
/// A training's curves are made from its steps and epochs. For a run that was imported without steps, they
/// are made from the scalars whose tags name loss or accuracy.
class CurveData
{
public:
    void setRun(const Run* run);
    /// Sets the same run after it has grown and become another object; keeps what has been read.
    void setGrownRun(const Run* run);
    const Run* run() const { return m_run; }

    /// Shows one tag of the run's scalars in place of the loss, and no accuracy; empty: loss and accuracy.
    void setTag(const std::string& tag);
    const std::string& tag() const { return m_tag; }

    /// From 0 (none) to below 1; restarts the smoothed curves.
    void setSmoothing(double weight);
    double smoothing() const { return m_smoothing; }

    /// Reads at most `budget` further values of each curve. Returns whether everything has been read.
    bool advance(size_t budget);

    /// Whether the steps are shown and have only losses, as those of a recorded program and of a training
    /// that classifies nothing. Of a model that returns its loss, this is known from the first step on.
    bool isOfLossAlone() const;
    /// Whether tests with results belong to the run: to a training, but not to a recorded program.
    bool hasTests() const { return m_run && m_run->kind != RunKind::Program; }
    /// Whether the run is a training that evaluates samples it has set aside, and its steps are shown.
    bool hasValidation() const;
    /// Whether the curves are made from the run's steps, not from scalars.
    bool isOfSteps() const { return m_isOfSteps; }
    /// Whether there are or will be curves: the run is still running, or a series is drawn.
    bool hasCurves() const;
    /// The loss, unless there is only an accuracy.
    CurveQuantity mainQuantity() const;
    /// Number of points in the raw curve of the main quantity.
    size_t size() const { return of(mainQuantity()).raw.size(); }
    const CurvePyramid& raw(CurveQuantity quantity) const { return of(quantity).raw; }
    /// May be shorter than the raw curve while it catches up; empty without smoothing.
    const CurvePyramid& smoothed(CurveQuantity quantity) const { return of(quantity).smoothed; }
    /// The smoothed values, if curves are smoothed; otherwise the raw ones.
    const CurvePyramid& curve(CurveQuantity quantity) const
    {
        return m_smoothing > 0.0 ? smoothed(quantity) : raw(quantity);
    }
    /// Tests logged as scalars; the tests of a training are in its epochs.
    const CurvePyramid& tests(CurveQuantity quantity) const { return of(quantity).test; }
    /// Points of a curve that is not made from steps.
    const CurvePoints& points(CurveQuantity quantity) const { return of(quantity).points; }
    const CurvePoints& testPoints(CurveQuantity quantity) const { return of(quantity).testPoints; }

    CurveMapping mapping(CurveQuantity quantity, CurveX kind) const;
    CurveMapping testMapping(CurveQuantity quantity, CurveX kind) const;
    /// Index of the value of curve() that is nearest to x; nullopt: the curve has no values there.
    std::optional<size_t> stepAt(CurveQuantity quantity, CurveX kind, double x) const;

    /// Loss unchanged, accuracy in per cent; NaN for a step without images.
    static float value(const StepMetrics& step, CurveQuantity quantity);
    static double testValue(const EpochMetrics& epoch, CurveQuantity quantity);
    /// After an epoch of the run; NaN if there is none.
    double validationValue(const EpochMetrics& epoch, CurveQuantity quantity) const;

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
        double factor = 1.0; ///< 100 for shares, to get per cent
        double testFactor = 1.0;
    };

    /// A scalar's curve, its points and their source.
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
    size_t m_knownSeries = 0; ///< series present at the last search
    int m_tagSeries = -1;     ///< index of the run's scalars
    std::array<int, scalarRoleCount> m_roles = {-1, -1, -1, -1};
    double m_smoothing = 0.0;
    std::array<Curve, 2> m_curves;
};

} // namespace stepscope::ui
