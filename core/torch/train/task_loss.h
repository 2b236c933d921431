#pragma once

#include "core/experiment/experiment_kinds.h"
#include "core/torch/data/batch_sampler.h"
#include "core/torch/model/network.h"
#include "core/torch/shared/torch_headers.h"

#include <vector>

namespace stepscope {

/// The mean loss of a batch with the network's result for it: the model's own, or see Task.
torch::Tensor lossOf(Task task, const NetworkResult& result, const Batch& batch);

/// The sum of the samples' losses. Waits for a GPU.
double lossSumOf(Task task, const NetworkResult& result, const Batch& batch);

/// Whether an output [B, classes] has log probabilities: the exponentials of each row sum to 1, to within the
/// 5 % that bfloat16 may need. Waits for a GPU, and calculates on the CPU, without being recorded.
bool areLogProbabilities(const torch::Tensor& output);

/// The outputs of the parts of a batch.
class PartOutputs
{
public:
    /// Keeps a part's output, without its history.
    void add(const NetworkResult& result);
    /// The output of the whole batch; undefined if that of a part is.
    torch::Tensor joined() const;

private:
    std::vector<torch::Tensor> m_outputs;
    bool m_areKnown = true;
};

/// `count` parts of a batch, or fewer if it has fewer samples.
std::vector<Batch> partsOf(const Batch& batch, int64_t count);

} // namespace stepscope
