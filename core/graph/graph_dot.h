#pragma once

#include "core/graph/network_graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Width and height in points of something as drawn.
struct NodeSize
{
    double width = 0.0;
    double height = 0.0;
};

/// Sizes of a drawing's parts, by the graph's indices.
struct DrawnSizes
{
    std::vector<NodeSize> nodes;
    std::vector<NodeSize> layerTitles; ///< empty: layers have no titles
};

/// How much work dot may spend on a layout.
enum class LayoutEffort : uint8_t {
    Full,   ///< layers as clusters, curved edges
    Coarse, ///< no clusters, straight edges: for graphs that take dot too long
};

/// DOT for a picture: labels with operator, output shape and parameters, colored by kind, layers as
/// clusters. Stable: equal graphs give equal text. `edgeTexts` are the labels of the edges; if empty, edges
/// show the shapes of their tensors.
std::string dotForPicture(const NetworkGraph& graph, LayoutEffort effort = LayoutEffort::Full,
                          const std::vector<std::string>& edgeTexts = {});

/// DOT for a layout only: node i is "n<i>" with the given fixed size, cluster i "cluster_<i>", edge i has the
/// id "e<i>".
std::string dotForLayout(const NetworkGraph& graph, const DrawnSizes& sizes,
                         LayoutEffort effort = LayoutEffort::Full);

} // namespace stepscope
