#pragma once

#include "core/graph/network_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Index of a node in FoldedGraph::nodes.
using DrawnNodeId = Id<struct NodeOfFoldedGraph>;

/// The same node in FoldedGraph::drawn, which is a graph of its own, and the reverse.
inline GraphNodeId inDrawnGraph(DrawnNodeId node)
{
    return GraphNodeId(uint32_t(node));
}
inline DrawnNodeId drawnNode(GraphNodeId node)
{
    return DrawnNodeId(uint32_t(node));
}

/// Which layers are drawn as one node, by the graph's layers. Inner layers keep their own state for when the
/// layer is opened again.
using CollapsedLayers = std::vector<bool>;

/// The part of the whole graph that a node of a folded graph represents.
struct FoldedNode
{
    GraphLayerId layer;             ///< the collapsed layer; none: a single node
    std::vector<GraphNodeId> nodes; ///< of the whole graph, in the order in which they ran
};

/// A network's graph with collapsed layers as one node each.
struct FoldedGraph
{
    /// The graph to draw, with the layers of the whole graph. A collapsed layer is an operator with the
    /// layer's type as its name, its own name as label, its parameters, and the shape of its output.
    NetworkGraph drawn;
    std::vector<FoldedNode> nodes;   ///< by the drawn nodes
    std::vector<DrawnNodeId> nodeOf; ///< the drawn node of each node of the whole graph
    std::vector<uint32_t> tensors;   ///< by the drawn edges: the number of different tensors

    bool isLayer(DrawnNodeId node) const { return !nodes[node].layer.isNone(); }
    /// "64 × 32 × 26 × 26", or "3 tensors".
    std::string edgeText(size_t edge) const;
    std::vector<std::string> edgeTexts() const;
    /// The drawn node of a collapsed layer, or of the outermost collapsed layer around it; none: the layer
    /// is open, or empty.
    DrawnNodeId nodeOfLayer(const NetworkGraph& whole, GraphLayerId layer) const;
};

/// Takes time in proportion to nodes, edges and layers. Nodes are in the order of their first operators; with
/// nothing collapsed they are those of the graph.
FoldedGraph foldGraph(const NetworkGraph& graph, const CollapsedLayers& collapsed);

/// The number of nodes that foldGraph() would return.
size_t foldedNodeCount(const NetworkGraph& graph, const CollapsedLayers& collapsed);

/// The initial state of a graph: completely open when it has few nodes, else opened as many levels deep as
/// remain readable.
CollapsedLayers layersCollapsedAtStart(const NetworkGraph& graph);

/// Opens all layers around a node or a layer, including the layer itself.
void openLayersAround(const NetworkGraph& graph, GraphLayerId layer, CollapsedLayers& collapsed);

} // namespace stepscope
