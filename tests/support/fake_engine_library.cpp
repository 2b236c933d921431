// An engine for the program itself, loaded through STEPSCOPE_ENGINE_LIBRARY: it only simulates training.

#include "core/experiment/experiment.h"
#include "tests/support/fake_engine.h"

#include <csignal>

namespace {

/// As UCX does, which LibTorch may use.
[[gnu::constructor]] void takeHangups()
{
    std::signal(SIGHUP, SIG_IGN);
}

/// Momentum controls the outcome of the training: 0.9 a crash, 0.8 a failure. Width is the duration of a step
/// in milliseconds.
class LibraryEngine final : public stepscope::FakeEngine
{
public:
    stepscope::RunOutcome train(const stepscope::Experiment& experiment, stepscope::TrainingControl& control,
                                stepscope::RunSink& sink, const stepscope::TrainingFiles& files) override
    {
        if (experiment.momentum == 0.9)
            raise(SIGKILL);
        failAtStep = experiment.momentum == 0.8 ? 5 : -1;
        millisecondsAStep = int(experiment.width);
        return FakeEngine::train(experiment, control, sink, files);
    }

    void forwardPass(const stepscope::Experiment& experiment, stepscope::RunSink& sink) override
    {
        stepscope::TrainingControl control;
        FakeEngine::train(experiment, control, sink, {}); // of one step
    }
};

} // namespace

extern "C" __attribute__((visibility("default"))) stepscope::Engine* stepscopeCreateEngine7()
{
    return new LibraryEngine;
}
