#include "core/record/forward_graph.h"

#include "core/base/text/format.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stepscope {

using Json = nlohmann::json;

/// [address, [sizes]], with the address at `at`.
static FollowedTensor tensorOf(const Json& array, size_t at = 0)
{
    return {.address = array.at(at).get<uint64_t>(), .shape = array.at(at + 1).get<std::vector<int64_t>>()};
}

static void takeEnds(const Json& array, std::vector<FollowedTensor>& ends)
{
    constexpr size_t mostEnds = 64;
    for (const auto& each : array) {
        if (ends.size() < mostEnds)
            ends.push_back(tensorOf(each));
    }
}

void FollowedPass::take(const Json& message, int64_t ns)
{
    if (const auto start = message.find("graph"); start != message.end()) {
        *this = {.startNs = ns, .network = start->at("network").get<uint64_t>()};
        takeEnds(start->at("inputs"), inputs);
    }
    if (const auto some = message.find("graph_parameters"); some != message.end()) {
        constexpr size_t mostParameters = 1'000'000;
        for (const auto& each : *some) {
            if (parameters.size() >= mostParameters)
                break;
            parameters.push_back(tensorOf(each, 1));
            parameterNames.push_back(each.at(0).get<std::string>());
        }
    }
    if (const auto end = message.find("graph_end"); end != message.end()) {
        takeEnds(end->at("outputs"), outputs);
    }
}

namespace {

class GraphMaker
{
public:
    GraphMaker(const FollowedPass& pass, const ProgramNames& names)
        : m_names(names)
    {
        describeLayers(pass.network);
        for (size_t i = 0; i < pass.parameters.size(); ++i)
            m_parameters[pass.parameters[i].address] = {pass.parameterNames[i], pass.parameters[i].shape};
        for (const auto& input : pass.inputs)
            m_producers[input.address] = addEnd(GraphNodeKind::Input, "input", input.shape);
    }

    void add(const FollowedOperator& called)
    {
        const GraphNodeId index(uint32_t(m_graph.nodes.size()));
        auto& node = m_graph.nodes.emplace_back();
        node.op = m_names.names()[called.name];
        node.label = withoutNamespace(node.op);
        node.sequence = called.sequence;
        if (const auto layer = m_layers.find(called.layer); layer != m_layers.end())
            node.layer = layer->second;
        if (!called.outputs.empty())
            node.outputShape = called.outputs.front().shape;
        for (const auto& tensor : called.inputs)
            connect(tensor, index);
        for (const auto& tensor : called.outputs)
            m_producers[tensor.address] = index;
    }

    NetworkGraph finish(const FollowedPass& pass, int64_t batchSize)
    {
        for (const auto& output : pass.outputs) {
            const auto producer = m_producers.find(output.address);
            if (producer != m_producers.end())
                m_graph.edges.push_back(
                    {producer->second, addEnd(GraphNodeKind::Output, "output", output.shape), output.shape});
        }
        m_graph.batchSize = batchSize;
        return std::move(m_graph);
    }

private:
    void describeLayers(uint64_t network)
    {
        if (const auto* root = m_names.layer(network)) {
            m_graph.network = root->type;
            m_graph.parameterCount = root->parameters;
        }
        std::unordered_map<std::string, GraphLayerId> indices;
        for (const uint64_t id : m_names.layersOf(network)) {
            const auto& each = *m_names.layer(id);
            GraphLayer layer{.name = each.name, .type = each.type, .parameters = each.parameters};
            if (const auto dot = each.name.rfind('.'); dot != std::string::npos) {
                const auto parent = indices.find(each.name.substr(0, dot));
                layer.parent = parent == indices.end() ? GraphLayerId() : parent->second;
            }
            const GraphLayerId index(uint32_t(m_graph.layers.size()));
            m_layers[id] = indices[each.name] = index;
            m_graph.layers.push_back(std::move(layer));
        }
    }

    /// An input or output of the network. Several are numbered.
    GraphNodeId addEnd(GraphNodeKind kind, const std::string& name, const std::vector<int64_t>& shape)
    {
        const auto before = std::ranges::count(m_graph.nodes, kind, &GraphNode::kind);
        auto& node = m_graph.nodes.emplace_back();
        node.kind = kind;
        node.op = name;
        node.label = before == 0 ? name : fmt::format("{} {}", name, before + 1);
        node.outputShape = shape;
        return GraphNodeId(uint32_t(m_graph.nodes.size() - 1));
    }

    void connect(const FollowedTensor& tensor, GraphNodeId index)
    {
        auto& node = m_graph.nodes[index];
        if (const auto parameter = m_parameters.find(tensor.address); parameter != m_parameters.end()) {
            node.parameters.push_back(parameter->second);
            uint64_t count = 1; // wraps around if the program's numbers are invalid
            for (const int64_t size : tensor.shape)
                count *= uint64_t(size);
            node.parameterCount = int64_t(uint64_t(node.parameterCount) + count);
        } else if (const auto producer = m_producers.find(tensor.address); producer != m_producers.end()) {
            m_graph.edges.push_back({producer->second, index, tensor.shape});
        }
    }

    const ProgramNames& m_names;
    NetworkGraph m_graph;
    std::unordered_map<uint64_t, GraphLayerId> m_layers; ///< by module
    std::unordered_map<uint64_t, GraphNodeId> m_producers;
    std::unordered_map<uint64_t, GraphParameter> m_parameters;
};

} // namespace

NetworkGraph forwardGraph(const FollowedPass& pass, std::span<const FollowedOperator> operators,
                          const ProgramNames& names, int64_t batchSize)
{
    GraphMaker maker(pass, names);
    for (const auto& called : operators)
        maker.add(called);
    return maker.finish(pass, batchSize);
}

} // namespace stepscope
