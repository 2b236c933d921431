#pragma once

#include "core/graph/network_graph.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What one node of the network's graph cost in the recorded steps, summed over them.
struct NodeCost
{
    int64_t forwardNs = 0;
    int64_t backwardNs = 0; ///< of the autograd functions that belong to it
    int64_t flops = 0;      ///< forward and backward, as far as there are formulas
    int64_t allocatedBytes = 0;
};

struct GraphCosts
{
    std::vector<NodeCost> nodes; ///< one for each node of the graph; none when no step fits the graph
    int64_t steps = 0;           ///< that are summed
    int64_t otherSteps = 0;      ///< recorded steps whose forward pass ran other operators than the graph's
};

/// Joins a trace to the graph of its network. The outermost operators of a step's forward pass are the
/// graph's nodes in the order in which they ran; the functions of the backward pass belong to the node whose
/// operator has their sequence number. Takes time in proportion to the number of events.
GraphCosts graphCosts(const NetworkGraph& graph, const Trace& trace);

} // namespace stepscope
