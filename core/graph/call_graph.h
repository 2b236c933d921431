#pragma once

#include "core/trace/calls/call_tree.h"
#include "core/trace/trace_sums.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Index of a node in CallGraph::nodes.
using CallGraphNodeId = Id<struct NodeOfCallGraph>;

/// All calls of one operator (or layer) in one pass. Passes are nodes too: they call the outermost operators.
struct CallGraphNode
{
    NameId name = noName; ///< in CallGraph::names; noName: a pass
    FrameKind kind = FrameKind::Operator;
    Pass pass = Pass::Other;
    int64_t calls = 0; ///< 0: a pass, or not known
    int64_t selfNs = 0;
    int64_t totalNs = 0; ///< a call inside another one of the same node is not counted again
};

/// Whether a call graph shows the time of the host or the device.
enum class CallGraphTime : uint8_t { Host, Device };

struct CallGraphEdge
{
    CallGraphNodeId from{0}; ///< a node that calls itself has an edge to itself
    CallGraphNodeId to{0};
    int64_t calls = 0;
    int64_t totalNs = 0; ///< of these calls; one inside another one of the same edge is not counted again
};

/// The calls between operators. Without layers, the figures of operators are those of the operator table. By
/// device time, kernels are nodes and have all self time, and the total of a call is that of the kernels
/// launched in it.
struct CallGraph
{
    std::vector<std::string> names;
    std::vector<CallGraphNode> nodes;
    std::vector<CallGraphEdge> edges;
    int64_t selfNs = 0; ///< sum of all self times, including pruned ones: the total for shares
    int64_t steps = 0;
    TraceContents contents; ///< of the trace
    std::string unit;
    CallGraphTime time = CallGraphTime::Host;

    double shareOf(int64_t nanoseconds) const
    {
        return selfNs > 0 ? double(nanoseconds) / double(selfNs) : 0.0;
    }
    std::string nameOf(CallGraphNodeId node) const;
};

/// `tree` must be top-down. Layers are nodes, or looked through.
CallGraph callGraph(const CallTree& tree, bool withLayers, CallGraphTime time = CallGraphTime::Host);

/// Keeps the nodes with at least this share of the total time, and at most `mostNodes`, those with the
/// largest totals. Of their edges, keeps those with at least this share, and the heaviest edge to each node.
CallGraph pruned(const CallGraph& graph, double threshold, size_t mostNodes);

/// Graphviz's DOT, with nodes filled by their self time, and edges labeled with their calls.
std::string callGraphDot(const CallGraph& graph);

} // namespace stepscope
