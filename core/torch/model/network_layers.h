#pragma once

#include "core/torch/model/network.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

// What the published networks are built from. Each layer has the name that PyTorch's named_modules() gives
// it, "layer1.0.conv1", and reports its calls by that name: graph and costs are folded by it.

/// The name of a layer in a module; `module` is empty for the network itself.
inline std::string layerName(const std::string& module, const std::string& name)
{
    return module.empty() ? name : module + "." + name;
}

/// A layer that is registered in its parent and called within its scope.
template<typename Layer>
class NamedLayer
{
public:
    /// `path`: the parent's name; `name`: that of the layer in it.
    NamedLayer(torch::nn::Module& parent, const std::string& path, const std::string& name, Layer layer)
        : m_name(layerName(path, name))
        , m_layer(parent.register_module(name, std::move(layer)))
    {
    }

    torch::Tensor operator()(const torch::Tensor& x) { return callLayer(m_name.c_str(), m_layer, x); }

private:
    std::string m_name;
    Layer m_layer;
};

/// Layers that are called one after the other and named by their position, like torch.nn.Sequential.
class LayerSequence final : public torch::nn::Module
{
public:
    /// `path`: its name in the network.
    explicit LayerSequence(std::string path)
        : Module("Sequential")
        , m_path(std::move(path))
    {
    }

    template<typename Layer>
    void add(Layer layer)
    {
        m_calls.emplace_back(NamedLayer<Layer>(*this, m_path, std::to_string(m_next++), std::move(layer)));
    }
    /// Makes a module with its name and these arguments, and adds it.
    template<typename Block, typename... Arguments>
    void addBlock(const Arguments&... arguments)
    {
        add(std::make_shared<Block>(layerName(m_path, std::to_string(m_next)), arguments...));
    }
    /// Leaves a number out.
    void skip() { ++m_next; }

    torch::Tensor forward(torch::Tensor x)
    {
        for (auto& call : m_calls)
            x = call(x);
        return x;
    }

private:
    std::string m_path;
    int64_t m_next = 0;
    std::vector<std::function<torch::Tensor(const torch::Tensor&)>> m_calls;
};

/// A sequence that is registered as `name`, to be filled.
inline std::shared_ptr<LayerSequence> makeSequence(const std::string& path, const std::string& name)
{
    return std::make_shared<LayerSequence>(layerName(path, name));
}

/// A square convolution without bias, as before a batch normalization, with a padding of kernel / 2.
torch::nn::Conv2d makeConvolution(int64_t inputs, int64_t outputs, int64_t kernel, int64_t stride = 1,
                                  int64_t groups = 1);

/// In place, as in torchvision, which saves the memory of one activation each.
torch::nn::ReLU makeRelu();

/// Draws the weights of all convolutions from the normal distribution with the standard deviation
/// sqrt(2 / (outputs x elements of the kernel)) (K. He et al., Delving deep into rectifiers, 2015), and sets
/// their biases to zero.
void initializeConvolutions(const torch::nn::Module& network);

/// Draws the weights of all linear layers from the normal distribution, and sets their biases to zero.
void initializeLinearLayers(const torch::nn::Module& network, double standardDeviation);

/// Multi-head self-attention by separate operators, which are the same in all releases of LibTorch:
/// softmax(q kᵀ / sqrt(values of a head) + mask) v (A. Vaswani et al., Attention is all you need, 2017).
/// `projected`: queries, keys and values [B, places, 3 x values], each by head. `mask`: [places, places], or
/// undefined. Gives [B, places, values].
torch::Tensor selfAttention(const torch::Tensor& projected, int64_t heads, const torch::Tensor& mask = {});

/// Number of rows or columns after a convolution or pooling: floor((size + 2 padding - kernel) / stride) + 1,
/// as in torch.nn.Conv2d.
constexpr int64_t sizeAfter(int64_t size, int64_t kernel, int64_t stride, int64_t padding = 0)
{
    return (size + 2 * padding - kernel) / stride + 1;
}

/// Images under 64 pixels, such as those of MNIST and CIFAR. Networks that were designed for 224 × 224 pixels
/// then reduce the image less at their start.
constexpr bool isSmall(const ImageShape& images)
{
    return images.rows < 64 || images.columns < 64;
}

} // namespace stepscope
