#include "tests/benchmarks/torch/plain_networks.h"

#include <cmath>
#include <limits>
#include <utility>

namespace stepscope::benchmarks {

namespace nn = torch::nn;

namespace {

nn::Conv2d convolution(int64_t inputs, int64_t outputs, int64_t kernel, int64_t stride)
{
    return nn::Conv2d(
        nn::Conv2dOptions(inputs, outputs, kernel).stride(stride).padding(kernel / 2).bias(false));
}

struct ResidualBlockImpl : nn::Module
{
    ResidualBlockImpl(int64_t inputs, int64_t width, int64_t stride)
        : conv1(register_module("conv1", convolution(inputs, width, 3, stride)))
        , bn1(register_module("bn1", nn::BatchNorm2d(width)))
        , conv2(register_module("conv2", convolution(width, width, 3, 1)))
        , bn2(register_module("bn2", nn::BatchNorm2d(width)))
    {
        if (stride != 1 || inputs != width)
            shortcut = register_module(
                "shortcut", nn::Sequential(convolution(inputs, width, 1, stride), nn::BatchNorm2d(width)));
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        auto y = bn1(conv1(x)).relu_();
        y = bn2(conv2(y));
        y += shortcut.is_empty() ? x : shortcut->forward(x);
        return y.relu_();
    }

    nn::Conv2d conv1;
    nn::BatchNorm2d bn1;
    nn::Conv2d conv2;
    nn::BatchNorm2d bn2;
    nn::Sequential shortcut{nullptr};
};
TORCH_MODULE(ResidualBlock);

struct ResNet18 : nn::Module
{
    ResNet18()
    {
        int64_t channels = 64;
        for (int64_t stage = 0; stage < 4; ++stage) {
            for (int64_t block = 0; block < 2; ++block) {
                const auto width = int64_t(64) << stage;
                blocks->push_back(ResidualBlock(channels, width, stage > 0 && block == 0 ? 2 : 1));
                channels = width;
            }
        }
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        const auto y = blocks->forward(bn(conv(x)).relu_());
        return fc(torch::adaptive_avg_pool2d(y, {1, 1}).flatten(1));
    }

    nn::Conv2d conv = register_module("conv", convolution(3, 64, 3, 1));
    nn::BatchNorm2d bn = register_module("bn", nn::BatchNorm2d(64));
    nn::Sequential blocks = register_module("blocks", nn::Sequential());
    nn::Linear fc = register_module("fc", nn::Linear(512, 10));
};

constexpr int64_t valueCount = 128; ///< of each place
constexpr int64_t headCount = 4;

nn::Linear linear(int64_t inputs, int64_t outputs)
{
    return nn::Linear(nn::LinearOptions(inputs, outputs).bias(false));
}

struct GptBlockImpl : nn::Module
{
    torch::Tensor norm(const torch::Tensor& x, const torch::Tensor& weight) const
    {
        return torch::layer_norm(x, {valueCount}, weight);
    }

    torch::Tensor attention(const torch::Tensor& x, const torch::Tensor& mask)
    {
        const auto samples = x.size(0);
        const auto places = x.size(1);
        const auto parts = projections(x)
                               .reshape({samples, places, 3, headCount, valueCount / headCount})
                               .permute({2, 0, 3, 1, 4})
                               .unbind(0);
        const auto queries = parts[0] * (1 / std::sqrt(double(valueCount / headCount)));
        const auto scores = torch::matmul(queries, parts[1].transpose(-2, -1)) + mask;
        const auto y = torch::matmul(torch::softmax(scores, -1), parts[2]).transpose(1, 2);
        return result(y.reshape({samples, places, valueCount}));
    }

    torch::Tensor forward(torch::Tensor x, const torch::Tensor& mask)
    {
        x = x + attention(norm(x, norm1), mask);
        return x + hidden2(torch::gelu(hidden1(norm(x, norm2))));
    }

    torch::Tensor norm1 = register_parameter("norm1", torch::ones(valueCount));
    torch::Tensor norm2 = register_parameter("norm2", torch::ones(valueCount));
    nn::Linear projections = register_module("projections", linear(valueCount, 3 * valueCount));
    nn::Linear result = register_module("result", linear(valueCount, valueCount));
    nn::Linear hidden1 = register_module("hidden1", linear(valueCount, 4 * valueCount));
    nn::Linear hidden2 = register_module("hidden2", linear(4 * valueCount, valueCount));
};
TORCH_MODULE(GptBlock);

struct CharGpt : nn::Module
{
    CharGpt(int64_t characterCount, int64_t length)
        : characters(register_module("characters", nn::Embedding(characterCount, valueCount)))
        , places(register_module("places", nn::Embedding(length, valueCount)))
        , numbers(torch::arange(length))
        , mask(torch::full({length, length}, -std::numeric_limits<float>::infinity()).triu_(1))
    {
        for (int i = 0; i < 4; ++i)
            blocks.push_back(register_module("block" + std::to_string(i), GptBlock()));
        nn::init::normal_(characters->weight, 0.0, 0.02);
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        auto y = characters(x) + places(numbers);
        for (auto& block : blocks)
            y = block(y, mask);
        return torch::linear(torch::layer_norm(y, {valueCount}, norm), characters->weight);
    }

    nn::Embedding characters;
    nn::Embedding places;
    torch::Tensor numbers;
    torch::Tensor mask;
    std::vector<GptBlock> blocks;
    torch::Tensor norm = register_parameter("norm", torch::ones(valueCount));
};

} // namespace

PlainTraining plainResNet18()
{
    auto network = std::make_shared<ResNet18>();
    network->train();
    PlainTraining training{network->parameters(), {}, {}};
    training.loss = [network](const torch::Tensor& inputs, const torch::Tensor& targets) {
        return torch::cross_entropy_loss(network->forward(inputs), targets);
    };
    training.optimizer = std::make_unique<torch::optim::SGD>(
        training.parameters, torch::optim::SGDOptions(0.01).momentum(0.9).weight_decay(5e-4));
    return training;
}

PlainTraining plainCharGpt(int64_t characters, int64_t length)
{
    auto network = std::make_shared<CharGpt>(characters, length);
    network->train();
    PlainTraining training{network->parameters(), {}, {}};
    training.loss = [network](const torch::Tensor& inputs, const torch::Tensor& targets) {
        return torch::cross_entropy_loss(network->forward(inputs).flatten(0, 1), targets.flatten());
    };
    training.optimizer =
        std::make_unique<torch::optim::AdamW>(training.parameters, torch::optim::AdamWOptions(1e-3));
    return training;
}

PlainTraining plainScript(const torch::jit::Module& model, double learningRate)
{
    auto module = std::make_shared<torch::jit::Module>(model);
    module->train();
    PlainTraining training;
    for (const auto& parameter : module->parameters())
        training.parameters.push_back(parameter);
    training.loss = [module](const torch::Tensor& inputs, const torch::Tensor& targets) {
        return torch::cross_entropy_loss(module->forward({inputs}).toTensor(), targets);
    };
    training.optimizer = std::make_unique<torch::optim::SGD>(training.parameters, learningRate);
    return training;
}

void runPlainLoop(PlainTraining& training, const torch::Tensor& inputs, const torch::Tensor& targets,
                  int64_t batchSize, int threads, const std::function<bool()>& stepDone)
{
    at::set_num_threads(threads);
    const auto order = torch::randperm(inputs.size(0), torch::kInt64);
    const auto batches = inputs.size(0) / batchSize;
    double lossSum = 0.0;
    int64_t step = 0;
    do {
        const auto chosen = order.narrow(0, step++ % batches * batchSize, batchSize);
        training.optimizer->zero_grad();
        const auto loss = training.loss(inputs.index_select(0, chosen), targets.index_select(0, chosen));
        loss.backward();
        training.optimizer->step();
        lossSum += loss.item<double>();
    } while (stepDone());
    TORCH_CHECK(std::isfinite(lossSum), "the plain loop diverged");
}

} // namespace stepscope::benchmarks
