#include "core/torch/model/features_network.h"
#include "core/torch/model/published_networks.h"

#include <algorithm>

namespace stepscope {

namespace {

namespace nn = torch::nn;

class AlexNetMaker
{
public:
    explicit AlexNetMaker(const ImageShape& images)
        : m_rows(images.rows)
        , m_columns(images.columns)
        , m_channels(images.channels)
        , m_isSmall(isSmall(images))
    {
    }

    std::shared_ptr<Network> make(int64_t classes)
    {
        addFeatures();
        constexpr int64_t most = 6;
        const int64_t rows = std::min(m_rows, most);
        const int64_t columns = std::min(m_columns, most);
        return std::make_shared<FeaturesNetwork>(m_features, rows, columns,
                                                 classifier(m_channels * rows * columns, classes));
    }

private:
    void addFeatures()
    {
        if (m_isSmall)
            addConvolution(64, 3, 2, 1);
        else
            addConvolution(64, 11, 4, 2);
        addPool();
        addConvolution(192, 5, 1, 2);
        addPool();
        addConvolution(384, 3, 1, 1);
        addConvolution(256, 3, 1, 1);
        addConvolution(256, 3, 1, 1);
        addPool();
    }

    void addConvolution(int64_t outputs, int64_t kernel, int64_t stride, int64_t padding)
    {
        m_features->add(
            nn::Conv2d(nn::Conv2dOptions(m_channels, outputs, kernel).stride(stride).padding(padding)));
        m_features->add(makeRelu());
        m_channels = outputs;
        reduce(kernel, stride, padding);
    }

    void addPool()
    {
        const int64_t kernel = m_isSmall ? 2 : 3;
        m_features->add(nn::MaxPool2d(nn::MaxPool2dOptions(kernel).stride(2)));
        reduce(kernel, 2, 0);
    }

    void reduce(int64_t kernel, int64_t stride, int64_t padding)
    {
        m_rows = sizeAfter(m_rows, kernel, stride, padding);
        m_columns = sizeAfter(m_columns, kernel, stride, padding);
    }

    static std::shared_ptr<LayerSequence> classifier(int64_t inputs, int64_t classes)
    {
        auto layers = std::make_shared<LayerSequence>("classifier");
        layers->add(nn::Dropout(0.5));
        layers->add(nn::Linear(inputs, 4096));
        layers->add(makeRelu());
        layers->add(nn::Dropout(0.5));
        layers->add(nn::Linear(4096, 4096));
        layers->add(makeRelu());
        layers->add(nn::Linear(4096, classes));
        return layers;
    }

    std::shared_ptr<LayerSequence> m_features = std::make_shared<LayerSequence>("features");
    int64_t m_rows; ///< after the layers so far, as the other two
    int64_t m_columns;
    int64_t m_channels;
    bool m_isSmall;
};

} // namespace

std::shared_ptr<Network> makeAlexNet(const ImageShape& images, int64_t classes)
{
    return AlexNetMaker(images).make(classes);
}

} // namespace stepscope
