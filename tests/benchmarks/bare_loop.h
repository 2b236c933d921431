#pragma once

#include "core/engine/torch_headers.h"

#include <cstdint>

namespace stepscope::benchmarks {

/// Nanoseconds a step of today's MNIST ConvNet with Adadelta takes in a plain LibTorch training loop, as one writes it
/// by hand: mean over `steps` steps after `warmup` others, on `images` images of noise, with this many threads.
double bareLoopNsPerStep(int64_t batchSize, int64_t warmup, int64_t steps, int64_t images, int threads);

} // namespace stepscope::benchmarks
