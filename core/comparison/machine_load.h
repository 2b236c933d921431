#pragma once

#include "core/run/run_figures.h"

#include <cstdint>

namespace stepscope {

/// By how much other programs may have slowed a run down, at most, as the logarithm of a factor: how many
/// processors it could have used without them, by how many it had. 0 where that is not known. `threads`: as
/// in Experiment::threads. A training on an accelerator is taken to need one processor.
double slowdownByOthers(const MachineUse& use, int64_t threads, bool onAccelerator);
double slowdownByOthers(const Run& run);

} // namespace stepscope
