#include "core/graph/graph_likeness.h"

#include <algorithm>

namespace stepscope {

namespace {

bool sameLayer(const GraphLayer& a, const GraphLayer& b)
{
    return a.name == b.name && a.type == b.type && a.parent == b.parent && a.parameters == b.parameters;
}

bool sameParameter(const GraphParameter& a, const GraphParameter& b)
{
    return a.name == b.name && a.shape == b.shape;
}

bool sameNode(const GraphNode& a, const GraphNode& b)
{
    return a.kind == b.kind && a.op == b.op && a.label == b.label && a.layer == b.layer &&
           a.outputShape == b.outputShape && a.parameterCount == b.parameterCount &&
           std::ranges::equal(a.parameters, b.parameters, sameParameter);
}

bool sameEdge(const GraphEdge& a, const GraphEdge& b)
{
    return a.from == b.from && a.to == b.to && a.shape == b.shape;
}

} // namespace

bool looksLike(const NetworkGraph& a, const NetworkGraph& b)
{
    return a.network == b.network && a.batchSize == b.batchSize && a.parameterCount == b.parameterCount &&
           std::ranges::equal(a.layers, b.layers, sameLayer) &&
           std::ranges::equal(a.nodes, b.nodes, sameNode) && std::ranges::equal(a.edges, b.edges, sameEdge);
}

bool hasSameLayers(const NetworkGraph& a, const NetworkGraph& b)
{
    return std::ranges::equal(a.layers, b.layers, [](const GraphLayer& x, const GraphLayer& y) {
        return x.name == y.name && x.parent == y.parent;
    });
}

} // namespace stepscope
