#include "core/graph/named_layers.h"

#include "core/graph/tensor_shape.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t deepest = 32;
/// Up to this many nodes of one layer are shown one by one.
constexpr size_t mostNodesOfLayer = 300;
constexpr size_t nodesOfPart = 100;

/// "0" of "layer1.0" in "layer1".
std::string_view withoutRepeated(std::string_view part, std::string_view before)
{
    const bool repeats = !before.empty() && part.size() > before.size() + 1 && part.starts_with(before) &&
                         part[before.size()] == '.';
    return repeats ? part.substr(before.size() + 1) : part;
}

} // namespace

GraphLayerId NamedLayers::layer(std::span<const std::string_view> path)
{
    GraphLayerId parent;
    std::string name;
    std::string_view before;
    for (const std::string_view part : path.first(std::min(path.size(), deepest))) {
        name += (name.empty() ? "" : ".") + std::string(withoutRepeated(part, before));
        before = part;
        const auto [place, isNew] = m_known.try_emplace(name, uint32_t(m_graph.layers.size()));
        if (isNew)
            m_graph.layers.push_back({.name = name, .type = {}, .parent = parent});
        parent = place->second;
    }
    return parent;
}

std::vector<std::string_view> NamedLayers::parts(std::string_view name, char separator)
{
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const size_t end = std::min(name.find(separator), name.size());
        if (end > 0)
            parts.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return parts;
}

void countParameters(NetworkGraph& graph)
{
    std::set<std::string_view> known;
    std::set<std::pair<GraphLayerId, std::string_view>> knownOfLayer;
    graph.parameterCount = 0;
    for (GraphLayer& layer : graph.layers)
        layer.parameters = 0;
    for (GraphNode& node : graph.nodes) {
        node.parameterCount = 0;
        for (const GraphParameter& parameter : node.parameters) {
            const int64_t count = elementCount(parameter.shape);
            node.parameterCount = saturatedSum(node.parameterCount, count);
            if (known.insert(parameter.name).second)
                graph.parameterCount = saturatedSum(graph.parameterCount, count);
            for (auto at = node.layer; !at.isNone(); at = graph.layers[at].parent) {
                if (knownOfLayer.insert({at, parameter.name}).second)
                    graph.layers[at].parameters = saturatedSum(graph.layers[at].parameters, count);
            }
        }
    }
}

size_t cutIntoParts(NetworkGraph& graph)
{
    const size_t layers = graph.layers.size();
    std::vector<std::vector<GraphNodeId>> nodesOf(layers + 1); // the network itself last
    for (GraphNodeId node{0}; node < graph.nodes.size(); ++node) {
        const GraphNode& it = graph.nodes[node];
        if (it.kind == GraphNodeKind::Operator)
            nodesOf[it.layer.isNone() ? layers : it.layer].push_back(node);
    }
    for (size_t layer = 0; layer <= layers; ++layer) {
        const auto& nodes = nodesOf[layer];
        if (nodes.size() <= mostNodesOfLayer)
            continue;
        const auto parent = layer == layers ? GraphLayerId() : GraphLayerId(uint32_t(layer));
        const std::string around = parent.isNone() ? std::string() : graph.layers[layer].name + ".";
        for (size_t at = 0; at < nodes.size(); ++at) {
            const std::string number = std::to_string(at / nodesOfPart + 1);
            if (at % nodesOfPart == 0)
                graph.layers.push_back({.name = around + "part " + number, .type = {}, .parent = parent});
            graph.nodes[nodes[at]].layer = GraphLayerId(uint32_t(graph.layers.size() - 1));
        }
    }
    return graph.layers.size() - layers;
}

} // namespace stepscope
