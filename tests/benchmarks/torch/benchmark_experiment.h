#pragma once

#include "tests/benchmarks/torch/turns.h"

#include "core/engine/training_control.h"
#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"

namespace stepscope::benchmarks {

DataSetCache& dataSets();

/// Sets up this process as the program does before it loads the engine; starts it again for that if needed.
void beLikeTheProgram(char** arguments);

/// The current MNIST ConvNet on all processors, with MNIST if it is on disk, otherwise with as many synthetic
/// digits.
Experiment benchmarkExperiment();

/// A feed that ends the training when its turns are over.
class FeedInTurns : public RunFeed
{
public:
    FeedInTurns(Turn& turn, TrainingControl& control)
        : m_turn(turn)
        , m_control(control)
    {
    }

    void stepsDone(std::span<const StepMetrics> steps) override
    {
        RunFeed::stepsDone(steps);
        if (!m_turn.stepDone())
            m_control.requestStop();
    }

private:
    Turn& m_turn;
    TrainingControl& m_control;
};

} // namespace stepscope::benchmarks
