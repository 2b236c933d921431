#include "core/experiment/step_phase.h"

#include "core/experiment/experiment.h"
#include "core/language/translation.h"

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

static constexpr Translatable stepPhaseTitle(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Wait:
        return translatable("wait");
    case StepPhase::Warmup:
        return translatable("warm-up");
    case StepPhase::Active:
        return translatable("active");
    case StepPhase::WithRecorder:
        return translatable("with recorder");
    case StepPhase::WithoutRecorder:
        return translatable("without recorder");
    case StepPhase::Off:
        break;
    }
    return translatable("off");
}

const char* stepPhaseName(StepPhase phase)
{
    return stepPhaseTitle(phase).english();
}

std::string stepPhaseWord(StepPhase phase)
{
    return translated(stepPhaseTitle(phase));
}

} // namespace stepscope
