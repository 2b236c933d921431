#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/train/optimizers.h"

#include <memory>
#include <vector>

namespace stepscope {

// Optimizers that update parameter by parameter with the same operators, in the same order, as the Python
// optimizers of PyTorch 1.13 (torch.optim, foreach=False), so that a profile of a step has the same calls as
// in Python. Those that are not in PyTorch follow their papers in the same way. Gradients are prepared like
// zero_grad() by default: set to zero in 1.13, dropped since 2.0.

std::unique_ptr<Optimizer> makeOperatorAdadelta(const Experiment& experiment,
                                                std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorSgd(const Experiment& experiment,
                                           std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorAdam(const Experiment& experiment,
                                            std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorAdamW(const Experiment& experiment,
                                             std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorRmsProp(const Experiment& experiment,
                                               std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorAdagrad(const Experiment& experiment,
                                               std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorAdamax(const Experiment& experiment,
                                              std::vector<torch::Tensor> parameters);
std::unique_ptr<Optimizer> makeOperatorNAdam(const Experiment& experiment,
                                             std::vector<torch::Tensor> parameters);
/// Not in PyTorch.
std::unique_ptr<Optimizer> makeOperatorLion(const Experiment& experiment,
                                            std::vector<torch::Tensor> parameters);

/// Not in PyTorch.
std::unique_ptr<Optimizer> makeOperatorLamb(const Experiment& experiment,
                                            std::vector<torch::Tensor> parameters);

} // namespace stepscope
