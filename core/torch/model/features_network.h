#pragma once

#include "core/torch/model/network_layers.h"

#include <memory>
#include <utility>

namespace stepscope {

/// Features by convolutions and poolings, an average pooling, and a classifier of linear layers: the layers
/// "features", "avgpool" and "classifier" of torchvision's AlexNet and VGG.
class FeaturesNetwork final : public Network
{
public:
    using Sequence = std::shared_ptr<LayerSequence>;

    /// The average pooling makes `rows` and `columns`.
    FeaturesNetwork(Sequence features, int64_t rows, int64_t columns, Sequence classifier)
        : m_features(*this, {}, "features", std::move(features))
        , m_pool(*this, {}, "avgpool",
                 torch::nn::AdaptiveAvgPool2d(torch::nn::AdaptiveAvgPool2dOptions({rows, columns})))
        , m_classifier(*this, {}, "classifier", std::move(classifier))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        x = torch::flatten(m_pool(m_features(x)), 1);
        return torch::log_softmax(m_classifier(x), 1);
    }

private:
    NamedLayer<Sequence> m_features;
    NamedLayer<torch::nn::AdaptiveAvgPool2d> m_pool;
    NamedLayer<Sequence> m_classifier;
};

} // namespace stepscope
