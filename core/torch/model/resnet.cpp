#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

#include <array>
#include <optional>

namespace stepscope {

namespace {

namespace nn = torch::nn;

/// What is added to the result of a residual block: its input, which a 1 x 1 convolution brings to the shape
/// of the result where that is another.
class Shortcut
{
public:
    Shortcut(nn::Module& block, const std::string& path, int64_t inputs, int64_t outputs, int64_t stride)
    {
        if (stride == 1 && inputs == outputs)
            return;
        auto layers = makeSequence(path, "downsample");
        layers->add(makeConvolution(inputs, outputs, 1, stride));
        layers->add(nn::BatchNorm2d(outputs));
        m_layers.emplace(block, path, "downsample", layers);
    }

    torch::Tensor operator()(const torch::Tensor& x) { return m_layers ? (*m_layers)(x) : x; }

private:
    std::optional<NamedLayer<std::shared_ptr<LayerSequence>>> m_layers;
};

class BasicBlock final : public nn::Module
{
public:
    static constexpr int64_t expansion = 1;

    BasicBlock(const std::string& path, int64_t inputs, int64_t width, int64_t stride)
        : Module("BasicBlock")
        , m_conv1(*this, path, "conv1", makeConvolution(inputs, width, 3, stride))
        , m_bn1(*this, path, "bn1", nn::BatchNorm2d(width))
        , m_relu(*this, path, "relu", makeRelu())
        , m_conv2(*this, path, "conv2", makeConvolution(width, width, 3))
        , m_bn2(*this, path, "bn2", nn::BatchNorm2d(width))
        , m_shortcut(*this, path, inputs, width, stride)
    {
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        auto result = m_relu(m_bn1(m_conv1(x)));
        result = m_bn2(m_conv2(result));
        result += m_shortcut(x);
        return m_relu(result);
    }

private:
    NamedLayer<nn::Conv2d> m_conv1;
    NamedLayer<nn::BatchNorm2d> m_bn1;
    NamedLayer<nn::ReLU> m_relu;
    NamedLayer<nn::Conv2d> m_conv2;
    NamedLayer<nn::BatchNorm2d> m_bn2;
    Shortcut m_shortcut;
};

class Bottleneck final : public nn::Module
{
public:
    static constexpr int64_t expansion = 4;

    Bottleneck(const std::string& path, int64_t inputs, int64_t width, int64_t stride)
        : Module("Bottleneck")
        , m_conv1(*this, path, "conv1", makeConvolution(inputs, width, 1))
        , m_bn1(*this, path, "bn1", nn::BatchNorm2d(width))
        , m_conv2(*this, path, "conv2", makeConvolution(width, width, 3, stride))
        , m_bn2(*this, path, "bn2", nn::BatchNorm2d(width))
        , m_conv3(*this, path, "conv3", makeConvolution(width, width * expansion, 1))
        , m_bn3(*this, path, "bn3", nn::BatchNorm2d(width * expansion))
        , m_relu(*this, path, "relu", makeRelu())
        , m_shortcut(*this, path, inputs, width * expansion, stride)
    {
    }

    torch::Tensor forward(const torch::Tensor& x)
    {
        auto result = m_relu(m_bn1(m_conv1(x)));
        result = m_relu(m_bn2(m_conv2(result)));
        result = m_bn3(m_conv3(result));
        result += m_shortcut(x);
        return m_relu(result);
    }

private:
    NamedLayer<nn::Conv2d> m_conv1;
    NamedLayer<nn::BatchNorm2d> m_bn1;
    NamedLayer<nn::Conv2d> m_conv2;
    NamedLayer<nn::BatchNorm2d> m_bn2;
    NamedLayer<nn::Conv2d> m_conv3;
    NamedLayer<nn::BatchNorm2d> m_bn3;
    NamedLayer<nn::ReLU> m_relu;
    Shortcut m_shortcut;
};

/// A stage: residual blocks of one width, of which the first has the stride. `inputs` becomes the number of
/// its outputs.
template<typename Block>
std::shared_ptr<LayerSequence> makeStage(const std::string& name, int64_t& inputs, int64_t width,
                                         int64_t blocks, int64_t stride)
{
    auto stage = makeSequence({}, name);
    for (int64_t i = 0; i < blocks; ++i) {
        stage->addBlock<Block>(inputs, width, i == 0 ? stride : 1);
        inputs = width * Block::expansion;
    }
    return stage;
}

template<typename Block>
class ResNet final : public Network
{
public:
    /// `blocks`: their number in each stage.
    ResNet(const std::array<int64_t, 4>& blocks, const ImageShape& images, int64_t classes)
        : m_conv1(*this, {}, "conv1",
                  isSmall(images) ? makeConvolution(images.channels, 64, 3)
                                  : makeConvolution(images.channels, 64, 7, 2))
    {
        if (!isSmall(images))
            m_maxPool.emplace(*this, std::string(), "maxpool",
                              nn::MaxPool2d(nn::MaxPool2dOptions(3).stride(2).padding(1)));
        int64_t channels = 64;
        for (int64_t i = 0; i < 4; ++i) {
            const auto name = "layer" + std::to_string(i + 1);
            m_stages.emplace_back(
                *this, std::string(), name,
                makeStage<Block>(name, channels, 64 << i, blocks[size_t(i)], i == 0 ? 1 : 2));
        }
        m_averagePool.emplace(*this, std::string(), "avgpool", nn::AdaptiveAvgPool2d(1));
        m_fc.emplace(*this, std::string(), "fc", nn::Linear(channels, classes));
        initializeConvolutions(*this);
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = m_relu(m_bn1(m_conv1(x)));
        if (m_maxPool)
            x = (*m_maxPool)(x);
        for (auto& stage : m_stages)
            x = stage(x);
        x = torch::flatten((*m_averagePool)(x), 1);
        return torch::log_softmax((*m_fc)(x), 1);
    }

private:
    NamedLayer<nn::Conv2d> m_conv1;
    NamedLayer<nn::BatchNorm2d> m_bn1{*this, {}, "bn1", nn::BatchNorm2d(64)};
    NamedLayer<nn::ReLU> m_relu{*this, {}, "relu", makeRelu()};
    std::optional<NamedLayer<nn::MaxPool2d>> m_maxPool; ///< as those below: registered in this order
    std::vector<NamedLayer<std::shared_ptr<LayerSequence>>> m_stages;
    std::optional<NamedLayer<nn::AdaptiveAvgPool2d>> m_averagePool;
    std::optional<NamedLayer<nn::Linear>> m_fc;
};

} // namespace

std::shared_ptr<Network> makeResNet18(const ImageShape& images, int64_t classes)
{
    return std::make_shared<ResNet<BasicBlock>>(std::array<int64_t, 4>{2, 2, 2, 2}, images, classes);
}

std::shared_ptr<Network> makeResNet50(const ImageShape& images, int64_t classes)
{
    return std::make_shared<ResNet<Bottleneck>>(std::array<int64_t, 4>{3, 4, 6, 3}, images, classes);
}

} // namespace stepscope
