#pragma once

#include "core/engine/training_control.h"
#include "core/experiment/experiment.h"
#include "core/run/run.h"
#include "core/run/run_sink.h"
#include "core/torch/data/tensor_data_set.h"

namespace stepscope {

/// Trains an experiment on the calling thread, to its end or until `control` requests a stop, which takes
/// effect between two steps. Returns Finished or Stopped; throws Error with one sentence for any failure.
RunOutcome trainExperiment(const Experiment& experiment, DataSetCache& dataSets, TrainingControl& control,
                           RunSink& sink);

} // namespace stepscope
