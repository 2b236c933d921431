#pragma once

#include "core/engine/torch_headers.h"

#include <cstdint>

namespace stepscope::benchmarks {

/// Nanoseconds a step of today's MNIST ConvNet with Adadelta takes in a plain LibTorch training loop, as one writes it
/// by hand: mean over `steps` steps after `warmup` others, with this many threads. images is [N, 1, 28, 28], labels [N].
double bareLoopNsPerStep(const torch::Tensor& images, const torch::Tensor& labels, int64_t batchSize, int64_t warmup,
                         int64_t steps, int threads);

} // namespace stepscope::benchmarks
