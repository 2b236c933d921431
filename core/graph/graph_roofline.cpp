#include "core/graph/graph_roofline.h"

#include "core/graph/tensor_shape.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stepscope {

namespace {

constexpr double bytesAnElement = 4.0;

/// By node; a tensor that an operator takes twice is read once.
std::vector<double> bytesOfNodes(const NetworkGraph& graph)
{
    std::vector<double> bytes;
    for (const auto& node : graph.nodes)
        bytes.push_back((double(elementCount(node.outputShape)) + double(node.parameterCount)) *
                        bytesAnElement);
    std::set<std::pair<GraphNodeId, GraphNodeId>> seen;
    for (const auto& edge : graph.edges)
        if (edge.to < bytes.size() && seen.insert({edge.from, edge.to}).second)
            bytes[edge.to] += double(elementCount(edge.shape)) * bytesAnElement;
    return bytes;
}

} // namespace

std::vector<NodeRoof> graphRoofs(const NetworkGraph& graph, const GraphCosts& costs, const MachinePeak& peak)
{
    if (costs.nodes.size() != graph.nodes.size() || !peak.isMeasured())
        return {};
    const auto bytes = bytesOfNodes(graph);
    std::vector<NodeRoof> roofs(graph.nodes.size());
    for (size_t i = 0; i < roofs.size(); ++i) {
        const auto& cost = costs.nodes[i];
        const auto flops = double(cost.flops - cost.backwardFlops);
        if (flops <= 0 || cost.forwardNs <= 0)
            continue;
        const double seconds =
            std::max(flops / peak.flopsPerSecond, bytes[i] * double(costs.steps) / peak.bytesPerSecond);
        roofs[i] = {seconds * 1e9, double(cost.forwardNs)};
    }
    return roofs;
}

std::vector<NodeRoof> foldedRoofs(const std::vector<NodeRoof>& roofs, const FoldedGraph& folded)
{
    if (roofs.size() != folded.nodeOf.size())
        return {};
    std::vector<NodeRoof> sums(folded.nodes.size());
    for (size_t i = 0; i < roofs.size(); ++i) {
        auto& sum = sums[folded.nodeOf[i]];
        sum.roofNs += roofs[i].roofNs;
        sum.tookNs += roofs[i].tookNs;
    }
    return sums;
}

} // namespace stepscope
