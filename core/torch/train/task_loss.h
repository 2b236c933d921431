#pragma once

#include "core/experiment/experiment_kinds.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/shared/torch_headers.h"

namespace stepscope {

/// The mean loss of a batch with the network's output for it; see Task.
torch::Tensor lossOf(Task task, const torch::Tensor& output, const Batch& batch);

/// The sum of the samples' losses. Waits for a GPU.
double lossSumOf(Task task, const torch::Tensor& output, const Batch& batch);

/// `count` parts of a batch, or fewer if it has fewer samples.
std::vector<Batch> partsOf(const Batch& batch, int64_t count);

} // namespace stepscope
