#pragma once

#include "tests/ui/operators/sample_run.h"

namespace stepscope::test {

/// Grows by a step at a time: step 0 sets everything up and takes long, steps 2 to 9 are warm-up, and from 10
/// on `recorded` steps are in the trace.
class SteppedRun
{
public:
    explicit SteppedRun(int64_t recorded = 30)
        : m_recorded(recorded)
    {
        run.outcome = RunOutcome::Running;
        run.plan.threads = 2;
        run.plan.deviceName = "AMD EPYC 9654";
    }

    SteppedRun& grow(int64_t steps)
    {
        for (int64_t i = 0; i < steps; ++i)
            addStep();
        return *this;
    }

    Run run;

private:
    StepPhase phaseOf(int64_t step) const
    {
        if (step < 10)
            return step < 2 ? StepPhase::Wait : StepPhase::Warmup;
        return step < 10 + m_recorded ? StepPhase::Active : StepPhase::Off;
    }

    void addStep()
    {
        const auto number = int64_t(run.steps.size());
        const StepPhase phase = phaseOf(number);
        int64_t durationNs = 38'000'000 + (number * 37 % 11) * 300'000;
        if (number == 0)
            durationNs = 260'000'000;
        if (phase == StepPhase::Active) {
            auto chunk = m_recorder.step(number, phase);
            chunk.steps[0].durationNs += 400'000; // time after the last operator
            durationNs = chunk.steps[0].durationNs;
            run.trace.append(std::move(chunk));
        }
        run.steps.push_back({.step = number,
                             .startNs = m_atNs,
                             .durationNs = durationNs,
                             .images = 64,
                             .correct = 50,
                             .loss = 0.5F,
                             .epoch = 1,
                             .phase = phase});
        m_atNs += durationNs;
    }

    SampleRecorder m_recorder;
    int64_t m_recorded;
    int64_t m_atNs = 0;
};

inline Run steppedRun(int64_t steps = 100, int64_t recorded = 30)
{
    SteppedRun growing(recorded);
    growing.grow(steps);
    growing.run.outcome = RunOutcome::Finished;
    return std::move(growing.run);
}

} // namespace stepscope::test
