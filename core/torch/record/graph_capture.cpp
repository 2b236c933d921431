#include "core/torch/record/graph_capture.h"

#include "core/base/text/format.h"
#include "core/experiment/experiment_kinds.h"

#include <algorithm>
#include <sstream>

namespace stepscope {

static thread_local GraphCapture* t_capture = nullptr;

/// "Conv2d" for a module that prints itself as "torch::nn::Conv2d(1, 32, kernel_size=[3, 3] …)".
static std::string typeName(const torch::nn::Module& module)
{
    std::ostringstream printed;
    module.pretty_print(printed);
    auto text = printed.str();
    text = text.substr(0, text.find_first_of("( "));
    const auto colon = text.rfind("::");
    return colon == std::string::npos ? text : text.substr(colon + 2);
}

GraphCapture::GraphCapture(const Network& network, const Experiment& experiment, const torch::Tensor& input)
{
    m_graph.network = experiment.network;
    m_graph.batchSize = input.size(0);
    m_graph.parameterCount = parameterCount(network);
    describeLayers(network);

    for (const auto& parameter : network.named_parameters())
        m_parameters[parameter.value().unsafeGetTensorImpl()] = {parameter.key(),
                                                                 parameter.value().sizes().vec()};

    auto& node = m_graph.nodes.emplace_back();
    node.kind = GraphNodeKind::Input;
    node.op = node.label = "input";
    node.outputShape = input.sizes().vec();
    m_seen.emplace_back(input.getIntrusivePtr());
    m_producers[input.unsafeGetTensorImpl()] = GraphNodeId(0);

    t_capture = this;
    m_active = true;
    m_callback =
        at::addThreadLocalCallback(at::RecordFunctionCallback(&onEnter, &onExit)
                                       .needsInputs(true)
                                       .needsOutputs(true)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
}

GraphCapture::~GraphCapture()
{
    stop();
}

void GraphCapture::stop()
{
    if (m_active)
        at::removeCallback(m_callback);
    m_active = false;
    t_capture = nullptr;
}

void GraphCapture::describeLayers(const Network& network)
{
    for (const auto& module : network.named_modules(std::string(), /*include_self=*/false)) {
        GraphLayer layer;
        layer.name = module.key();
        layer.type = typeName(*module.value());
        layer.parameters = parameterCount(*module.value());
        if (const auto dot = layer.name.rfind('.'); dot != std::string::npos)
            layer.parent = layerNamed(layer.name.substr(0, dot));
        m_graph.layers.push_back(layer);
    }
}

GraphLayerId GraphCapture::layerNamed(const std::string& name) const
{
    const auto& layers = m_graph.layers;
    const auto found = std::find_if(layers.begin(), layers.end(),
                                    [&](const GraphLayer& layer) { return layer.name == name; });
    return found == layers.end() ? GraphLayerId() : GraphLayerId(uint32_t(found - layers.begin()));
}

std::unique_ptr<at::ObserverContext> GraphCapture::onEnter(const at::RecordFunction& function)
{
    if (t_capture)
        t_capture->enter(function);
    return nullptr;
}

void GraphCapture::onExit(const at::RecordFunction& function, at::ObserverContext*)
{
    if (t_capture)
        t_capture->exit(function);
}

void GraphCapture::enter(const at::RecordFunction& function)
{
    if (function.scope() == at::RecordScope::USER_SCOPE) {
        m_layers.push_back(layerNamed(function.name()));
        return;
    }
    if (m_depth++ > 0)
        return;

    const GraphNodeId index(uint32_t(m_graph.nodes.size()));
    auto& node = m_graph.nodes.emplace_back();
    node.op = function.name();
    node.label = withoutNamespace(node.op);
    node.layer = m_layers.empty() ? GraphLayerId() : m_layers.back();
    node.sequence = function.seqNr();
    for (const auto& input : function.inputs()) {
        if (input.isTensor()) {
            connectInput(input.toTensor(), index);
        } else if (input.isTensorList()) {
            for (const auto& tensor : input.toTensorVector())
                connectInput(tensor, index);
        }
    }
}

void GraphCapture::connectInput(const torch::Tensor& tensor, GraphNodeId node)
{
    if (!tensor.defined())
        return;
    const auto* key = tensor.unsafeGetTensorImpl();
    if (const auto parameter = m_parameters.find(key); parameter != m_parameters.end()) {
        m_graph.nodes[node].parameters.push_back(parameter->second);
        m_graph.nodes[node].parameterCount += tensor.numel();
    } else if (const auto producer = m_producers.find(key); producer != m_producers.end()) {
        m_graph.edges.push_back({producer->second, node, tensor.sizes().vec()});
    }
}

void GraphCapture::exit(const at::RecordFunction& function)
{
    if (function.scope() == at::RecordScope::USER_SCOPE) {
        if (!m_layers.empty())
            m_layers.pop_back();
        return;
    }
    if (--m_depth > 0)
        return;

    const GraphNodeId index(uint32_t(m_graph.nodes.size() - 1));
    bool first = true;
    const auto produced = [&](const at::Tensor& tensor) {
        if (!tensor.defined())
            return;
        m_seen.emplace_back(tensor.getIntrusivePtr());
        m_producers[tensor.unsafeGetTensorImpl()] = index;
        if (first)
            m_graph.nodes[index].outputShape = tensor.sizes().vec();
        first = false;
    };
    for (const auto& output : function.outputs()) {
        if (output.isTensor()) {
            produced(output.toTensor());
        } else if (output.isTensorList()) {
            for (const auto& tensor : output.toTensorVector())
                produced(tensor);
        }
    }
}

NetworkGraph GraphCapture::finish(const NetworkResult& result)
{
    stop();
    const GraphNodeId index(uint32_t(m_graph.nodes.size()));
    auto& node = m_graph.nodes.emplace_back();
    node.kind = GraphNodeKind::Output;
    node.op = node.label = "output";
    node.outputShape = (result.output.defined() ? result.output : result.loss).sizes().vec();
    for (const torch::Tensor* given : {&result.output, &result.loss}) {
        const auto producer =
            given->defined() ? m_producers.find(given->unsafeGetTensorImpl()) : m_producers.end();
        if (producer != m_producers.end())
            m_graph.edges.push_back({producer->second, index, given->sizes().vec()});
    }
    m_seen.clear();
    return std::move(m_graph);
}

NetworkGraph captureNetwork(const Experiment& experiment)
{
    const auto network = makeNetwork(experiment);
    const int64_t largestBatch = findNetworkKind(experiment.network)->isLarge ? 8 : 256;
    const int64_t count = std::min(experiment.batchSize, largestBatch);
    const auto input = zeroInputs(experiment, count);
    const auto targets = zeroTargets(experiment, count);
    GraphCapture capture(*network, experiment, input);
    return capture.finish(network->resultOf(input, targets));
}

} // namespace stepscope
