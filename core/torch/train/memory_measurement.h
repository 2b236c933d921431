#pragma once

#include "core/engine/step_memory.h"
#include "core/experiment/experiment.h"

#include <cstdint>

namespace stepscope {

/// Trains two steps on black images, and returns what the tensors of the second one used. The first allocates
/// what stays. Batches that loader workers prepare in advance are not counted. Leaves LibTorch's random
/// numbers as they were.
StepMemory measureStepMemory(const Experiment& experiment, int64_t batchSize);

} // namespace stepscope
