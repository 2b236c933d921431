#include "ui/graph/graph_canvas.h"

#include "ui/graph/graph_scene.h"
#include "ui/graph/node_item.h"
#include "ui/keys/view_keys.h"

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
    const double page = viewport()->height() * 0.8;
    switch (keyAct("graph", *event)) {
    case KeyAct::Move:
        return moveByKey(event->key());
    case KeyAct::Scroll:
        return panBy({0, event->key() == Qt::Key_PageUp ? page : -page});
    case KeyAct::Open:
        return Q_EMIT openAsked();
    case KeyAct::Back:
        return Q_EMIT closeAsked();
    case KeyAct::Fit:
        return fit();
    case KeyAct::ZoomIn:
        return zoomBy(zoomStep);
    case KeyAct::ZoomOut:
        return zoomBy(1 / zoomStep);
    case KeyAct::ActualSize:
        return setZoom(1.0);
    case KeyAct::Clear:
        return Q_EMIT nodeClicked({});
    default:
        event->ignore(); // the base class would scroll
    }
}

void GraphCanvas::moveByKey(int key)
{
    Q_EMIT moveAsked(key == Qt::Key_Up     ? GraphDirection::Up
                     : key == Qt::Key_Down ? GraphDirection::Down
                     : key == Qt::Key_Left ? GraphDirection::Left
                                           : GraphDirection::Right);
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    follow();
}

} // namespace stepscope::ui
