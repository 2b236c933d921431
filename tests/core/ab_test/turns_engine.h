#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/engine/training_control.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

namespace stepscope::test {

/// Pretends to train two experiments in turns: the reported durations and losses are known in advance, so no
/// test depends on the machine's speed. Fails if two of its trainings train at the same time.
class TurnsEngine : public Engine
{
public:
    /// Reported duration of a step in ns.
    std::function<double(const Experiment&)> stepNs = [](const Experiment&) { return 1e6; };
    std::function<double(const Experiment&, int64_t step)> loss = [](const Experiment&, int64_t step) {
        return 2.0 * std::exp(-double(step) / 500.0) + 0.1;
    };
    std::function<std::string(const Experiment&)> refusal = [](const Experiment&) { return std::string(); };
    std::atomic<int> trainings = 0;
    std::atomic<bool> hasOverlapped = false;

    EngineInfo info() override { return {}; }
    std::vector<DeviceInfo> devices() override { return {}; }
    NetworkGraph captureGraph(const Experiment&) override { return {}; }

    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink) override
    {
        ++trainings;
        if (const std::string reason = refusal(experiment); !reason.empty())
            throw Error(reason);
        sink.planned({.stepsPerEpoch = 1000, .totalSteps = 1'000'000});
        sink.trainingBegan(monotonicNs());
        for (int64_t step = 0;; ++step) {
            control.waitWhilePaused();
            if (control.stopRequested())
                return RunOutcome::Stopped;
            hasOverlapped = hasOverlapped || m_isInStep.exchange(true);
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            // One of twenty steps is disturbed, in the same way in both trainings.
            const double disturbance = step % 20 == 7 ? 1.5 : 1.0 + 0.001 * double(step % 5);
            const StepMetrics metrics{.step = step,
                                      .durationNs = int64_t(stepNs(experiment) * disturbance),
                                      .images = int32_t(experiment.batchSize),
                                      .loss = float(loss(experiment, step)),
                                      .epoch = 1};
            m_isInStep = false;
            sink.stepsDone({&metrics, 1});
        }
    }

private:
    std::atomic<bool> m_isInStep = false;
};

} // namespace stepscope::test
