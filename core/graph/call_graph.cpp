#include "core/graph/call_graph.h"

#include "core/base/text/format.h"
#include "core/graph/dot_text.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace stepscope {

namespace {

constexpr CallGraphNodeId noGraphNode;
/// Index of an edge in CallGraph::edges.
using CallGraphEdgeId = Id<struct EdgeOfCallGraph>;

class GraphBuilder
{
public:
    GraphBuilder(const CallTree& tree, bool withLayers, CallGraphTime time)
        : m_tree(tree)
        , m_withLayers(withLayers)
        , m_time(time)
        , m_nodeOf(tree.nodes.size(), noGraphNode)
        , m_edgeOf(tree.nodes.size())
        , m_caller(tree.nodes.size(), noNode)
    {
    }

    CallGraph build()
    {
        m_graph.names = m_tree.names;
        m_graph.steps = m_tree.steps;
        m_graph.contents = m_tree.contents;
        m_graph.unit = m_tree.unit;
        m_graph.time = m_time;
        for (CallNodeId call(1); call < m_tree.nodes.size(); ++call) {
            const CallNode& node = m_tree.nodes[call];
            // A node that was looked through is not a caller.
            const CallNodeId outer = node.parent;
            m_caller[call] = m_nodeOf[outer] != noGraphNode ? outer : m_caller[outer];
            if (isShown(node))
                count(call);
        }
        return std::move(m_graph);
    }

private:
    bool isShown(const CallNode& node) const
    {
        if (node.kind == FrameKind::Layer)
            return m_withLayers;
        return node.kind != FrameKind::Device || m_time == CallGraphTime::Device;
    }

    /// The node with the times to show.
    CallNode timed(CallNode node) const
    {
        if (m_time == CallGraphTime::Device) {
            node.selfNs = node.kind == FrameKind::Device ? node.deviceNs : 0;
            node.totalNs = node.deviceNs;
        }
        return node;
    }

    void count(CallNodeId call)
    {
        const CallNode node = timed(m_tree.nodes[call]);
        const CallGraphNodeId index = nodeFor(node);
        m_nodeOf[call] = index;
        const CallNodeId caller = m_caller[call];
        if (caller != noNode)
            m_edgeOf[call] = edgeFor(m_nodeOf[caller], index);

        bool isRecursive = false;
        bool isSameEdge = false;
        for (CallNodeId outer = caller; outer != noNode; outer = m_caller[outer]) {
            isRecursive = isRecursive || m_nodeOf[outer] == index;
            isSameEdge = isSameEdge || m_edgeOf[outer] == m_edgeOf[call];
        }
        CallGraphNode& sum = m_graph.nodes[index];
        sum.calls += node.calls;
        sum.selfNs += node.selfNs;
        sum.totalNs += isRecursive ? 0 : node.totalNs;
        m_graph.selfNs += node.selfNs;
        if (caller == noNode)
            return;
        CallGraphEdge& edge = m_graph.edges[m_edgeOf[call]];
        edge.calls += node.calls;
        edge.totalNs += isSameEdge ? 0 : node.totalNs;
    }

    CallGraphNodeId nodeFor(const CallNode& node)
    {
        const uint64_t key = uint64_t(node.name) << 16 | uint64_t(node.kind) << 8 | uint64_t(node.pass);
        const auto [entry, isNew] = m_nodes.try_emplace(key, uint32_t(m_graph.nodes.size()));
        if (isNew)
            m_graph.nodes.push_back({.name = node.name, .kind = node.kind, .pass = node.pass});
        return entry->second;
    }

    CallGraphEdgeId edgeFor(CallGraphNodeId from, CallGraphNodeId to)
    {
        const auto [entry, isNew] =
            m_edges.try_emplace(uint64_t(from) << 32 | to, uint32_t(m_graph.edges.size()));
        if (isNew)
            m_graph.edges.push_back({.from = from, .to = to});
        return entry->second;
    }

    const CallTree& m_tree;
    const bool m_withLayers;
    const CallGraphTime m_time;
    CallGraph m_graph;
    std::vector<CallGraphNodeId> m_nodeOf; ///< by node of the tree; noGraphNode: looked through
    std::vector<CallGraphEdgeId> m_edgeOf;
    /// By node of the tree: the nearest enclosing node that is not looked through.
    std::vector<CallNodeId> m_caller;
    std::unordered_map<uint64_t, CallGraphNodeId> m_nodes;
    std::unordered_map<uint64_t, CallGraphEdgeId> m_edges;
};

/// Of the remaining nodes, the heaviest edge to each from another one.
std::vector<bool> heaviestEdges(const CallGraph& graph, const std::vector<CallGraphNodeId>& kept)
{
    std::vector<CallGraphEdgeId> best(graph.nodes.size());
    for (CallGraphEdgeId index(0); index < graph.edges.size(); ++index) {
        const CallGraphEdge& edge = graph.edges[index];
        if (edge.from == edge.to || kept[edge.from] == noGraphNode)
            continue;
        CallGraphEdgeId& heaviest = best[edge.to];
        if (heaviest.isNone() || edge.totalNs > graph.edges[heaviest].totalNs)
            heaviest = index;
    }
    std::vector<bool> is(graph.edges.size(), false);
    for (const auto edge : best) {
        if (!edge.isNone())
            is[edge] = true;
    }
    return is;
}

/// White to a warm red, by the share of self time.
std::string heat(double share)
{
    const double strength = std::sqrt(std::clamp(share, 0.0, 1.0));
    const auto channel = [strength](int to) { return int(std::lround(255 + strength * (to - 255))); };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(0xd8), channel(0x5a), channel(0x3a));
}

} // namespace

std::string CallGraph::nameOf(CallGraphNodeId node) const
{
    return nodes[node].name == noName ? passName(nodes[node].pass) : names[nodes[node].name];
}

CallGraph callGraph(const CallTree& tree, bool withLayers, CallGraphTime time)
{
    return GraphBuilder(tree, withLayers, time).build();
}

CallGraph pruned(const CallGraph& graph, double threshold, size_t mostNodes)
{
    std::vector<CallGraphNodeId> largest(graph.nodes.size());
    std::iota(largest.begin(), largest.end(), CallGraphNodeId(0));
    std::ranges::stable_sort(largest, [&](CallGraphNodeId a, CallGraphNodeId b) {
        return graph.nodes[a].totalNs > graph.nodes[b].totalNs;
    });
    const auto isKept = [&](CallGraphNodeId node) {
        return graph.nodes[node].totalNs > 0 && graph.shareOf(graph.nodes[node].totalNs) >= threshold;
    };
    const auto end = std::ranges::find_if_not(largest, isKept);
    largest.resize(std::min(size_t(end - largest.begin()), mostNodes));
    std::ranges::sort(largest);

    CallGraph result{.names = graph.names,
                     .nodes = {},
                     .edges = {},
                     .selfNs = graph.selfNs,
                     .steps = graph.steps,
                     .contents = graph.contents,
                     .unit = graph.unit,
                     .time = graph.time};
    std::vector<CallGraphNodeId> kept(graph.nodes.size(), noGraphNode);
    for (const CallGraphNodeId node : largest) {
        kept[node] = CallGraphNodeId(uint32_t(result.nodes.size()));
        result.nodes.push_back(graph.nodes[node]);
    }
    const std::vector<bool> isHeaviest = heaviestEdges(graph, kept);
    for (size_t i = 0; i < graph.edges.size(); ++i) {
        CallGraphEdge edge = graph.edges[i];
        if (kept[edge.from] == noGraphNode || kept[edge.to] == noGraphNode)
            continue;
        if (!isHeaviest[i] && graph.shareOf(edge.totalNs) < threshold)
            continue;
        edge.from = kept[edge.from];
        edge.to = kept[edge.to];
        result.edges.push_back(edge);
    }
    return result;
}

std::string callGraphDot(const CallGraph& graph)
{
    std::string dot = "digraph calls {\n"
                      "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n"
                      "  edge [color=\"#8a94a3\", fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];\n";
    for (CallGraphNodeId i(0); i < graph.nodes.size(); ++i) {
        const CallGraphNode& node = graph.nodes[i];
        std::string label = node.kind == FrameKind::Pass ? passWord(node.pass) : graph.nameOf(i);
        if (node.kind != FrameKind::Pass)
            label += "\n" + translated("self {share}", {{"share", formatShare(graph.shareOf(node.selfNs))}});
        label += "\n" + translated("total {share}", {{"share", formatShare(graph.shareOf(node.totalNs))}});
        std::string quoted;
        for (size_t at = 0; at <= label.size();) {
            const size_t line = std::min(label.find('\n', at), label.size());
            const std::string text = dotQuoted(label.substr(at, line - at));
            quoted += (at == 0 ? "" : "\\n") + text.substr(1, text.size() - 2);
            at = line + 1;
        }
        fmt::format_to(std::back_inserter(dot), "  n{} [label=\"{}\", fillcolor=\"{}\"];\n", uint32_t(i),
                       quoted, heat(graph.shareOf(node.selfNs)));
    }
    for (const CallGraphEdge& edge : graph.edges)
        fmt::format_to(std::back_inserter(dot), "  n{} -> n{} [label=\"{}\", penwidth={:.1f}];\n",
                       uint32_t(edge.from), uint32_t(edge.to),
                       edge.calls > 0 ? formatCount(edge.calls) : formatShare(graph.shareOf(edge.totalNs)),
                       0.8 + 4.0 * graph.shareOf(edge.totalNs));
    return dot + "}\n";
}

} // namespace stepscope
