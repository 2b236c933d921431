#include "core/torch/model/network.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

namespace nn = torch::nn;

class PlannedNetwork final : public Network
{
public:
    explicit PlannedNetwork(const NetworkPlan& plan)
        : m_steps(stepsOf(plan.layers, *this))
    {
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        return torch::log_softmax(run(m_steps, std::move(x)), 1);
    }

private:
    using Step = std::function<torch::Tensor(const torch::Tensor&)>;
    using Steps = std::vector<Step>;

    static torch::Tensor run(const Steps& steps, torch::Tensor x)
    {
        for (const Step& step : steps)
            x = step(x);
        return x;
    }

    /// "conv2" of "residual1.conv2".
    static std::string ownName(const PlannedLayer& layer)
    {
        return layer.name.substr(layer.name.rfind('.') + 1);
    }

    /// Registers the layers that have parameters or a state in their parent.
    static Steps stepsOf(const std::vector<PlannedLayer>& layers, nn::Module& parent)
    {
        Steps steps;
        for (const PlannedLayer& layer : layers)
            steps.push_back(stepOf(layer, parent));
        return steps;
    }

    template<typename Layer>
    static Step moduleStep(const PlannedLayer& layer, nn::Module& parent, Layer module)
    {
        parent.register_module(ownName(layer), module);
        return [name = layer.name, module](const torch::Tensor& x) mutable {
            return callLayer(name.c_str(), module, x);
        };
    }

    static Step stepOf(const PlannedLayer& layer, nn::Module& parent)
    {
        switch (layer.kind) {
        case LayerKind::Convolution:
            return moduleStep(layer, parent,
                              nn::Conv2d(nn::Conv2dOptions(layer.input[0], layer.outputs, layer.kernel)
                                             .stride(layer.stride)
                                             .padding(layer.padding)
                                             .groups(layer.groups)));
        case LayerKind::Linear:
            return moduleStep(layer, parent, nn::Linear(layer.input[0], layer.outputs));
        case LayerKind::BatchNorm:
            if (layer.input.size() == 1)
                return moduleStep(layer, parent, nn::BatchNorm1d(layer.input[0]));
            return moduleStep(layer, parent, nn::BatchNorm2d(layer.input[0]));
        case LayerKind::Dropout:
            return moduleStep(layer, parent, nn::Dropout(layer.probability));
        case LayerKind::Relu:
            return [](const torch::Tensor& x) { return torch::relu(x); };
        case LayerKind::LeakyRelu:
            return [](const torch::Tensor& x) { return torch::leaky_relu(x); };
        case LayerKind::Elu:
            return [](const torch::Tensor& x) { return torch::elu(x); };
        case LayerKind::Gelu:
            return [](const torch::Tensor& x) { return torch::gelu(x); };
        case LayerKind::Silu:
            return [](const torch::Tensor& x) { return torch::silu(x); };
        case LayerKind::Sigmoid:
            return [](const torch::Tensor& x) { return torch::sigmoid(x); };
        case LayerKind::Tanh:
            return [](const torch::Tensor& x) { return torch::tanh(x); };
        case LayerKind::MaxPool:
            return [kernel = layer.kernel, stride = layer.stride, padding = layer.padding](
                       const torch::Tensor& x) { return torch::max_pool2d(x, kernel, stride, padding); };
        case LayerKind::AveragePool:
            if (layer.kernel == 0)
                return [](const torch::Tensor& x) { return torch::adaptive_avg_pool2d(x, {1, 1}); };
            return [kernel = layer.kernel, stride = layer.stride, padding = layer.padding](
                       const torch::Tensor& x) { return torch::avg_pool2d(x, kernel, stride, padding); };
        case LayerKind::Flatten:
            return [](const torch::Tensor& x) { return torch::flatten(x, 1); };
        case LayerKind::Residual:
            break;
        }
        return residualStep(layer, parent);
    }

    static Step residualStep(const PlannedLayer& layer, nn::Module& parent)
    {
        auto block = parent.register_module(ownName(layer), std::make_shared<Block>());
        auto main = stepsOf(layer.main, *block);
        auto shortcut = stepsOf(layer.shortcut, *block);
        return [name = layer.name, main = std::move(main),
                shortcut = std::move(shortcut)](const torch::Tensor& x) {
            const LayerScope scope(name.c_str());
            return run(main, x) + run(shortcut, x);
        };
    }

    class Block final : public nn::Module
    {
    public:
        void pretty_print(std::ostream& stream) const override { stream << "Residual"; }
    };

    Steps m_steps;
};

} // namespace

std::shared_ptr<Network> makePlannedNetwork(const NetworkPlan& plan)
{
    return std::make_shared<PlannedNetwork>(plan);
}

} // namespace stepscope
