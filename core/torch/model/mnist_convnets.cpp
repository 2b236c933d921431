#include "core/torch/model/network.h"

// The MNIST networks of the PyTorch examples (https://github.com/pytorch/examples, mnist/main.py) by year.

namespace stepscope {

namespace {

namespace nn = torch::nn;

/// Dropout is nn::Dropout in the current example and channel-wise in that of 2020.
template<typename Dropout>
class ConvNet final : public Network
{
public:
    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::relu(callLayer("conv1", m_conv1, x));
        x = torch::relu(callLayer("conv2", m_conv2, x));
        x = torch::max_pool2d(x, 2);
        x = callLayer("dropout1", m_dropout1, x);
        x = torch::flatten(x, 1);
        x = torch::relu(callLayer("fc1", m_fc1, x));
        x = callLayer("dropout2", m_dropout2, x);
        return torch::log_softmax(callLayer("fc2", m_fc2, x), 1);
    }

private:
    nn::Conv2d m_conv1 = register_module("conv1", nn::Conv2d(nn::Conv2dOptions(1, 32, 3)));
    nn::Conv2d m_conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(32, 64, 3)));
    Dropout m_dropout1 = register_module("dropout1", Dropout(0.25));
    Dropout m_dropout2 = register_module("dropout2", Dropout(0.5));
    nn::Linear m_fc1 = register_module("fc1", nn::Linear(9216, 128));
    nn::Linear m_fc2 = register_module("fc2", nn::Linear(128, 10));
};

class ConvNet2018 final : public Network
{
public:
    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::max_pool2d(torch::relu(callLayer("conv1", m_conv1, x)), 2);
        x = torch::max_pool2d(torch::relu(callLayer("conv2", m_conv2, x)), 2);
        x = torch::flatten(x, 1);
        x = torch::relu(callLayer("fc1", m_fc1, x));
        return torch::log_softmax(callLayer("fc2", m_fc2, x), 1);
    }

private:
    nn::Conv2d m_conv1 = register_module("conv1", nn::Conv2d(nn::Conv2dOptions(1, 20, 5)));
    nn::Conv2d m_conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(20, 50, 5)));
    nn::Linear m_fc1 = register_module("fc1", nn::Linear(800, 500));
    nn::Linear m_fc2 = register_module("fc2", nn::Linear(500, 10));
};

class ConvNet2017 final : public Network
{
public:
    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::relu(torch::max_pool2d(callLayer("conv1", m_conv1, x), 2));
        x = callLayer("conv2_drop", m_conv2Drop, callLayer("conv2", m_conv2, x));
        x = torch::relu(torch::max_pool2d(x, 2));
        x = torch::flatten(x, 1);
        x = torch::relu(callLayer("fc1", m_fc1, x));
        x = torch::dropout(x, 0.5, is_training());
        return torch::log_softmax(callLayer("fc2", m_fc2, x), 1);
    }

private:
    nn::Conv2d m_conv1 = register_module("conv1", nn::Conv2d(nn::Conv2dOptions(1, 10, 5)));
    nn::Conv2d m_conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(10, 20, 5)));
    ChannelDropout m_conv2Drop = register_module("conv2_drop", ChannelDropout(0.5));
    nn::Linear m_fc1 = register_module("fc1", nn::Linear(320, 50));
    nn::Linear m_fc2 = register_module("fc2", nn::Linear(50, 10));
};

} // namespace

std::shared_ptr<Network> makeMnistConvNet()
{
    return std::make_shared<ConvNet<nn::Dropout>>();
}

std::shared_ptr<Network> makeMnistConvNet2020()
{
    return std::make_shared<ConvNet<ChannelDropout>>();
}

std::shared_ptr<Network> makeMnistConvNet2018()
{
    return std::make_shared<ConvNet2018>();
}

std::shared_ptr<Network> makeMnistConvNet2017()
{
    return std::make_shared<ConvNet2017>();
}

} // namespace stepscope
