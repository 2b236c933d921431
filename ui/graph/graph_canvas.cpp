#include "ui/graph/graph_canvas.h"

#include "ui/graph/graph_scene.h"
#include "ui/graph/node_item.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace stepscope::ui {

GraphCanvas::GraphCanvas(GraphScene* scene, QWidget* parent)
    : QGraphicsView(scene, parent)
    , m_scene(scene)
{
    setObjectName("graphCanvas");
    setFrameShape(QFrame::NoFrame);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setViewportUpdateMode(FullViewportUpdate);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Network graph"));
    viewport()->grabGesture(Qt::PinchGesture);
}

void GraphCanvas::setPort(const GraphPort& port)
{
    m_port = port;
    setTransform(QTransform::fromScale(port.zoom, port.zoom));
    // Room on all sides, so that any point can be scrolled anywhere.
    const QSizeF room = QSizeF(viewport()->size()) / port.zoom;
    const QRectF reachable = m_scene->content().united(QRectF(port.center, QSizeF(1, 1)));
    setSceneRect(reachable.adjusted(-room.width(), -room.height(), room.width(), room.height()));
    centerOn(port.center);
    Q_EMIT portChanged();
}

void GraphCanvas::zoomAt(double factor, const QPointF& position)
{
    m_following = Following::Nothing;
    setPort(m_port.zoomed(factor, position - middle()));
}

void GraphCanvas::zoomBy(double factor)
{
    zoomAt(factor, middle());
}

void GraphCanvas::centerAt(const QPointF& position)
{
    m_following = Following::Nothing;
    setPort({m_port.zoom, position});
}

QRectF GraphCanvas::seen() const
{
    const QSizeF size = m_port.seen(viewport()->size());
    return {m_port.center - QPointF(size.width(), size.height()) / 2, size};
}

void GraphCanvas::setZoom(double zoom)
{
    zoomBy(zoom / m_port.zoom);
}

void GraphCanvas::fit()
{
    m_following = Following::Whole;
    follow();
}

void GraphCanvas::showStart()
{
    m_following = Following::Start;
    follow();
}

void GraphCanvas::follow()
{
    const auto content = m_scene->content();
    if (m_following == Following::Whole)
        setPort(wholePort(content, viewport()->size()));
    else if (m_following == Following::Start && !m_scene->layout().nodes.empty())
        setPort(startPort(content, toRect(m_scene->layout().nodes.front()), viewport()->size()));
    else
        setPort(m_port);
}

void GraphCanvas::centerOnNode(DrawnNodeId node)
{
    if (const auto* item = m_scene->nodeItem(node)) {
        m_following = Following::Nothing;
        setPort({std::max(m_port.zoom, readableZoom), item->rect().center()});
    }
}

void GraphCanvas::revealNode(DrawnNodeId node)
{
    const auto* item = m_scene->nodeItem(node);
    if (!item)
        return;
    const auto window = seen();
    const double margin = std::min({40.0, window.width() / 8, window.height() / 8});
    if (!window.adjusted(margin, margin, -margin, -margin).contains(item->rect()))
        centerOnNode(node);
}

void GraphCanvas::keepPlace(const QPointF& before, const QPointF& now)
{
    m_following = Following::Nothing;
    setPort({m_port.zoom, m_port.center + now - before});
}

void GraphCanvas::panBy(const QPointF& pixels)
{
    m_following = Following::Nothing;
    setPort(m_port.panned(pixels, m_scene->content(), viewport()->size()));
}

bool GraphCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomAt(1.0 + gesture->value(), gesture->position());
            return true;
        }
    }
    if (event->type() == QEvent::Gesture) {
        if (auto* pinch =
                static_cast<QPinchGesture*>(static_cast<QGestureEvent*>(event)->gesture(Qt::PinchGesture))) {
            zoomAt(pinch->scaleFactor(), viewport()->mapFromGlobal(pinch->centerPoint()));
            return true;
        }
    }
    if (event->type() == QEvent::Leave)
        m_scene->setHovered({});
    return QGraphicsView::viewportEvent(event);
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (const double factor = wheelZoom(event->angleDelta()); factor != 1.0)
        zoomAt(factor, event->position());
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_drag.press(event->position());
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed()) {
        const auto node = m_scene->drawing()->nodeAt(mapToScene(event->position().toPoint()));
        m_scene->setHovered(node);
        viewport()->setCursor(node.isNone() ? Qt::ArrowCursor : Qt::PointingHandCursor);
        return;
    }
    if (const auto moved = m_drag.move(event->position())) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        panBy(*moved);
    }
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed())
        return;
    viewport()->setCursor(Qt::ArrowCursor);
    if (m_drag.release() && event->button() == Qt::LeftButton)
        Q_EMIT nodeClicked(m_scene->drawing()->nodeAt(mapToScene(event->position().toPoint())));
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto position = mapToScene(event->position().toPoint());
    if (const auto node = m_scene->drawing()->nodeAt(position); !node.isNone())
        Q_EMIT nodeOpened(node);
    else if (const auto layer = m_scene->drawing()->layerAt(position); !layer.isNone())
        Q_EMIT layerClosed(layer, position);
    else
        fit();
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse)
        Q_EMIT menuAsked(mapToScene(event->pos()), event->globalPos());
    else
        Q_EMIT menuAsked(m_port.center, viewport()->mapToGlobal(viewport()->rect().center()));
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT nodeClicked({});
    else if (!moveByKey(event->key()) && !zoomByKey(event->key()) && !openByKey(event->key()))
        event->ignore(); // the base class would scroll
}

bool GraphCanvas::moveByKey(int key)
{
    const double page = viewport()->height() * 0.8;
    switch (key) {
    case Qt::Key_Up:
        Q_EMIT moveAsked(GraphDirection::Up);
        return true;
    case Qt::Key_Down:
        Q_EMIT moveAsked(GraphDirection::Down);
        return true;
    case Qt::Key_Left:
        Q_EMIT moveAsked(GraphDirection::Left);
        return true;
    case Qt::Key_Right:
        Q_EMIT moveAsked(GraphDirection::Right);
        return true;
    case Qt::Key_PageUp:
        panBy({0, page});
        return true;
    case Qt::Key_PageDown:
        panBy({0, -page});
        return true;
    default:
        return false;
    }
}

bool GraphCanvas::openByKey(int key)
{
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        Q_EMIT openAsked();
        return true;
    case Qt::Key_Backspace:
        Q_EMIT closeAsked();
        return true;
    default:
        return false;
    }
}

bool GraphCanvas::zoomByKey(int key)
{
    switch (key) {
    case Qt::Key_F:
    case Qt::Key_Home:
        fit();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(zoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / zoomStep);
        return true;
    case Qt::Key_0:
        setZoom(1.0);
        return true;
    default:
        return false;
    }
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    follow();
}

} // namespace stepscope::ui
