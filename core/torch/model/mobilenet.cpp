#include "core/torch/model/network_layers.h"
#include "core/torch/model/published_networks.h"

namespace stepscope {

namespace {

namespace nn = torch::nn;

/// Convolution, batch normalization and ReLU6.
std::shared_ptr<LayerSequence> normalizedConvolution(const std::string& path, int64_t inputs, int64_t outputs,
                                                     int64_t kernel, int64_t stride = 1, int64_t groups = 1)
{
    auto layers = std::make_shared<LayerSequence>(path);
    layers->add(makeConvolution(inputs, outputs, kernel, stride, groups));
    layers->add(nn::BatchNorm2d(outputs));
    layers->add(nn::ReLU6(nn::ReLU6Options().inplace(true)));
    return layers;
}

/// Blocks of one kind, as in table 2 of the paper.
struct BlockRow
{
    int64_t expansion; ///< t
    int64_t outputs;   ///< c
    int64_t count;     ///< n
    int64_t stride;    ///< s, of the first
};
constexpr BlockRow blockRows[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                  {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

/// Expands the channels, convolves each, and reduces them; adds the input where it has the same shape.
class InvertedResidual final : public nn::Module
{
public:
    InvertedResidual(const std::string& path, int64_t inputs, int64_t outputs, int64_t stride,
                     int64_t expansion)
        : Module("InvertedResidual")
        , m_conv(*this, path, "conv", layers(layerName(path, "conv"), inputs, outputs, stride, expansion))
        , m_isResidual(stride == 1 && inputs == outputs)
    {
    }

    torch::Tensor forward(const torch::Tensor& x) { return m_isResidual ? x + m_conv(x) : m_conv(x); }

private:
    static std::shared_ptr<LayerSequence> layers(const std::string& path, int64_t inputs, int64_t outputs,
                                                 int64_t stride, int64_t expansion)
    {
        auto layers = std::make_shared<LayerSequence>(path);
        const int64_t inner = inputs * expansion;
        if (expansion != 1)
            layers->add(normalizedConvolution(path + ".0", inputs, inner, 1));
        layers->add(
            normalizedConvolution(path + (expansion == 1 ? ".0" : ".1"), inner, inner, 3, stride, inner));
        layers->add(makeConvolution(inner, outputs, 1));
        layers->add(nn::BatchNorm2d(outputs));
        return layers;
    }

    NamedLayer<std::shared_ptr<LayerSequence>> m_conv;
    bool m_isResidual;
};

class MobileNetV2 final : public Network
{
public:
    MobileNetV2(const ImageShape& images, int64_t classes)
        : m_features(*this, {}, "features", features(images))
        , m_classifier(*this, {}, "classifier", classifier(classes))
    {
        initializeConvolutions(*this);
        initializeLinearLayers(*this, 0.01);
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::adaptive_avg_pool2d(m_features(x), {1, 1});
        x = m_classifier(torch::flatten(x, 1));
        return torch::log_softmax(x, 1);
    }

private:
    static constexpr int64_t lastChannels = 1280;

    static std::shared_ptr<LayerSequence> features(const ImageShape& images)
    {
        const bool hasFewPixels = isSmall(images);
        auto layers = std::make_shared<LayerSequence>("features");
        int64_t channels = 32;
        layers->add(normalizedConvolution("features.0", images.channels, channels, 3, hasFewPixels ? 1 : 2));
        for (const BlockRow& row : blockRows) {
            const int64_t stride = hasFewPixels && row.outputs == 24 ? 1 : row.stride;
            for (int64_t i = 0; i < row.count; ++i) {
                layers->addBlock<InvertedResidual>(channels, row.outputs, i == 0 ? stride : 1, row.expansion);
                channels = row.outputs;
            }
        }
        layers->add(normalizedConvolution("features.18", channels, lastChannels, 1));
        return layers;
    }

    static std::shared_ptr<LayerSequence> classifier(int64_t classes)
    {
        auto layers = std::make_shared<LayerSequence>("classifier");
        layers->add(nn::Dropout(0.2));
        layers->add(nn::Linear(lastChannels, classes));
        return layers;
    }

    NamedLayer<std::shared_ptr<LayerSequence>> m_features;
    NamedLayer<std::shared_ptr<LayerSequence>> m_classifier;
};

} // namespace

std::shared_ptr<Network> makeMobileNetV2(const ImageShape& images, int64_t classes)
{
    return std::make_shared<MobileNetV2>(images, classes);
}

} // namespace stepscope
