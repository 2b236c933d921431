#pragma once

#include "core/run/run.h"

#include "tests/core/trace/trace_text.h"

namespace stepscope::test {

/// A run of five steps in two epochs, of which steps 2 and 3 were active. Times in nanoseconds.
inline Run sampleRun()
{
    Run run;
    run.outcome = RunOutcome::Finished;
    run.startUnixMs = 1'700'000'000'000;
    run.endUnixMs = 1'700'000'001'000;
    for (int step = 0; step < 5; ++step)
        run.steps.push_back({.step = step,
                             .startNs = step * 2'000'000,
                             .durationNs = step == 0 ? 9'000'000 : 1'000'000 + step * 1'000,
                             .images = step == 4 ? 2 : 4,
                             .correct = step == 4 ? 2 : 1,
                             .loss = 2.0F - 0.25F * float(step),
                             .epoch = step < 3 ? 1 : 2,
                             .phase = step == 2 || step == 3 ? StepPhase::Active : StepPhase::Off});
    run.epochs.push_back({.epoch = 1,
                          .steps = 3,
                          .lastStep = 2,
                          .endNs = 7'000'000,
                          .trainNs = 11'000'000,
                          .testNs = 1'000'000,
                          .trainImages = 12,
                          .trainCorrect = 3,
                          .testImages = 10000,
                          .testCorrect = 9000,
                          .trainLoss = 1.75,
                          .testLoss = 0.5,
                          .learningRate = 1.0});
    run.epochs.push_back({.epoch = 2,
                          .steps = 2,
                          .lastStep = 4,
                          .endNs = 12'000'000,
                          .trainNs = 2'000'000,
                          .testNs = 1'000'000,
                          .trainImages = 6,
                          .trainCorrect = 3,
                          .testImages = 10000,
                          .testCorrect = 9914,
                          .trainLoss = 1.125,
                          .testLoss = 0.0275,
                          .learningRate = 0.7});

    run.trace.threads.push_back({4711, "training"});
    const auto step = [&](int64_t number, int64_t startNs, const std::string& events) {
        const EventId first = run.trace.endEvent();
        appendEvents(run.trace, events);
        run.trace.steps.push_back(
            {number, startNs, 1'000'000, first, run.trace.endEvent(), StepPhase::Active});
    };
    step(2, 5'000'000,
         "conv1 5000100-5600000 layer\n"
         "  aten::conv2d 5000200-5500000 [[4,1,28,28],[32]]\n"
         "    aten::convolution 5000300-5400000\n"
         "Conv\"Backward\" 5700000-5800123 backward\n");
    step(3, 7'000'000,
         "conv1 7000100-7300000 layer\n"
         "  aten::conv2d 7000200-7200000 [[2,1,28,28],[32]]\n");
    run.trace.sequence[1] = 17;

    run.samples.push_back({.timeNs = -1'000'000,
                           .processCpuPercent = 50.0F,
                           .coreCpuPercent = {25.0F, 50.0F},
                           .residentBytes = 1000});
    run.samples.push_back({.timeNs = 11'000'000,
                           .processCpuPercent = 150.5F,
                           .coreCpuPercent = {100.0F, std::numeric_limits<float>::quiet_NaN()},
                           .residentBytes = 3000});
    return run;
}

} // namespace stepscope::test
