#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/step_phase.h"
#include "core/record/steps/step_finder.h"

#include <cstdint>

namespace stepscope {

/// Selects the steps whose events are kept: those of a schedule, and those that are requested while the
/// program runs. Steps that were not recorded completely are replaced by later ones. Steps are counted from
/// 0, times are in nanoseconds on one clock.
class KeptSteps
{
public:
    /// `schedule`: see RecordingPlan.
    explicit KeptSteps(Experiment schedule);

    /// Requests this many steps, beginning with the one that ends after `ns`. Replaces an earlier request.
    void request(int64_t ns, int64_t steps);
    /// Whether operators are needed in the next step: before and while events are kept.
    bool wantsOperators(int64_t next) const;
    /// Whether the next step, or one that follows soon, is kept: PyTorch's profiler, which takes time to
    /// start, should run. `isRunning`: it does.
    bool isNear(int64_t next, bool isRunning) const;

    /// Whether the events of this step, which has ended, should be kept.
    bool wants(const FoundStep& step, int64_t number) const;
    /// The phase of this step; Active: its events are kept. Call it for each step, in their order.
    /// `isComplete`: it was recorded completely.
    StepPhase phaseOf(const FoundStep& step, int64_t number, bool isComplete);

private:
    bool isRequested(const FoundStep& step) const;
    StepPhase select(const FoundStep& step, StepPhase planned, bool isComplete);

    Experiment m_schedule;
    int64_t m_requestNs = 0;  ///< when steps were requested in addition to the schedule
    int64_t m_requested = 0;  ///< number of these steps that are still to come
    int64_t m_owed = 0;       ///< active by the schedule but incomplete: later steps replace them
    int64_t m_shortestNs = 0; ///< duration of the shortest step except the first; 0: not known
};

} // namespace stepscope
