#include "core/torch/model/network_layers.h"

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

} // namespace stepscope
