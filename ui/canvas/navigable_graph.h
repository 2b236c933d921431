#pragma once

#include "ui/canvas/graph_geometry.h"
#include "ui/keys/view_keys.h"
#include "ui/theme/drag_tracker.h"

#include <QGraphicsView>
#include <QWidget>

namespace stepscope::ui {

/// A widget that shows a part of a graph. Zooms to the pointer by the wheel and pans by dragging; until the
/// user moves it, it shows the start or the whole of the graph, whatever its size. For QWidget and
/// QGraphicsView.
template<typename Widget>
class NavigableGraph : public Widget
{
public:
    using Widget::Widget;

    double zoom() const { return m_port.zoom; }
    const GraphPort& port() const { return m_port; }
    /// Scales by `factor` so that what is at `position` in the window stays there.
    void zoomAt(double factor, const QPointF& position);
    void zoomBy(double factor) { zoomAt(factor, middle()); }
    void setZoom(double zoom) { zoomBy(zoom / m_port.zoom); }
    /// Shows the whole graph, and does so again whenever the window is resized, until the user moves.
    void fit();
    /// Shows the start of the graph in the same way.
    void showStart();

protected:
    /// The area of the graph.
    virtual QRectF content() const = 0;
    /// What showStart() shows.
    virtual GraphPort start() const = 0;
    /// Called when port() has been set.
    virtual void showPort() = 0;
    /// The pointer is at this position in the window, without a button.
    virtual void hover(const QPointF& position) = 0;
    /// The left button was clicked at this position in the window.
    virtual void click(const QPointF& position) = 0;

    void goTo(const GraphPort& port);
    void panBy(const QPointF& pixels);
    /// Fits and zooms. Returns whether the key does one of these.
    bool navigate(KeyAct act);
    QPointF middle() const;

    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the window shows until the user moves it.
    enum class Following { Start, Whole, Nothing };

    void setPort(const GraphPort& port);
    void follow();

    GraphPort m_port;
    Following m_following = Following::Start;
    DragTracker m_drag;
};

extern template class NavigableGraph<QWidget>;
extern template class NavigableGraph<QGraphicsView>;

} // namespace stepscope::ui
