#pragma once

#include "core/run/run.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stepscope::ui {

enum class CurveX { Step, Epoch, Seconds };

/// Positions of a run's steps and tests on the x axis: a step is at its end, a test after the last step
/// before it. The unit is steps as numbered in the run, epochs as the fraction done, or seconds since the
/// start of the run's first step. Positions never decrease from step to step.
class CurveMapping
{
public:
    CurveMapping() = default;
    /// The run must outlive the mapping; it may grow.
    CurveMapping(const Run* run, CurveX kind);

    /// The points must outlive the mapping; their steps and times must not decrease. They have no epochs.
    CurveMapping(const std::vector<ScalarPoint>* points, CurveX kind);

    CurveX kind() const { return m_kind; }
    /// Whether the run has the length of an epoch; otherwise each step counts as one.
    bool knowsEpochs() const;
    double ofStep(const StepMetrics& step) const;
    double ofEpoch(const EpochMetrics& epoch) const;
    double ofPoint(const ScalarPoint& point) const;
    double at(size_t index) const
    {
        return m_points ? ofPoint((*m_points)[index]) : ofStep(m_run->steps[index]);
    }
    /// Whether the points have a position on the axis: scalars have none on an axis of epochs.
    bool isKnown() const { return !m_points || m_kind != CurveX::Epoch; }

    /// The first of the steps [first, last) at or after x, or `last`.
    size_t lowerBound(double x, size_t first, size_t last) const;
    /// The step nearest to x among the first `count`, of which there must be at least one.
    size_t nearest(double x, size_t count) const;
    /// The same; nullopt before the first step and beyond the last one, by more than half a step.
    std::optional<size_t> stepAt(double x, size_t count) const;

private:
    const Run* m_run = nullptr;
    const std::vector<ScalarPoint>* m_points = nullptr;
    CurveX m_kind = CurveX::Step;
    double m_stepsPerEpoch = 1.0;
};

} // namespace stepscope::ui
