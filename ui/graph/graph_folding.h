#pragma once

#include "ui/graph/layer_folding.h"

#include <QObject>

namespace stepscope::ui {

class GraphCanvas;
class GraphPages;
class GraphScene;
class GraphSelection;
struct GraphDrawing;

/// Collapses and expands layers of the graph on the screen, and has it laid out again. What the user opened
/// or closed keeps its position on the screen.
class GraphFolding final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        GraphScene* scene;
        GraphCanvas* canvas;
        GraphSelection* selection;
        GraphPages* pages;
    };

    GraphFolding(const Parts& parts, QObject* parent);

    /// As LayerFolding::setGraph().
    void setGraph(std::shared_ptr<const NetworkGraph> graph) { m_layers.setGraph(std::move(graph)); }
    /// The wanted one: another one may be on the screen until it is laid out.
    const std::shared_ptr<const NetworkGraph>& graph() const { return m_layers.graph(); }
    /// Whether the wanted graph, with the same layers collapsed, is on the screen.
    bool isShown() const;
    void layOut();
    /// After a new layout: shows what was opened or closed where it was, otherwise the start of the graph.
    void showPlace();
    /// After a new layout: selects the node that reveal() was called with.
    void showRevealed();

    bool isCollapsed(GraphLayerId layer) const { return m_layers.isCollapsed(layer); }
    void setCollapsed(GraphLayerId layer, bool collapsed);
    void expandAll();
    void collapseAll();
    /// Expands a layer that is drawn as a node.
    void openNode(DrawnNodeId node);
    /// Collapses the layer around a node.
    void closeAround(DrawnNodeId node);
    /// `position`: of the user's click in its frame.
    void closeLayer(GraphLayerId layer, const QPointF& position);
    /// Selects a node of the whole graph, opening the layers that hide it.
    void reveal(GraphNodeId node);

private:
    const GraphDrawing& drawing() const;
    void keepPlace(const LayerFolding::Place& place);

    Parts m_parts;
    LayerFolding m_layers; ///< of the wanted graph
};

} // namespace stepscope::ui
