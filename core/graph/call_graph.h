#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// All calls of one operator (or layer) in one pass. Passes are nodes too: they call what is outermost.
struct CallGraphNode
{
    uint32_t name = noNode; ///< index in CallGraph::names; noNode: a pass
    FrameKind kind = FrameKind::Operator;
    Pass pass = Pass::Other;
    int64_t calls = 0; ///< 0: a pass, or not known
    int64_t selfNs = 0;
    int64_t totalNs = 0; ///< a call inside another one of the same node is not counted again
};

/// Whose time a call graph shows.
enum class CallGraphTime : uint8_t { Host, Device };

struct CallGraphEdge
{
    uint32_t from = 0; ///< indices in CallGraph::nodes; a node that calls itself has an edge to itself
    uint32_t to = 0;
    int64_t calls = 0;
    int64_t totalNs = 0; ///< of these calls; one inside another one of the same edge is not counted again
};

/// Who calls whom. Without layers, the figures of operators are those of the operator table. By the device's
/// time, kernels are nodes, all self time is theirs, and the total of a call is that of what was launched in
/// it.
struct CallGraph
{
    std::vector<std::string> names;
    std::vector<CallGraphNode> nodes;
    std::vector<CallGraphEdge> edges;
    int64_t selfNs = 0; ///< sum of all self times, pruned ones too: what shares are of
    int64_t steps = 0;
    bool isOfSums = false; ///< as the tree's
    std::string unit;
    CallGraphTime time = CallGraphTime::Host;

    double shareOf(int64_t nanoseconds) const
    {
        return selfNs > 0 ? double(nanoseconds) / double(selfNs) : 0.0;
    }
    std::string nameOf(uint32_t node) const;
};

/// `tree` is a top-down one. Layers are nodes, or looked through.
CallGraph callGraph(const CallTree& tree, bool withLayers, CallGraphTime time = CallGraphTime::Host);

/// The nodes with at least this share of the total time, and at most so many: those with the largest. Of
/// their edges, those with at least this share, and the heaviest one to each node.
CallGraph pruned(const CallGraph& graph, double threshold, size_t mostNodes);

/// As Graphviz's DOT: nodes filled by their self time, edges with their calls.
std::string callGraphDot(const CallGraph& graph);

} // namespace stepscope
