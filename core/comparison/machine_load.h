#pragma once

#include "core/run/run_figures.h"

#include <cstdint>

namespace stepscope {

/// The maximum factor by which other programs may have slowed a run down, as a logarithm: the number of
/// processors it could have used without them, divided by the number it had. 0 when that is not known.
/// `threads`: as in Experiment::threads. A training on an accelerator is assumed to need one processor.
double slowdownByOthers(const MachineUse& use, int64_t threads, bool onAccelerator);
double slowdownByOthers(const Run& run);

} // namespace stepscope
