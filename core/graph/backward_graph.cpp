#include "core/graph/backward_graph.h"

#include "core/language/translation.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

namespace stepscope {

namespace {

/// Index of a node in the backward graph.
using BackwardNodeId = Id<struct NodeOfBackwardGraph>;

std::string functionNames(const std::vector<BackwardFunction>& functions)
{
    if (functions.size() == 2)
        return functions[0].name + " + " + functions[1].name;
    return functions.size() == 1
               ? functions[0].name
               : translated("{function} + {count} more", {{"function", functions[0].name},
                                                          {"count", std::to_string(functions.size() - 1)}});
}

class Reversal
{
public:
    Reversal(const NetworkGraph& forward, const GraphCosts& costs)
        : m_forward(forward)
        , m_costs(costs)
        , m_backwardNode(forward.nodes.size())
        , m_inputs(forward.nodes.size())
    {
        auto& graph = m_result.graph;
        graph.network = forward.network;
        graph.batchSize = forward.batchSize;
        graph.parameterCount = forward.parameterCount;
        graph.layers = forward.layers;
        m_result.costs.steps = costs.steps;
        m_result.costs.otherSteps = costs.otherSteps;
        m_result.costs.hasBackward = costs.hasBackward;
    }

    BackwardGraph reversed() &&
    {
        for (const auto node : nodesInOrder())
            addNode(node);
        for (EdgeId edge{0}; edge < m_forward.edges.size(); ++edge) {
            const auto& each = m_forward.edges[edge];
            if (each.from < m_inputs.size() && each.to < m_inputs.size())
                m_inputs[each.to].push_back(edge);
        }
        for (const auto node : m_result.forwardNode) {
            m_seen.assign(m_forward.nodes.size(), false);
            joinTo(m_backwardNode[node], node);
        }
        return std::move(m_result);
    }

private:
    using EdgeId = Id<struct EdgeOfNetworkGraph>;

    static GraphNodeId inGraph(BackwardNodeId node) { return GraphNodeId(uint32_t(node)); }
    bool hasFunctions(GraphNodeId node) const { return !m_costs.functions[node].empty(); }

    std::vector<GraphNodeId> nodesInOrder() const
    {
        std::vector<GraphNodeId> outputs;
        std::vector<GraphNodeId> nodes;
        for (GraphNodeId node{0}; node < m_forward.nodes.size(); ++node) {
            if (m_forward.nodes[node].kind == GraphNodeKind::Output)
                outputs.push_back(node);
            else if (hasFunctions(node))
                nodes.push_back(node);
        }
        if (nodes.empty())
            return {};
        std::ranges::stable_sort(nodes, {},
                                 [&](GraphNodeId node) { return m_costs.functions[node].front().order; });
        outputs.insert(outputs.end(), nodes.begin(), nodes.end());
        return outputs;
    }

    void addNode(GraphNodeId node)
    {
        m_backwardNode[node] = BackwardNodeId(uint32_t(m_result.forwardNode.size()));
        m_result.forwardNode.push_back(node);
        auto& drawn = m_result.graph.nodes.emplace_back(m_forward.nodes[node]);
        const auto& functions = m_costs.functions[node];
        drawn.label = functions.empty() ? translated("gradient of {node}", {{"node", drawn.label}})
                                        : functionNames(functions);
        const auto& cost = m_costs.nodes[node];
        m_result.costs.nodes.push_back({.backwardNs = cost.backwardNs,
                                        .flops = cost.backwardFlops,
                                        .backwardFlops = cost.backwardFlops,
                                        .allocatedBytes = cost.backwardBytes,
                                        .backwardBytes = cost.backwardBytes});
        m_result.costs.functions.push_back(functions);
    }

    /// Adds edges from a node of the backward pass to those that get the gradients of `forward`'s inputs.
    void joinTo(BackwardNodeId from, GraphNodeId forward)
    {
        if (m_seen[forward])
            return;
        m_seen[forward] = true;
        for (const auto edge : m_inputs[forward]) {
            const auto& each = m_forward.edges[edge];
            const auto to = m_backwardNode[each.from];
            if (to.isNone())
                joinTo(from, each.from);
            else if (to != from && m_edges.insert({from, to, each.shape}).second)
                m_result.graph.edges.push_back({inGraph(from), inGraph(to), each.shape});
        }
    }

    const NetworkGraph& m_forward;
    const GraphCosts& m_costs;
    std::vector<BackwardNodeId> m_backwardNode; ///< by forward node; none: it has no functions
    std::vector<std::vector<EdgeId>> m_inputs;  ///< by forward node
    std::vector<bool> m_seen;
    std::set<std::tuple<BackwardNodeId, BackwardNodeId, std::vector<int64_t>>> m_edges;
    BackwardGraph m_result;
};

} // namespace

std::vector<GraphNodeId> BackwardGraph::nodesOf(const std::vector<GraphNodeId>& forward) const
{
    std::vector<GraphNodeId> nodes;
    for (GraphNodeId node{0}; node < forwardNode.size(); ++node) {
        if (std::ranges::find(forward, forwardNode[node]) != forward.end())
            nodes.push_back(node);
    }
    return nodes;
}

BackwardGraph backwardGraph(const NetworkGraph& forward, const GraphCosts& costs)
{
    if (costs.functions.size() != forward.nodes.size())
        return {};
    return Reversal(forward, costs).reversed();
}

} // namespace stepscope
