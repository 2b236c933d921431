#include "core/graph/graph_json.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stepscope {

using Json = nlohmann::json;

static void to_json(Json& json, const GraphLayer& layer)
{
    json = {{"name", layer.name},
            {"type", layer.type},
            {"parent", layer.parent},
            {"parameters", layer.parameters}};
}

static void from_json(const Json& json, GraphLayer& layer)
{
    json.at("name").get_to(layer.name);
    json.at("type").get_to(layer.type);
    json.at("parent").get_to(layer.parent);
    json.at("parameters").get_to(layer.parameters);
}

static void to_json(Json& json, const GraphParameter& parameter)
{
    json = {{"name", parameter.name}, {"shape", parameter.shape}};
}

static void from_json(const Json& json, GraphParameter& parameter)
{
    json.at("name").get_to(parameter.name);
    json.at("shape").get_to(parameter.shape);
}

static void to_json(Json& json, const GraphNode& node)
{
    json = {{"kind", int(node.kind)},
            {"op", node.op},
            {"label", node.label},
            {"layer", node.layer},
            {"output_shape", node.outputShape},
            {"parameters", node.parameters},
            {"parameter_count", node.parameterCount},
            {"sequence", node.sequence}};
}

static void from_json(const Json& json, GraphNode& node)
{
    const int kind = json.at("kind").get<int>();
    if (kind < int(GraphNodeKind::Input) || kind > int(GraphNodeKind::Output))
        throw Error(fmt::format("there is no kind of node {}", kind));
    node.kind = GraphNodeKind(kind);
    json.at("op").get_to(node.op);
    json.at("label").get_to(node.label);
    json.at("layer").get_to(node.layer);
    json.at("output_shape").get_to(node.outputShape);
    json.at("parameters").get_to(node.parameters);
    json.at("parameter_count").get_to(node.parameterCount);
    json.at("sequence").get_to(node.sequence);
}

static void to_json(Json& json, const GraphEdge& edge)
{
    json = {{"from", edge.from}, {"to", edge.to}, {"shape", edge.shape}};
}

static void from_json(const Json& json, GraphEdge& edge)
{
    json.at("from").get_to(edge.from);
    json.at("to").get_to(edge.to);
    json.at("shape").get_to(edge.shape);
}

static void checkIndices(const NetworkGraph& graph)
{
    const auto isLayer = [&](int32_t layer) { return layer >= -1 && layer < int64_t(graph.layers.size()); };
    for (size_t i = 0; i < graph.layers.size(); ++i) {
        // Parents stand before their children, so the tree has no circle.
        if (graph.layers[i].parent < -1 || graph.layers[i].parent >= int64_t(i))
            throw Error(fmt::format("layer {} has the parent {}", i, graph.layers[i].parent));
    }
    for (const auto& node : graph.nodes) {
        if (!isLayer(node.layer))
            throw Error(fmt::format("node {} is in layer {}, which is not there", node.label, node.layer));
    }
    for (const auto& edge : graph.edges) {
        if (edge.from >= graph.nodes.size() || edge.to >= graph.nodes.size())
            throw Error(fmt::format("an edge goes from node {} to node {}, but there are only {}", edge.from,
                                    edge.to, graph.nodes.size()));
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
        json.at("network").get_to(graph.network);
        json.at("batch_size").get_to(graph.batchSize);
        json.at("parameter_count").get_to(graph.parameterCount);
        json.at("layers").get_to(graph.layers);
        json.at("nodes").get_to(graph.nodes);
        json.at("edges").get_to(graph.edges);
        checkIndices(graph);
        return graph;
    } catch (const std::exception& error) {
        throw Error(fmt::format("The network's graph cannot be read: {}.", error.what()));
    }
}

} // namespace stepscope
