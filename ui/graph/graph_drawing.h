#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_layout.h"
#include "ui/graph/items/edge_item.h"
#include "ui/graph/items/graph_style.h"
#include "ui/graph/items/layer_item.h"
#include "ui/graph/items/node_item.h"

#include <QRectF>

#include <memory>
#include <stop_token>
#include <vector>

namespace stepscope::ui {

/// A graph ready for the screen: everything that can be made outside the window's thread.
struct GraphDrawing
{
    std::shared_ptr<const NetworkGraph> whole;
    CollapsedLayers collapsed; ///< of its layers
    FoldedGraph folded;        ///< what is drawn
    GraphLayout layout;
    std::vector<NodeCard> cards;    ///< by drawn node
    std::vector<LayerFrame> frames; ///< by layer
    std::vector<QRectF> titles;     ///< by layer; empty where there is no frame
    std::vector<EdgeLine> edges;    ///< by drawn edge

    const NetworkGraph& graph() const { return folded.drawn; }
    /// The innermost frame at a position, or none.
    GraphLayerId layerAt(const QPointF& position) const;
    /// The node at a position, or none.
    DrawnNodeId nodeAt(const QPointF& position) const;
};

/// Folds the graph and lays it out. May run on any thread, and calls `progress` on it. Throws Error as
/// layoutGraph() does.
std::shared_ptr<const GraphDrawing> drawGraph(std::shared_ptr<const NetworkGraph> whole,
                                              const CollapsedLayers& collapsed, const GraphStyle& style,
                                              std::stop_token stop = {}, const LayoutProgress& progress = {});

} // namespace stepscope::ui
