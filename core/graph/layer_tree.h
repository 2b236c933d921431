#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <vector>

namespace stepscope {

/// The layers of a graph from the network down. Layers without an operator in them or below are left out.
struct LayerTree
{
    std::vector<GraphLayerId> top;                   ///< top-level layers of the network
    std::vector<std::vector<GraphLayerId>> children; ///< by layer
    std::vector<std::vector<GraphNodeId>> nodes;     ///< by layer: the nodes directly in it
};

LayerTree layerTree(const NetworkGraph& graph);

/// A layer's name without that of its parent: "conv2" of "layer1.conv2".
std::string shortLayerName(const NetworkGraph& graph, GraphLayerId layer);

} // namespace stepscope
