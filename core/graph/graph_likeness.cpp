#include "core/graph/graph_likeness.h"

#include <algorithm>
#include <functional>

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

/// `sameShape` compares the shapes of tensors that depend on the batch.
template<typename SameShape>
bool areAlike(const NetworkGraph& a, const NetworkGraph& b, const SameShape& sameShape)
{
    const auto sameNode = [&](const GraphNode& x, const GraphNode& y) {
        return x.kind == y.kind && x.op == y.op && x.label == y.label && x.layer == y.layer &&
               sameShape(x.outputShape, y.outputShape) && x.parameterCount == y.parameterCount &&
               std::ranges::equal(x.parameters, y.parameters, sameParameter);
    };
    const auto sameEdge = [&](const GraphEdge& x, const GraphEdge& y) {
        return x.from == y.from && x.to == y.to && sameShape(x.shape, y.shape);
    };
    return a.network == b.network && a.parameterCount == b.parameterCount &&
           std::ranges::equal(a.layers, b.layers, sameLayer) &&
           std::ranges::equal(a.nodes, b.nodes, sameNode) && std::ranges::equal(a.edges, b.edges, sameEdge);
}

} // namespace

bool looksLike(const NetworkGraph& a, const NetworkGraph& b)
{
    return a.batchSize == b.batchSize && areAlike(a, b, std::equal_to());
}

bool looksLikeForAnyBatch(const NetworkGraph& a, const NetworkGraph& b)
{
    // A dimension can also be a multiple of the batch size, as where the characters of all sequences are
    // rows.
    const auto isOfBatch = [&](int64_t x, int64_t y) {
        return a.batchSize > 0 && b.batchSize > 0 &&
               double(x) * double(b.batchSize) == double(y) * double(a.batchSize);
    };
    return areAlike(a, b, [&](const std::vector<int64_t>& x, const std::vector<int64_t>& y) {
        if (x.size() != y.size())
            return false;
        const auto [inX, inY] = std::ranges::mismatch(x, y);
        return inX == x.end() || (isOfBatch(*inX, *inY) && std::equal(inX + 1, x.end(), inY + 1));
    });
}

bool hasSameLayers(const NetworkGraph& a, const NetworkGraph& b)
{
    return std::ranges::equal(a.layers, b.layers, [](const GraphLayer& x, const GraphLayer& y) {
        return x.name == y.name && x.parent == y.parent;
    });
}

} // namespace stepscope
