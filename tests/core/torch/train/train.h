#pragma once

#include "core/run_file/run_feed.h"
#include "core/torch/data/tensor_data_set.h"
#include "core/torch/train/trainer.h"

namespace stepscope::test {

/// A whole training with what it reported. Throws what trainExperiment() throws.
inline Run train(const Experiment& experiment)
{
    RunFeed feed;
    TrainingControl control;
    DataSetCache dataSets;
    const auto outcome = trainExperiment(experiment, dataSets, control, feed);
    Run run;
    feed.drainInto(run);
    run.experiment = experiment;
    run.outcome = outcome;
    return run;
}

} // namespace stepscope::test
