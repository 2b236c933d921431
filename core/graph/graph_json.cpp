#include "core/graph/graph_json.h"

#include "core/base/error.h"
#include "core/base/text/json_value.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <exception>

namespace stepscope {

using Json = nlohmann::json;

/// In JSON, a layer is a signed number, and -1 is the network itself. Other negative numbers, in damaged
/// files, are ids that no layer has.
static int32_t numberOf(GraphLayerId layer)
{
    return int32_t(uint32_t(layer));
}

static void readLayer(const Json& json, const char* key, GraphLayerId& layer)
{
    int32_t number = -1;
    readValue(json, key, number);
    layer = GraphLayerId(uint32_t(number));
}

static void readNode(const Json& json, const char* key, GraphNodeId& node)
{
    uint32_t number = 0;
    readValue(json, key, number);
    node = GraphNodeId(number);
}

static void to_json(Json& json, const GraphLayer& layer)
{
    json = {{"name", layer.name},
            {"type", layer.type},
            {"parent", numberOf(layer.parent)},
            {"parameters", layer.parameters}};
}

static void from_json(const Json& json, GraphLayer& layer)
{
    readValue(json, "name", layer.name);
    readValue(json, "type", layer.type);
    readLayer(json, "parent", layer.parent);
    readValue(json, "parameters", layer.parameters);
}

static void to_json(Json& json, const GraphParameter& parameter)
{
    json = {{"name", parameter.name}, {"shape", parameter.shape}};
}

static void from_json(const Json& json, GraphParameter& parameter)
{
    readValue(json, "name", parameter.name);
    readValue(json, "shape", parameter.shape);
}

static void to_json(Json& json, const GraphNode& node)
{
    json = {{"kind", int(node.kind)},
            {"op", node.op},
            {"label", node.label},
            {"layer", numberOf(node.layer)},
            {"output_shape", node.outputShape},
            {"parameters", node.parameters},
            {"parameter_count", node.parameterCount},
            {"sequence", node.sequence}};
}

static void from_json(const Json& json, GraphNode& node)
{
    int kind = 0;
    readValue(json, "kind", kind);
    if (kind < int(GraphNodeKind::Input) || kind > int(GraphNodeKind::Output))
        throw Error(translated("there is no node kind {kind}", {{"kind", std::to_string(kind)}}));
    node.kind = GraphNodeKind(kind);
    readValue(json, "op", node.op);
    readValue(json, "label", node.label);
    readLayer(json, "layer", node.layer);
    readValue(json, "output_shape", node.outputShape);
    readValue(json, "parameters", node.parameters);
    readValue(json, "parameter_count", node.parameterCount);
    readValue(json, "sequence", node.sequence);
}

static void to_json(Json& json, const GraphEdge& edge)
{
    json = {{"from", uint32_t(edge.from)}, {"to", uint32_t(edge.to)}, {"shape", edge.shape}};
}

static void from_json(const Json& json, GraphEdge& edge)
{
    readNode(json, "from", edge.from);
    readNode(json, "to", edge.to);
    readValue(json, "shape", edge.shape);
}

static void checkIndices(const NetworkGraph& graph)
{
    const auto isLayer = [&](GraphLayerId layer) { return layer.isNone() || layer < graph.layers.size(); };
    for (size_t i = 0; i < graph.layers.size(); ++i) {
        // Parents come before their children, so the tree has no cycle.
        if (const auto parent = graph.layers[i].parent; !parent.isNone() && parent >= i)
            throw Error(
                translated("layer {layer} has the parent {parent}",
                           {{"layer", std::to_string(i)}, {"parent", std::to_string(numberOf(parent))}}));
    }
    for (const auto& node : graph.nodes) {
        if (!isLayer(node.layer))
            throw Error(translated("node {node} is in layer {layer}, which does not exist",
                                   {{"node", node.label}, {"layer", std::to_string(numberOf(node.layer))}}));
    }
    for (const auto& edge : graph.edges) {
        if (edge.from >= graph.nodes.size() || edge.to >= graph.nodes.size())
            throw Error(translated("an edge goes from node {from} to node {to}, but there are only {count}",
                                   {{"from", std::to_string(edge.from)},
                                    {"to", std::to_string(edge.to)},
                                    {"count", std::to_string(graph.nodes.size())}}));
    }
}

std::string toJson(const NetworkGraph& graph)
{
    const Json json{{"network", graph.network},
                    {"batch_size", graph.batchSize},
                    {"parameter_count", graph.parameterCount},
                    {"layers", graph.layers},
                    {"nodes", graph.nodes},
                    {"edges", graph.edges}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

NetworkGraph graphFromJson(std::string_view text)
{
    try {
        const auto json = Json::parse(text);
        NetworkGraph graph;
        readValue(json, "network", graph.network);
        readValue(json, "batch_size", graph.batchSize);
        readValue(json, "parameter_count", graph.parameterCount);
        readValue(json, "layers", graph.layers);
        readValue(json, "nodes", graph.nodes);
        readValue(json, "edges", graph.edges);
        checkIndices(graph);
        return graph;
    } catch (const std::exception& error) {
        throw Error(translated("The network's graph cannot be read: {reason}.", {{"reason", error.what()}}));
    }
}

} // namespace stepscope
