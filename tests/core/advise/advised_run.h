#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"

#include "tests/core/trace/trace_text.h"

#include <fmt/format.h>

#include <string>

namespace stepscope::test {

/// Two processors and 1000 MB, used by no other program.
inline Environment quietMachine()
{
    Environment environment;
    environment.processors = 2;
    environment.memoryBytes = 1'000'000'000;
    return environment;
}

/// A finished run of 100 steps of 1 ms on two threads that are busy all the time, with steps 10 to 19 in its
/// trace. These are made of `events`, whose times are in nanoseconds since the step began.
inline Run advisedRun(const std::string& events, int64_t steps = 100)
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.plan.threads = 2;
    run.plan.totalSteps = steps;
    constexpr int64_t stepNs = 1'000'000;
    for (int64_t step = 0; step < steps; ++step) {
        const bool isActive = step >= 10 && step < 20;
        run.steps.push_back({.step = step,
                             .startNs = step * stepNs,
                             .durationNs = stepNs,
                             .images = 10,
                             .epoch = 1,
                             .phase = isActive ? StepPhase::Active : StepPhase::Off});
        if (!isActive)
            continue;
        const EventId first = run.trace.endEvent();
        appendEvents(run.trace, events);
        for (EventId event = first; event < run.trace.size(); ++event)
            run.trace.startNs[event] += step * stepNs;
        run.trace.steps.push_back({.number = step,
                                   .startNs = step * stepNs,
                                   .durationNs = stepNs,
                                   .firstEvent = first,
                                   .endEvent = run.trace.endEvent(),
                                   .phase = StepPhase::Active});
    }
    run.epochs.push_back({.epoch = 1, .steps = steps, .lastStep = steps - 1, .endNs = 10 * samplePeriodNs});
    for (int64_t i = 1; i <= 10; ++i) {
        MachineSample sample;
        sample.timeNs = i * samplePeriodNs;
        sample.processCpuPercent = 200.0F;
        sample.coreCpuPercent = {100.0F, 100.0F};
        sample.residentBytes = 300'000'000;
        run.samples.push_back(sample);
    }
    return run;
}

/// 2 % data, 20 % conv2d and mm each in forward, the rest backward and the optimizer; nothing is worth a
/// look.
inline Run soundRun(int64_t steps = 100)
{
    return advisedRun("aten::select 0-20000 data\n"
                      "aten::conv2d 20000-220000 forward\n"
                      "aten::mm 220000-420000 forward\n"
                      "aten::nll_loss 420000-440000 loss\n"
                      "aten::conv_backward 440000-660000 backward\n"
                      "aten::mm_backward 660000-860000 backward\n"
                      "SGD.step 860000-1000000 optimizer\n",
                      steps);
}

} // namespace stepscope::test
