#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run_sink.h"

namespace stepscope {

/// Implements Engine::forwardPass(). Throws Error with one sentence for any failure.
void recordForwardPass(const Experiment& experiment, RunSink& sink);

} // namespace stepscope
