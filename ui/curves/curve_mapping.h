#pragma once

#include "core/run/run.h"

#include <cstddef>
#include <vector>

namespace stepscope::ui {

enum class CurveX { Step, Epoch, Seconds };

/// Where the steps and tests of a run stand on the x axis: a step where it ends, a test behind the last step
/// before it. Steps as numbered in the run; epochs as the fraction of them that is done; seconds since the
/// run's first step began. Positions never fall from step to step.
class CurveMapping
{
public:
    CurveMapping() = default;
    /// The run must outlive the mapping; it may grow.
    CurveMapping(const Run* run, CurveX kind);

    /// The points, neither of whose steps nor times fall, must outlive the mapping. They know no epochs.
    CurveMapping(const std::vector<ScalarPoint>* points, CurveX kind);

    CurveX kind() const { return m_kind; }
    /// Whether the run tells how long an epoch is; else each step counts as one.
    bool knowsEpochs() const;
    double ofStep(const StepMetrics& step) const;
    double ofEpoch(const EpochMetrics& epoch) const;
    double ofPoint(const ScalarPoint& point) const;
    double at(size_t index) const
    {
        return m_points ? ofPoint((*m_points)[index]) : ofStep(m_run->steps[index]);
    }
    /// Whether what is mapped has a place on the axis: scalars have none on one of epochs.
    bool isKnown() const { return !m_points || m_kind != CurveX::Epoch; }

    /// The first of the steps [first, last) that stands at x or behind it, or `last`.
    size_t lowerBound(double x, size_t first, size_t last) const;
    /// The step of the first `count` that stands nearest to x. There must be one.
    size_t nearest(double x, size_t count) const;

private:
    const Run* m_run = nullptr;
    const std::vector<ScalarPoint>* m_points = nullptr;
    CurveX m_kind = CurveX::Step;
    double m_stepsPerEpoch = 1.0;
};

} // namespace stepscope::ui
