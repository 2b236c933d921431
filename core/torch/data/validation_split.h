#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/shared/torch_headers.h"

#include <cstdint>

namespace stepscope {

/// The numbers of the samples to train on and of those to validate on: [N] int64 on the CPU, in increasing
/// order. Undefined if no samples are set aside.
struct ValidationSplit
{
    torch::Tensor train;
    torch::Tensor validation;
};

/// Divides the training samples as the experiment's validation share says. Those to validate on are drawn by
/// the seed; of a text, they are its last sequences. The split depends on nothing else, so a resumed training
/// has the same.
ValidationSplit splitSamples(const Experiment& experiment, int64_t trainSamples);

} // namespace stepscope
