#pragma once

#include "core/torch/shared/torch_headers.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace stepscope::benchmarks {

/// A network and its optimizer, as they are written by hand with LibTorch alone.
struct PlainTraining
{
    std::vector<torch::Tensor> parameters;
    /// The mean loss of a batch.
    std::function<torch::Tensor(const torch::Tensor& inputs, const torch::Tensor& targets)> loss;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
};

/// ResNet-18 for images of 3 x 32 x 32 in 10 classes, with SGD, momentum 0.9 and weight decay 5e-4.
PlainTraining plainResNet18();

/// The GPT of Stepscope's network char-gpt: four blocks with four heads, 128 values of each place, AdamW.
PlainTraining plainCharGpt(int64_t characters, int64_t length);

/// A TorchScript model with cross entropy and SGD without momentum.
PlainTraining plainScript(const torch::jit::Module& model, double learningRate);

/// Trains until `stepDone` returns false. inputs: [N, ...], targets: [N, ...]; each batch is gathered by its
/// numbers, as a loop that shuffles does.
void runPlainLoop(PlainTraining& training, const torch::Tensor& inputs, const torch::Tensor& targets,
                  int64_t batchSize, int threads, const std::function<bool()>& stepDone);

} // namespace stepscope::benchmarks
