#pragma once

#include "core/torch/data/samples.h"
#include "core/torch/model/network.h"
#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace stepscope {

struct Evaluation
{
    int64_t samples = 0;
    int64_t correct = 0; ///< StepMetrics::notCounted unless outputs give the classes of samples
    double loss = 0.0;   ///< mean over all samples
};

/// Runs the network over a set of samples in batches of the experiment's size for tests, in its precision and
/// memory layout and in evaluation mode, and leaves it in training mode.
/// The network and `targets`, one for each sample, are on the same device. With `numbers`, the samples with
/// these numbers ([N] int64, on the device of the samples) are evaluated, otherwise all.
/// Calls `proceed` (with the number of finished batches) before each batch; returns nullopt if it returns
/// false.
std::optional<Evaluation> evaluate(Network& network, const Samples& samples, const torch::Tensor& targets,
                                   const Experiment& experiment, const std::function<bool(int64_t)>& proceed,
                                   const torch::Tensor& numbers = {});

/// Number of rows of log probabilities [B, classes] whose largest value is at the label [B]. On the CPU it
/// uses no operators, so that it does not appear in a profile.
int64_t countCorrect(const torch::Tensor& output, const torch::Tensor& labels);

} // namespace stepscope
