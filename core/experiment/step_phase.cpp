#include "core/experiment/step_phase.h"

#include "core/experiment/experiment.h"

#include <algorithm>

namespace stepscope {

StepPhase stepPhase(const Experiment& experiment, int64_t step)
{
    const int64_t settled = experiment.profileWait + experiment.profileWarmup;
    const int64_t cycle = settled + experiment.profileActive;
    if (!experiment.profile || cycle <= 0)
        return StepPhase::Off;
    if (experiment.profileRepeat > 0 && step / cycle >= experiment.profileRepeat)
        return StepPhase::Off;

    const int64_t inCycle = step % cycle;
    if (inCycle < experiment.profileWait)
        return StepPhase::Wait;
    return inCycle < settled ? StepPhase::Warmup : StepPhase::Active;
}

int64_t activeSteps(const Experiment& experiment, int64_t steps)
{
    const int64_t settled = experiment.profileWait + experiment.profileWarmup;
    const int64_t cycle = settled + experiment.profileActive;
    if (!experiment.profile || cycle <= 0)
        return 0;
    const int64_t cycles = steps / cycle;
    if (experiment.profileRepeat > 0 && cycles >= experiment.profileRepeat)
        return experiment.profileRepeat * experiment.profileActive;
    return cycles * experiment.profileActive + std::max<int64_t>(0, steps % cycle - settled);
}

const char* stepPhaseName(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Wait:
        return "wait";
    case StepPhase::Warmup:
        return "warm-up";
    case StepPhase::Active:
        return "active";
    case StepPhase::WithRecorder:
        return "with recorder";
    case StepPhase::WithoutRecorder:
        return "without recorder";
    case StepPhase::Off:
        break;
    }
    return "off";
}

} // namespace stepscope
