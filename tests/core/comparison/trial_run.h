#pragma once

#include "core/comparison/recorder_trial.h"

#include <vector>

namespace stepscope::test {

/// A run of 70 usual steps of 1 ms each and a trial after them whose pairs have these ratios of a step with
/// the recorder to one without, which takes 1 ms; then ten usual steps.
inline Run trialRun(const std::vector<double>& ratios)
{
    const RecorderTrial trial{70, int64_t(ratios.size())};
    Run run;
    for (int64_t step = 0; step < 80 + trial.steps(); ++step) {
        const StepPhase phase = trial.phaseOf(step);
        const auto pair = size_t((step - trial.firstStep) / (2 * RecorderTrial::blockSteps));
        const double ns = phase == StepPhase::WithRecorder ? 1e6 * ratios[pair] : 1e6;
        run.steps.push_back(
            {.step = step, .durationNs = int64_t(ns), .images = 10, .epoch = 1, .phase = phase});
    }
    run.plan.totalSteps = int64_t(run.steps.size());
    return run;
}

} // namespace stepscope::test
