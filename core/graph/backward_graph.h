#pragma once

#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// A network's graph as autograd runs it backwards.
struct BackwardGraph
{
    /// From the output's gradient on, in the order in which the functions ran. A node's label are the
    /// functions that belong to an operator, its op is the operator's; a shape is that of the gradient.
    NetworkGraph graph;
    std::vector<uint32_t> forwardNode; ///< by its nodes
    GraphCosts costs;                  ///< of its nodes: what the backward pass takes
};

/// Of the functions that a trace has shown. Operators without one are left out, for no gradient is computed
/// for them, and what they stand between is joined. Empty when there are no functions.
BackwardGraph backwardGraph(const NetworkGraph& forward, const GraphCosts& costs);

} // namespace stepscope
