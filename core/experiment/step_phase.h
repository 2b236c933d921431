#pragma once

#include <cstdint>

namespace stepscope {

struct Experiment;

/// What the profiler does with a step, as in torch.profiler.schedule.
enum class StepPhase : uint8_t {
    Wait,   ///< not in the trace
    Warmup, ///< not in the trace: the machine settles
    Active, ///< in the trace, and what statistics speak of unless asked otherwise
    Off,    ///< the profiler is off, or its schedule has ended
    // A trial of what the recorder costs, after the schedule. These steps count for no figure of a usual
    // step.
    WithRecorder,    ///< recorded as an active step is, but not in the trace
    WithoutRecorder, ///< not recorded at all
};

constexpr bool isRecorderTrial(StepPhase phase)
{
    return phase == StepPhase::WithRecorder || phase == StepPhase::WithoutRecorder;
}

/// The phase of a step (counted from 0) in the experiment's schedule: wait, warm-up, active, again `repeat`
/// times (0: for ever). What comes after is Off here; RecorderTrial says more of it.
StepPhase stepPhase(const Experiment& experiment, int64_t step);

/// How many of the first `steps` steps are active in that schedule.
int64_t activeSteps(const Experiment& experiment, int64_t steps);

const char* stepPhaseName(StepPhase phase);

} // namespace stepscope
