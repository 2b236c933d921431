#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run_sink.h"

namespace stepscope {

/// Does what Engine::forwardPass() says. Throws Error with one sentence for whatever goes wrong.
void recordForwardPass(const Experiment& experiment, RunSink& sink);

} // namespace stepscope
