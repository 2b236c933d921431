#include "ui/graph/graph_canvas.h"

#include "ui/graph/graph_scene.h"
#include "ui/graph/items/node_item.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QScrollBar>

#include <algorithm>

namespace stepscope::ui {

GraphCanvas::GraphCanvas(GraphScene* scene, QWidget* parent)
    : NavigableGraph(scene, parent)
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

QRectF GraphCanvas::content() const
{
    return m_scene->content();
}

GraphPort GraphCanvas::start() const
{
    const auto& nodes = m_scene->layout().nodes;
    return nodes.empty() ? port() : startPort(content(), toRect(nodes.front()), viewport()->size());
}

void GraphCanvas::showPort()
{
    setTransform(QTransform::fromScale(zoom(), zoom()));
    // Room on all sides, so that any point can be scrolled anywhere.
    const QSizeF room = QSizeF(viewport()->size()) / zoom();
    const QRectF reachable = content().united(QRectF(port().center, QSizeF(1, 1)));
    setSceneRect(reachable.adjusted(-room.width(), -room.height(), room.width(), room.height()));
    centerOn(port().center);
    Q_EMIT portChanged();
}

void GraphCanvas::centerAt(const QPointF& position)
{
    goTo({zoom(), position});
}

QRectF GraphCanvas::seen() const
{
    const QSizeF size = port().seen(viewport()->size());
    return {port().center - QPointF(size.width(), size.height()) / 2, size};
}

void GraphCanvas::centerOnNode(DrawnNodeId node)
{
    if (const auto* item = m_scene->nodeItem(node))
        goTo({std::max(zoom(), readableZoom), item->rect().center()});
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
    goTo({zoom(), port().center + now - before});
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

DrawnNodeId GraphCanvas::nodeAt(const QPointF& position) const
{
    return m_scene->drawing()->nodeAt(mapToScene(position.toPoint()));
}

void GraphCanvas::hover(const QPointF& position)
{
    const auto node = nodeAt(position);
    m_scene->setHovered(node);
    viewport()->setCursor(node.isNone() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void GraphCanvas::click(const QPointF& position)
{
    Q_EMIT nodeClicked(nodeAt(position));
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
        Q_EMIT menuAsked(port().center, viewport()->mapToGlobal(viewport()->rect().center()));
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    const double page = viewport()->height() * 0.8;
    const KeyAct act = keyAct("graph", *event);
    switch (act) {
    case KeyAct::Move:
        return Q_EMIT moveAsked(arrowDirection(event->key()));
    case KeyAct::Scroll:
        return panBy({0, event->key() == Qt::Key_PageUp ? page : -page});
    case KeyAct::Open:
        return Q_EMIT openAsked();
    case KeyAct::Back:
        return Q_EMIT closeAsked();
    case KeyAct::Clear:
        return Q_EMIT nodeClicked({});
    default:
        if (!navigate(act))
            event->ignore(); // the base class would scroll
    }
}

} // namespace stepscope::ui
