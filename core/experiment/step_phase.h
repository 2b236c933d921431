#pragma once

#include <cstdint>
#include <string>

namespace stepscope {

struct Experiment;

/// What the profiler does in a step, as in torch.profiler.schedule.
enum class StepPhase : uint8_t {
    Wait,   ///< not in the trace
    Warmup, ///< not in the trace: the machine settles
    Active, ///< in the trace, and covered by statistics by default
    Off,    ///< the profiler is off, or its schedule has ended
    // A trial that measures the cost of the recorder, after the schedule. Figures of usual steps leave these
    // steps out.
    WithRecorder,    ///< recorded like an active step, but not in the trace
    WithoutRecorder, ///< not recorded at all
};

constexpr bool isRecorderTrial(StepPhase phase)
{
    return phase == StepPhase::WithRecorder || phase == StepPhase::WithoutRecorder;
}

/// Whether the recorder records events in such a step, for the trace or to measure what that costs.
constexpr bool hasEvents(StepPhase phase)
{
    return phase == StepPhase::Active || phase == StepPhase::WithRecorder;
}

/// The phase of a step (counted from 0) in the experiment's schedule: wait, warm-up, active, `repeat` times
/// (0: without end). Later steps are Off here; see RecorderTrial.
StepPhase stepPhase(const Experiment& experiment, int64_t step);

/// How many of the first `steps` steps are active in that schedule.
int64_t activeSteps(const Experiment& experiment, int64_t steps);

/// "warm-up": for files, in English.
const char* stepPhaseName(StepPhase phase);
/// "warm-up": in the user's language.
std::string stepPhaseWord(StepPhase phase);

} // namespace stepscope
