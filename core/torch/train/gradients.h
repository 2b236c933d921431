#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/shared/torch_headers.h"

#include <vector>

namespace stepscope {

/// Changes the gradients as the experiment says: adds the gradient of the L1 penalty, the factor times the
/// sign of the weight, then scales all of them so that their norm is at most the limit (as
/// torch.nn.utils.clip_grad_norm_, without waiting for a GPU).
void adjustGradients(const std::vector<torch::Tensor>& parameters, const Experiment& experiment);

} // namespace stepscope
