#include "core/torch/model/traced_network.h"

#include "core/experiment/experiment_kinds.h"
#include "core/torch/model/graph_fusion.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

namespace jit = torch::jit;

using Shape = std::vector<int64_t>;

/// A module with the parameters and buffers of a network, which share their memory, and without methods.
jit::Module moduleOfWeights(const torch::nn::Module& network)
{
    jit::Module module("stepscope.Traced");
    int number = 0;
    for (const torch::Tensor& parameter : network.parameters())
        module.register_parameter("parameter" + std::to_string(number++), parameter, false);
    number = 0;
    for (const torch::Tensor& buffer : network.buffers())
        module.register_parameter("buffer" + std::to_string(number++), buffer, true);
    return module;
}

class TracedNetwork final : public Network
{
public:
    explicit TracedNetwork(std::shared_ptr<Network> network)
        : m_network(std::move(network))
    {
        disableCpuFusion();
    }

    void train(bool on = true) override
    {
        Module::train(on);
        m_network->train(on);
        m_frozen.clear(); // the weights change in training
    }

    torch::Tensor forward(torch::Tensor x) override
    {
        auto& graphs = is_training() ? m_training : m_evaluation;
        const Shape shape = x.sizes().vec();
        const auto traced = graphs.find(shape);
        if (traced == graphs.end()) {
            auto [graph, output] = trace(x);
            graphs.emplace(shape, std::move(graph));
            return output;
        }
        if (is_training())
            return traced->second.forward({x}).toTensor();
        auto frozen = m_frozen.find(shape);
        if (frozen == m_frozen.end())
            frozen = m_frozen.emplace(shape, jit::freeze(traced->second)).first;
        return frozen->second.forward({x}).toTensor();
    }

private:
    /// Also gives the output of the pass that was traced.
    std::pair<jit::Module, torch::Tensor> trace(const torch::Tensor& x)
    {
        jit::Module module = moduleOfWeights(*m_network);
        torch::Tensor output;
        const auto pass = [&](const jit::Stack& inputs) {
            output = m_network->forward(inputs.front().toTensor());
            return jit::Stack{output};
        };
        const auto noNames = [](const torch::Tensor&) { return std::string(); };
        const auto traced = jit::tracer::trace({x}, pass, noNames, true, false, &module);
        auto* const method = module._ivalue()->compilation_unit()->create_function(
            c10::QualifiedName(*module.type()->name(), "forward"), traced.first->graph);
        module.type()->addMethod(method);
        return {std::move(module), std::move(output)};
    }

    std::shared_ptr<Network> m_network;
    std::map<Shape, jit::Module> m_training;
    std::map<Shape, jit::Module> m_evaluation;
    std::map<Shape, jit::Module> m_frozen; ///< those of m_evaluation, with the present weights
};

} // namespace

std::shared_ptr<Network> makeTracedNetwork(std::shared_ptr<Network> network)
{
    return std::make_shared<TracedNetwork>(std::move(network));
}

std::shared_ptr<Network> executed(const std::shared_ptr<Network>& network, const Experiment& experiment)
{
    return isTraced(experiment) ? makeTracedNetwork(network) : network;
}

} // namespace stepscope
