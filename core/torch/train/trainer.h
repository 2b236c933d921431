#pragma once

#include "core/engine/training_control.h"
#include "core/experiment/experiment.h"
#include "core/run/run.h"
#include "core/run/run_sink.h"
#include "core/torch/data/tensor_data_set.h"

namespace stepscope {

/// Trains an experiment on the calling thread, to its end or until `control` asks to stop, which is answered
/// between two steps. Returns Finished or Stopped; throws Error with one sentence for whatever goes wrong.
RunOutcome trainExperiment(const Experiment& experiment, DataSetCache& dataSets, TrainingControl& control,
                           RunSink& sink);

} // namespace stepscope
