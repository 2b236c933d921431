#include "core/torch/model/network_layers.h"

#include <cmath>

namespace stepscope {

torch::nn::Conv2d makeConvolution(int64_t inputs, int64_t outputs, int64_t kernel, int64_t stride,
                                  int64_t groups)
{
    return torch::nn::Conv2d(torch::nn::Conv2dOptions(inputs, outputs, kernel)
                                 .stride(stride)
                                 .padding(kernel / 2)
                                 .groups(groups)
                                 .bias(false));
}

torch::nn::ReLU makeRelu()
{
    return torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true));
}

void initializeConvolutions(const torch::nn::Module& network)
{
    for (const auto& module : network.modules(/*include_self=*/false)) {
        const auto* convolution = module->as<torch::nn::Conv2d>();
        if (!convolution)
            continue;
        torch::nn::init::kaiming_normal_(convolution->weight, 0.0, torch::kFanOut, torch::kReLU);
        if (convolution->bias.defined())
            torch::nn::init::zeros_(convolution->bias);
    }
}

void initializeLinearLayers(const torch::nn::Module& network, double standardDeviation)
{
    for (const auto& module : network.modules(/*include_self=*/false)) {
        if (const auto* linear = module->as<torch::nn::Linear>()) {
            torch::nn::init::normal_(linear->weight, 0.0, standardDeviation);
            torch::nn::init::zeros_(linear->bias);
        }
    }
}

torch::Tensor selfAttention(const torch::Tensor& projected, int64_t heads, const torch::Tensor& mask)
{
    const auto samples = projected.size(0);
    const auto places = projected.size(1);
    const auto values = projected.size(2) / 3;
    const auto parts =
        projected.reshape({samples, places, 3, heads, values / heads}).permute({2, 0, 3, 1, 4}).unbind(0);
    const auto queries = parts[0] * (1.0 / std::sqrt(double(values / heads)));
    auto scores = torch::matmul(queries, parts[1].transpose(-2, -1));
    if (mask.defined())
        scores = scores + mask;
    const auto result = torch::matmul(torch::softmax(scores, -1), parts[2]).transpose(1, 2);
    return result.reshape({samples, places, values});
}

} // namespace stepscope
