#pragma once

#include "core/graph/network_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Which layers are drawn as one node, by the graph's layers. Inner layers keep their own state for when the
/// layer is opened again.
using CollapsedLayers = std::vector<bool>;

/// The part of the whole graph that a node of a folded graph represents.
struct FoldedNode
{
    int32_t layer = -1;          ///< the collapsed layer; -1: a single node
    std::vector<uint32_t> nodes; ///< of the whole graph, in the order in which they ran
};

/// A network's graph with collapsed layers as one node each.
struct FoldedGraph
{
    /// The graph to draw, with the layers of the whole graph. A collapsed layer is an operator with the
    /// layer's type as its name, its own name as label, its parameters, and the shape of its output.
    NetworkGraph drawn;
    std::vector<FoldedNode> nodes; ///< by the drawn nodes
    std::vector<uint32_t> nodeOf;  ///< the drawn node of each node of the whole graph
    std::vector<uint32_t> tensors; ///< by the drawn edges: the number of different tensors

    bool isLayer(int node) const { return nodes[size_t(node)].layer >= 0; }
    /// "64 × 32 × 26 × 26", or "3 tensors".
    std::string edgeText(size_t edge) const;
    std::vector<std::string> edgeTexts() const;
    /// The drawn node of a collapsed layer, or of the outermost collapsed layer around it; -1: the layer is
    /// open, or empty.
    int nodeOfLayer(const NetworkGraph& whole, int32_t layer) const;
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
void openLayersAround(const NetworkGraph& graph, int32_t layer, CollapsedLayers& collapsed);

} // namespace stepscope
