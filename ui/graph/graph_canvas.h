#pragma once

#include "core/graph/folded_graph.h"
#include "ui/canvas/navigable_graph.h"

namespace stepscope::ui {

class GraphScene;

/// Shows the graph of a network, and says what the user does in it.
class GraphCanvas final : public NavigableGraph<QGraphicsView>
{
    Q_OBJECT

public:
    explicit GraphCanvas(GraphScene* scene, QWidget* parent = nullptr);

    void centerAt(const QPointF& position);
    /// The visible part of the graph.
    QRectF seen() const;
    /// Scrolls to a node and makes it large enough to read.
    void centerOnNode(DrawnNodeId node);
    void revealNode(DrawnNodeId node);
    /// After a new layout: what was at `before` in the old one is at `now`, and keeps its position on the
    /// screen.
    void keepPlace(const QPointF& before, const QPointF& now);

Q_SIGNALS:
    void nodeClicked(stepscope::DrawnNodeId node); ///< none: an empty place
    void moveAsked(stepscope::ui::GraphDirection direction);
    void nodeOpened(stepscope::DrawnNodeId node); ///< by double click
    void layerClosed(stepscope::GraphLayerId layer,
                     const QPointF& position); ///< by double click into its frame
    void openAsked();                          ///< by key, for the selected node
    void closeAsked();
    void menuAsked(const QPointF& position, const QPoint& globalPosition);
    void portChanged();

protected:
    QRectF content() const override;
    GraphPort start() const override;
    void showPort() override;
    void hover(const QPointF& position) override;
    void click(const QPointF& position) override;
    bool viewportEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// The node at a position in the window, or none.
    DrawnNodeId nodeAt(const QPointF& position) const;

    GraphScene* m_scene;
};

} // namespace stepscope::ui
