#include "core/torch/model/published_networks.h"

#include <algorithm>

namespace stepscope {

namespace {

namespace nn = torch::nn;

class LeNet5 final : public Network
{
public:
    LeNet5(const ImageShape& images, int64_t classes)
        : m_conv1(register_module(
              "conv1", nn::Conv2d(nn::Conv2dOptions(images.channels, 6, 5)
                                      .padding({paddingOf(images.rows), paddingOf(images.columns)}))))
        , m_fc1(register_module("fc1", nn::Linear(16 * left(images.rows) * left(images.columns), 120)))
        , m_fc2(register_module("fc2", nn::Linear(120, 84)))
        , m_fc3(register_module("fc3", nn::Linear(84, classes)))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::avg_pool2d(torch::tanh(callLayer("conv1", m_conv1, x)), 2);
        x = torch::avg_pool2d(torch::tanh(callLayer("conv2", m_conv2, x)), 2);
        x = torch::flatten(x, 1);
        x = torch::tanh(callLayer("fc1", m_fc1, x));
        x = torch::tanh(callLayer("fc2", m_fc2, x));
        return torch::log_softmax(callLayer("fc3", m_fc3, x), 1);
    }

private:
    static int64_t paddingOf(int64_t size) { return std::max<int64_t>(0, (32 - size + 1) / 2); }
    /// Rows or columns after the second pooling.
    static int64_t left(int64_t size) { return ((size + 2 * paddingOf(size) - 4) / 2 - 4) / 2; }

    nn::Conv2d m_conv1;
    nn::Conv2d m_conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(6, 16, 5)));
    nn::Linear m_fc1;
    nn::Linear m_fc2;
    nn::Linear m_fc3;
};

} // namespace

std::shared_ptr<Network> makeLeNet5(const ImageShape& images, int64_t classes)
{
    return std::make_shared<LeNet5>(images, classes);
}

} // namespace stepscope
