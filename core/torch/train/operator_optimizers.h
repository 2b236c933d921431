#pragma once

#include "core/torch/train/optimizers.h"

namespace stepscope {

/// An optimizer that updates parameter by parameter with the same operators, in the same order, as the Python
/// optimizers of PyTorch 1.13 (torch.optim, foreach=False), so that a profile of a step has the same calls as
/// in Python. Gradients are prepared like zero_grad() by default: set to zero in 1.13, dropped since 2.0.
/// Throws Error for an optimizer that does not exist.
std::unique_ptr<Optimizer> makeOperatorOptimizer(const Experiment& experiment,
                                                 std::vector<torch::Tensor> parameters);

} // namespace stepscope
