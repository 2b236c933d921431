#include "tests/benchmarks/torch/bare_loop.h"

#include "core/torch/train/adadelta.h"

#include <cmath>

namespace stepscope::benchmarks {

namespace nn = torch::nn;

namespace {

struct PlainConvNet : nn::Module
{
    nn::Conv2d conv1 = register_module("conv1", nn::Conv2d(nn::Conv2dOptions(1, 32, 3)));
    nn::Conv2d conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(32, 64, 3)));
    nn::Dropout dropout1 = register_module("dropout1", nn::Dropout(0.25));
    nn::Dropout dropout2 = register_module("dropout2", nn::Dropout(0.5));
    nn::Linear fc1 = register_module("fc1", nn::Linear(9216, 128));
    nn::Linear fc2 = register_module("fc2", nn::Linear(128, 10));

    torch::Tensor forward(torch::Tensor x)
    {
        x = torch::relu(conv1(x));
        x = torch::relu(conv2(x));
        x = dropout1(torch::max_pool2d(x, 2));
        x = torch::relu(fc1(torch::flatten(x, 1)));
        return torch::log_softmax(fc2(dropout2(x)), 1);
    }
};

} // namespace

void runBareLoop(const torch::Tensor& images, const torch::Tensor& labels, int64_t batchSize, int threads,
                 const std::function<bool()>& stepDone)
{
    at::set_num_threads(threads);
    torch::manual_seed(1);
    const auto order = torch::randperm(images.size(0), torch::kInt64);
    PlainConvNet network;
    network.train();
    // LibTorch has no Adadelta: the loop uses Stepscope's, so that the rest of the loop is compared.
    Adadelta optimizer(network.parameters(), 1.0, 0.9, 1e-6, 0.0);

    const auto batches = images.size(0) / batchSize;
    double lossSum = 0.0;
    int64_t step = 0;
    do {
        const auto chosen = order.narrow(0, step++ % batches * batchSize, batchSize);
        const auto x = images.index_select(0, chosen);
        const auto y = labels.index_select(0, chosen);
        optimizer.dropGradients();
        const auto loss = torch::nll_loss(network.forward(x), y);
        loss.backward();
        optimizer.step();
        lossSum += loss.item<double>();
    } while (stepDone());
    TORCH_CHECK(std::isfinite(lossSum), "the bare loop diverged");
}

} // namespace stepscope::benchmarks
