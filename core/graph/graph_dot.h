#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <vector>

namespace stepscope {

/// Width and height in points of a node as it will be drawn.
struct NodeSize
{
    double width = 0.0;
    double height = 0.0;
};

/// DOT for a picture: labels with operator, output shape and parameters, coloured by kind, layers as clusters.
/// Stable: equal graphs give equal text.
std::string dotForPicture(const NetworkGraph& graph);

/// DOT for a layout only: node i is "n<i>" with the given fixed size, cluster i "cluster_<i>".
std::string dotForLayout(const NetworkGraph& graph, const std::vector<NodeSize>& sizes);

} // namespace stepscope
