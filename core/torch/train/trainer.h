#pragma once

#include "core/engine/training_control.h"
#include "core/engine/training_files.h"
#include "core/experiment/experiment.h"
#include "core/run/run.h"
#include "core/run/run_sink.h"
#include "core/torch/data/tensor_data_set.h"

namespace stepscope {

/// Trains an experiment on the calling thread, to its end or until `control` requests a stop, which takes
/// effect between two steps. Returns Finished or Stopped; throws Error with one sentence for any failure.
/// What `files` names is written after epochs and at the end; a problem with it is a warning in the run's
/// log.
RunOutcome trainExperiment(const Experiment& experiment, DataSetCache& dataSets, TrainingControl& control,
                           RunSink& sink, const TrainingFiles& files = {});

} // namespace stepscope
