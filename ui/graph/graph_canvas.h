#pragma once

#include "core/graph/folded_graph.h"
#include "ui/graph/graph_geometry.h"
#include "ui/theme/drag_tracker.h"

#include <QGraphicsView>

namespace stepscope::ui {

class GraphScene;

/// Shows a graph: zooms to the cursor, pans by dragging, and fits the graph until the user moves it.
class GraphCanvas final : public QGraphicsView
{
    Q_OBJECT

public:
    explicit GraphCanvas(GraphScene* scene, QWidget* parent = nullptr);

    double zoom() const { return m_port.zoom; }
    const GraphPort& port() const { return m_port; }
    /// Scales by `factor` so that what is at `position` in the viewport stays there.
    void zoomAt(double factor, const QPointF& position);
    void zoomBy(double factor);
    void centerAt(const QPointF& position);
    /// The visible part of the graph.
    QRectF seen() const;
    void setZoom(double zoom);
    void fit();
    /// Shows the start of the graph, and does so again whenever the window is resized, until the user moves.
    void showStart();
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
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the window shows until the user moves it.
    enum class Following { Start, Whole, Nothing };

    void setPort(const GraphPort& port);
    void follow();
    void panBy(const QPointF& pixels);
    QPointF middle() const { return QRectF(viewport()->rect()).center(); }
    void moveByKey(int key);

    GraphScene* m_scene;
    GraphPort m_port;
    Following m_following = Following::Start;
    DragTracker m_drag;
};

} // namespace stepscope::ui
