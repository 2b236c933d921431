#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/machine/machine_peak.h"

#include <vector>

namespace stepscope {

/// How close a node's forward pass comes to the machine's roof, summed over its operators and steps.
struct NodeRoof
{
    double roofNs = 0.0; ///< time at the roof; 0: not known
    double tookNs = 0.0; ///< measured time of the operators with a known roof

    /// 1: at the roof. Can be higher if tensors were still in a cache.
    double reached() const { return tookNs > 0 ? roofNs / tookNs : 0.0; }
    bool operator==(const NodeRoof&) const = default;
};

/// One entry per node of the graph; empty without costs. For operators with a FLOP formula, the larger of
/// operations / peak and bytes / bandwidth. The bytes are those of the tensors on its edges, its parameters
/// and its output, as 32-bit floats, each moved once.
std::vector<NodeRoof> graphRoofs(const NetworkGraph& graph, const GraphCosts& costs, const MachinePeak& peak);

/// For the nodes of a folded graph: sums over a collapsed layer.
std::vector<NodeRoof> foldedRoofs(const std::vector<NodeRoof>& roofs, const FoldedGraph& folded);

} // namespace stepscope
