#pragma once

#include "ui/call_graph/call_graph_picture.h"
#include "ui/graph/graph_geometry.h"
#include "ui/theme/drag_tracker.h"

#include <QWidget>

#include <memory>

namespace stepscope::ui {

/// Shows a call graph: zooms to the cursor and pans by dragging. Until the user moves it, the
/// whole graph is visible, or if it would be too small to read, its start.
class CallGraphCanvas final : public QWidget
{
    Q_OBJECT

public:
    explicit CallGraphCanvas(QWidget* parent = nullptr);

    /// `isSame`: only the figures have changed.
    void show(std::shared_ptr<const CallGraphPicture> picture, bool isSame);
    const CallGraphPicture& picture() const { return *m_picture; }
    const CallGraphMarks& marks() const { return m_marks; }
    void setFocusName(const QString& name);
    /// Does not emit picked().
    void select(CallGraphNodeId node);
    /// The card at a position, or none.
    CallGraphNodeId nodeAt(const QPointF& position) const;

    double zoom() const { return m_port.zoom; }
    void zoomAt(double factor, const QPointF& position);
    void zoomBy(double factor) { zoomAt(factor, middle()); }
    void setZoom(double zoom) { zoomBy(zoom / m_port.zoom); }
    void fit();
    /// What is shown until the user moves it.
    void showStart();
    QPointF toGraph(const QPointF& position) const;

Q_SIGNALS:
    void picked(stepscope::CallGraphNodeId node); ///< by the user; none: an empty place
    void portChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// What is shown when the size or the picture changes.
    enum class Following { Nothing, Start, Whole };

    void follow();
    QPointF middle() const { return QRectF(rect()).center(); }
    void setPort(const GraphPort& port);
    void setHovered(CallGraphNodeId node);
    void pick(CallGraphNodeId node);
    void panBy(const QPointF& pixels);
    void reveal(CallGraphNodeId node);
    void moveByKey(int key);

    std::shared_ptr<const CallGraphPicture> m_picture;
    CallGraphMarks m_marks;
    GraphPort m_port;
    Following m_following = Following::Start;
    DragTracker m_drag;
};

} // namespace stepscope::ui
