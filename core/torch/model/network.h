#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/network_plan.h"
#include "core/torch/shared/torch_headers.h"

#include <memory>

namespace stepscope {

/// What a network gives for a batch.
struct NetworkResult
{
    torch::Tensor output; ///< see Network; undefined where a model gives only its loss
    torch::Tensor loss;   ///< [], float32, of a model that returns its loss; otherwise undefined
};

/// A network of a kind in networkKinds(). Its task decides what it gets and gives: for a classification,
/// images [B, channels, rows, columns] and log probabilities [B, classes]; for the next character, numbers of
/// characters [B, length] and unnormalized log probabilities [B, length, characters]; for a reconstruction,
/// images and images.
class Network : public torch::nn::Module
{
public:
    virtual torch::Tensor forward(torch::Tensor x) = 0;
    /// Also gets what is learned for these samples, as int64: their classes [B], or the characters that
    /// follow [B, length]. Only a model that returns its loss needs them, see returnsLoss(); its forward()
    /// must not be called.
    virtual NetworkResult resultOf(const torch::Tensor& x, const torch::Tensor& /*targets*/)
    {
        return {.output = forward(x), .loss = {}};
    }
};

/// Builds the experiment's network on the CPU, with random weights from LibTorch's default generator.
std::shared_ptr<Network> makeNetwork(const Experiment& experiment);

/// `count` samples of zeros, as the experiment's network gets them: images or numbers of characters.
torch::Tensor zeroInputs(const Experiment& experiment, int64_t count);
/// What it learns for these: classes [count], or characters [count, length].
torch::Tensor zeroTargets(const Experiment& experiment, int64_t count);

int64_t parameterCount(const torch::nn::Module& module);

/// Reports the start and end of a layer's call to recorders. The cost is negligible if nothing is recorded.
class LayerScope
{
public:
    explicit LayerScope(const char* name)
        : m_function(at::RecordScope::USER_SCOPE)
    {
        if (m_function.isActive())
            m_function.before(name);
    }

private:
    at::RecordFunction m_function;
};

/// Calls a layer within its scope.
template<typename Layer>
torch::Tensor callLayer(const char* name, Layer& layer, const torch::Tensor& x)
{
    const LayerScope scope(name);
    return layer->forward(x);
}

/// Calls the layer as one operator, like PyTorch's Python layer: the C++ layer of LibTorch 1.13 calls t and
/// addmm instead.
inline torch::Tensor callLayer(const char* name, torch::nn::Linear& layer, const torch::Tensor& x)
{
    const LayerScope scope(name);
    return torch::linear(x, layer->weight, layer->bias);
}

/// Dropout of whole channels. torch::nn::Dropout2d of LibTorch 1.13 handles 2-D input, as in the networks of
/// 2020, incorrectly: it drops whole samples instead of single features.
class ChannelDropoutImpl : public torch::nn::Module
{
public:
    explicit ChannelDropoutImpl(double probability)
        : m_probability(probability)
    {
    }
    torch::Tensor forward(const torch::Tensor& x)
    {
        return torch::feature_dropout(x, m_probability, is_training());
    }
    void pretty_print(std::ostream& stream) const override
    {
        stream << "Dropout2d(p=" << m_probability << ")";
    }

private:
    double m_probability;
};
TORCH_MODULE(ChannelDropout);

std::shared_ptr<Network> makeMnistConvNet();     ///< the current one of the PyTorch examples
std::shared_ptr<Network> makeMnistConvNet2020(); ///< with Dropout2d
std::shared_ptr<Network> makeMnistConvNet2018();
std::shared_ptr<Network> makeMnistConvNet2017();
std::shared_ptr<Network> makeMlp(const ImageShape& images, int64_t classes, int64_t hiddenLayers,
                                 int64_t width);
/// Of Experiment::layers.
std::shared_ptr<Network> makePlannedNetwork(const NetworkPlan& plan);

} // namespace stepscope
