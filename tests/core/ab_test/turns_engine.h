#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/engine/training_control.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

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
    std::chrono::microseconds realStep{200};
    std::chrono::milliseconds preparation{0};
    std::atomic<int> trainings = 0;
    std::atomic<bool> hasOverlapped = false;

    EngineInfo info() override { return {}; }
    std::vector<DeviceInfo> devices() override { return {}; }
    NetworkGraph captureGraph(const Experiment&) override { return {}; }

    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& /*files*/) override
    {
        ++trainings;
        const Turn turn(*this, control);
        if (const std::string reason = refusal(experiment); !reason.empty())
            throw Error(reason);
        std::this_thread::sleep_for(preparation);
        sink.planned({.stepsPerEpoch = 1000, .totalSteps = 1'000'000});
        sink.trainingBegan(monotonicNs());
        for (int64_t step = 0;; ++step) {
            control.waitWhilePaused();
            if (control.stopRequested())
                return RunOutcome::Stopped;
            hasOverlapped = hasOverlapped || m_isInStep.exchange(true);
            std::this_thread::sleep_for(realStep);
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
    /// Refuses a training while another one does not wait, as the engine does.
    class Turn
    {
    public:
        Turn(TurnsEngine& engine, TrainingControl& control)
            : m_engine(engine)
            , m_control(&control)
        {
            const std::lock_guard lock(engine.m_mutex);
            for (TrainingControl* other : engine.m_controls)
                if (!other->isWaiting())
                    throw Error("Another training is running.");
            engine.m_controls.push_back(&control);
        }
        ~Turn()
        {
            const std::lock_guard lock(m_engine.m_mutex);
            std::erase(m_engine.m_controls, m_control);
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        TurnsEngine& m_engine;
        TrainingControl* m_control;
    };

    std::mutex m_mutex;
    std::vector<TrainingControl*> m_controls;
    std::atomic<bool> m_isInStep = false;
};

} // namespace stepscope::test
