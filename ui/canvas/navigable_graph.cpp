#include "ui/canvas/navigable_graph.h"

#include <QMouseEvent>
#include <QResizeEvent>
#include <QWheelEvent>

#include <type_traits>

namespace stepscope::ui {

namespace {

/// The widget inside which the graph is painted.
template<typename Widget>
auto* windowOf(Widget* widget)
{
    if constexpr (std::is_base_of_v<QAbstractScrollArea, Widget>)
        return widget->viewport();
    else
        return widget;
}

} // namespace

template<typename Widget>
QPointF NavigableGraph<Widget>::middle() const
{
    return QRectF(windowOf(this)->rect()).center();
}

template<typename Widget>
void NavigableGraph<Widget>::setPort(const GraphPort& port)
{
    m_port = port;
    showPort();
}

template<typename Widget>
void NavigableGraph<Widget>::goTo(const GraphPort& port)
{
    m_following = Following::Nothing;
    setPort(port);
}

template<typename Widget>
void NavigableGraph<Widget>::zoomAt(double factor, const QPointF& position)
{
    goTo(m_port.zoomed(factor, position - middle()));
}

template<typename Widget>
void NavigableGraph<Widget>::panBy(const QPointF& pixels)
{
    goTo(m_port.panned(pixels, content(), windowOf(this)->size()));
}

template<typename Widget>
void NavigableGraph<Widget>::fit()
{
    m_following = Following::Whole;
    follow();
}

template<typename Widget>
void NavigableGraph<Widget>::showStart()
{
    m_following = Following::Start;
    follow();
}

template<typename Widget>
void NavigableGraph<Widget>::follow()
{
    if (m_following == Following::Whole)
        setPort(wholePort(content(), windowOf(this)->size()));
    else if (m_following == Following::Start)
        setPort(start());
    else
        setPort(m_port);
}

template<typename Widget>
bool NavigableGraph<Widget>::navigate(KeyAct act)
{
    switch (act) {
    case KeyAct::Fit:
        fit();
        return true;
    case KeyAct::ZoomIn:
        zoomBy(zoomStep);
        return true;
    case KeyAct::ZoomOut:
        zoomBy(1 / zoomStep);
        return true;
    case KeyAct::ActualSize:
        setZoom(1.0);
        return true;
    default:
        return false;
    }
}

template<typename Widget>
void NavigableGraph<Widget>::wheelEvent(QWheelEvent* event)
{
    if (const double factor = wheelZoom(event->angleDelta()); factor != 1.0)
        zoomAt(factor, event->position());
    event->accept();
}

template<typename Widget>
void NavigableGraph<Widget>::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_drag.press(event->position());
}

template<typename Widget>
void NavigableGraph<Widget>::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed())
        return hover(event->position());
    if (const auto moved = m_drag.move(event->position())) {
        windowOf(this)->setCursor(Qt::ClosedHandCursor);
        panBy(*moved);
    }
}

template<typename Widget>
void NavigableGraph<Widget>::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed())
        return;
    windowOf(this)->setCursor(Qt::ArrowCursor);
    if (m_drag.release() && event->button() == Qt::LeftButton)
        click(event->position());
}

template<typename Widget>
void NavigableGraph<Widget>::resizeEvent(QResizeEvent* event)
{
    Widget::resizeEvent(event);
    follow();
}

template class NavigableGraph<QWidget>;
template class NavigableGraph<QGraphicsView>;

} // namespace stepscope::ui
