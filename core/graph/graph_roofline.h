#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/machine/machine_peak.h"

#include <vector>

namespace stepscope {

/// How near a node's forward pass comes to what the machine can do, summed over its operators and steps.
struct NodeRoof
{
    double roofNs = 0.0; ///< at the roof it would take so long; 0: not known
    double tookNs = 0.0; ///< of the operators for which the former is known

    /// 1: at the roof. More is possible where tensors still were in a cache.
    double reached() const { return tookNs > 0 ? roofNs / tookNs : 0.0; }
    bool operator==(const NodeRoof&) const = default;
};

/// One for each node of the graph, none without costs. Of operators with a formula for their operations: the
/// larger of operations / peak and bytes / bandwidth, where the bytes are those of the tensors on its edges,
/// its parameters and its output, in 32-bit floats, each moved once.
std::vector<NodeRoof> graphRoofs(const NetworkGraph& graph, const GraphCosts& costs, const MachinePeak& peak);

/// Of the nodes of a folded graph: sums of what is in a collapsed layer.
std::vector<NodeRoof> foldedRoofs(const std::vector<NodeRoof>& roofs, const FoldedGraph& folded);

} // namespace stepscope
