#pragma once

#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <functional>

namespace stepscope::benchmarks {

/// Trains the current MNIST ConvNet with Adadelta in a plain hand-written LibTorch training loop, until
/// `stepDone` returns false. images is [N, 1, 28, 28], labels [N].
void runBareLoop(const torch::Tensor& images, const torch::Tensor& labels, int64_t batchSize, int threads,
                 const std::function<bool()>& stepDone);

} // namespace stepscope::benchmarks
