#pragma once

#include "core/run/run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace stepscope {

/// Appends steps as a training would report them: a noisy loss that falls exponentially, an accuracy that
/// rises with it, and a test after each full epoch.
inline void growRun(Run& run, int64_t steps)
{
    const int64_t perEpoch = run.plan.stepsPerEpoch;
    for (int64_t i = 0; i < steps; ++i) {
        const auto step = int64_t(run.steps.size());
        std::mt19937 random{uint32_t(step)};
        std::lognormal_distribution<float> noise(0.0F, 0.45F);
        StepMetrics metrics;
        metrics.step = step;
        metrics.durationNs = 4'000'000;
        metrics.startNs = step * 4'200'000 + (step / perEpoch) * 900'000'000;
        metrics.epoch = int32_t(step / perEpoch) + 1;
        metrics.images = 64;
        const float level = 0.03F + 2.27F * std::exp(-float(step) / (0.2F * float(perEpoch))) +
                            0.12F * std::exp(-float(step) / (4.0F * float(perEpoch)));
        metrics.loss = level * noise(random) * 0.95F;
        metrics.correct = std::clamp(int32_t(std::lround(64.0F * std::exp(-0.35F * metrics.loss))), 5, 64);
        metrics.phase = StepPhase::Off;
        run.steps.push_back(metrics);
        if ((step + 1) % perEpoch != 0)
            continue;
        EpochMetrics epoch;
        epoch.epoch = metrics.epoch;
        epoch.steps = perEpoch;
        epoch.lastStep = step;
        epoch.endNs = metrics.startNs + metrics.durationNs + 800'000'000;
        epoch.testImages = 10'000;
        epoch.testCorrect = 9917 - int64_t(200.0 * std::exp(-0.5 * (epoch.epoch - 1)));
        epoch.testLoss = 0.026 + 0.035 * std::exp(-0.45 * (epoch.epoch - 1));
        run.epochs.push_back(epoch);
    }
}

inline Run fallingRun(int64_t steps, int64_t stepsPerEpoch = 938)
{
    Run run;
    run.outcome = RunOutcome::Running;
    run.plan.stepsPerEpoch = stepsPerEpoch;
    run.plan.epochs = (steps + stepsPerEpoch - 1) / stepsPerEpoch;
    run.plan.totalSteps = steps;
    run.plan.deviceName = "AMD EPYC 9654";
    run.steps.reserve(size_t(steps));
    growRun(run, steps);
    return run;
}

} // namespace stepscope
