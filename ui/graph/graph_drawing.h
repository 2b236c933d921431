#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_layout.h"
#include "ui/graph/edge_item.h"
#include "ui/graph/graph_style.h"
#include "ui/graph/layer_item.h"
#include "ui/graph/node_item.h"

#include <QRectF>

#include <memory>
#include <stop_token>
#include <vector>

namespace stepscope::ui {

/// A graph ready to be put on the screen: all of it that can be made on another thread than the window's.
struct GraphDrawing
{
    std::shared_ptr<const NetworkGraph> whole;
    CollapsedLayers collapsed; ///< of its layers
    FoldedGraph folded;        ///< what is drawn of it
    GraphLayout layout;
    std::vector<NodeCard> cards;    ///< by drawn node
    std::vector<LayerFrame> frames; ///< by layer
    std::vector<QRectF> titles;     ///< by layer; empty where there is no frame
    std::vector<EdgeLine> edges;    ///< by drawn edge

    const NetworkGraph& graph() const { return folded.drawn; }
    /// The innermost frame at a place, -1: none.
    int layerAt(const QPointF& position) const;
    /// -1: none.
    int nodeAt(const QPointF& position) const;
};

/// Folds the graph and has it laid out. May run on any thread, on which `progress` is called. Throws Error as
/// layoutGraph() does.
std::shared_ptr<const GraphDrawing> drawGraph(std::shared_ptr<const NetworkGraph> whole,
                                              const CollapsedLayers& collapsed, const GraphStyle& style,
                                              std::stop_token stop = {}, const LayoutProgress& progress = {});

} // namespace stepscope::ui
