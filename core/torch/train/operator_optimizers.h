#pragma once

#include "core/torch/train/optimizers.h"

namespace stepscope {

/// An optimizer that updates parameter by parameter with the operators that PyTorch 1.13's Python optimizers
/// call (torch.optim, foreach=False), in the same order, so that a profile of a step has the calls that one
/// of Python has. Gradients are prepared as zero_grad() does by default: set to zero in 1.13, dropped
/// from 2.0 on. Throws Error for an optimizer that does not exist.
std::unique_ptr<Optimizer> makeOperatorOptimizer(const Experiment& experiment,
                                                 std::vector<torch::Tensor> parameters);

} // namespace stepscope
