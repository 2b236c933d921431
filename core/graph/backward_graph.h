#pragma once

#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"

#include <vector>

namespace stepscope {

/// A network's graph in the order in which autograd runs it backwards.
struct BackwardGraph
{
    /// Starts at the output's gradient, in the order in which the functions ran. A node's label lists the
    /// functions that belong to an operator, its op is the operator's; a shape is that of the gradient.
    NetworkGraph graph;
    std::vector<GraphNodeId> forwardNode; ///< by its nodes: those of the forward graph
    GraphCosts costs;                     ///< of its nodes: the cost of the backward pass

    /// Its nodes that belong to these nodes of the forward graph, in its order.
    std::vector<GraphNodeId> nodesOf(const std::vector<GraphNodeId>& forward) const;
};

/// Contains the functions that a trace has shown. Operators without one are left out, because no gradient is
/// computed for them, and their neighbors are joined. Empty when there are no functions.
BackwardGraph backwardGraph(const NetworkGraph& forward, const GraphCosts& costs);

} // namespace stepscope
