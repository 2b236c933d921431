#include "ui/call_graph/call_graph_canvas.h"

#include "ui/keys/view_keys.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <utility>

namespace stepscope::ui {

CallGraphCanvas::CallGraphCanvas(QWidget* parent)
    : QWidget(parent)
    , m_picture(std::make_shared<const CallGraphPicture>())
{
    setObjectName("callGraphCanvas");
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Call graph"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CallGraphCanvas::show(std::shared_ptr<const CallGraphPicture> picture, bool isSame)
{
    m_picture = std::move(picture);
    m_marks.hovered = {};
    if (isSame) {
        update();
        return;
    }
    m_marks.selected = {};
    showStart();
}

void CallGraphCanvas::setFocusName(const QString& name)
{
    m_marks.focus = name;
    update();
}

void CallGraphCanvas::select(CallGraphNodeId node)
{
    m_marks.selected = node < m_picture->layout.nodes.size() ? node : CallGraphNodeId();
    reveal(m_marks.selected);
    update();
}

void CallGraphCanvas::pick(CallGraphNodeId node)
{
    m_marks.selected = node;
    update();
    Q_EMIT picked(node);
}

QPointF CallGraphCanvas::toGraph(const QPointF& position) const
{
    return m_port.center + (position - middle()) / m_port.zoom;
}

CallGraphNodeId CallGraphCanvas::nodeAt(const QPointF& position) const
{
    return m_picture->nodeAt(toGraph(position));
}

void CallGraphCanvas::setPort(const GraphPort& port)
{
    m_port = port;
    update();
    Q_EMIT portChanged();
}

void CallGraphCanvas::zoomAt(double factor, const QPointF& position)
{
    m_following = Following::Nothing;
    setPort(m_port.zoomed(factor, position - middle()));
}

void CallGraphCanvas::fit()
{
    m_following = Following::Whole;
    follow();
}

void CallGraphCanvas::showStart()
{
    m_following = Following::Start;
    follow();
}

void CallGraphCanvas::follow()
{
    if (m_following == Following::Start)
        setPort(leftStartPort(m_picture->content(), size()));
    else if (m_following == Following::Whole)
        setPort(wholePort(m_picture->content(), size()));
}

void CallGraphCanvas::panBy(const QPointF& pixels)
{
    m_following = Following::Nothing;
    setPort(m_port.panned(pixels, m_picture->content(), size()));
}

void CallGraphCanvas::reveal(CallGraphNodeId node)
{
    if (node.isNone())
        return;
    const QRectF box = m_picture->rectOf(node);
    const QRectF seen(toGraph({0, 0}), m_port.seen(size()));
    if (seen.contains(box))
        return;
    m_following = Following::Nothing;
    setPort({m_port.zoom, box.center()});
}

bool CallGraphCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto node = m_picture->nodeAt(toGraph(help->pos()));
    if (node.isNone())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), callGraphToolTip(m_picture->graph, node), this);
    return true;
}

void CallGraphCanvas::paintEvent(QPaintEvent* event)
{
    const ThemeColors& colors = Theme::instance().colors();
    QPainter painter(this);
    painter.fillRect(event->rect(), colors.surface);
    painter.translate(middle());
    painter.scale(m_port.zoom, m_port.zoom);
    painter.translate(-m_port.center);
    paintCallGraph(painter, *m_picture, m_marks, colors, font(), m_port.zoom);
}

void CallGraphCanvas::resizeEvent(QResizeEvent*)
{
    follow();
}

void CallGraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (const double factor = wheelZoom(event->angleDelta()); factor != 1.0)
        zoomAt(factor, event->position());
    event->accept();
}

void CallGraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_drag.press(event->position());
}

void CallGraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed())
        return setHovered(m_picture->nodeAt(toGraph(event->position())));
    if (const auto moved = m_drag.move(event->position())) {
        setCursor(Qt::ClosedHandCursor);
        panBy(*moved);
    }
}

void CallGraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag.isPressed())
        return;
    setCursor(Qt::ArrowCursor);
    if (m_drag.release() && event->button() == Qt::LeftButton)
        pick(m_picture->nodeAt(toGraph(event->position())));
}

void CallGraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_picture->nodeAt(toGraph(event->position())).isNone())
        fit();
}

void CallGraphCanvas::leaveEvent(QEvent*)
{
    setHovered({});
}

void CallGraphCanvas::setHovered(CallGraphNodeId node)
{
    if (node == m_marks.hovered)
        return;
    m_marks.hovered = node;
    setCursor(node.isNone() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void CallGraphCanvas::moveByKey(int key)
{
    // This graph runs from left to right; the others run from top to bottom.
    const GraphDirection direction = key == Qt::Key_Up     ? GraphDirection::Left
                                     : key == Qt::Key_Down ? GraphDirection::Right
                                     : key == Qt::Key_Left ? GraphDirection::Up
                                                           : GraphDirection::Down;
    if (m_picture->layout.nodes.empty())
        return;
    const auto next =
        m_marks.selected.isNone()
            ? CallGraphNodeId(0)
            : CallGraphNodeId(uint32_t(neighborNode(m_picture->drawn, transposed(m_picture->layout),
                                                    inDrawn(m_marks.selected), direction)));
    if (!next.isNone()) {
        reveal(next);
        pick(next);
    }
}

void CallGraphCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (keyAct("call-graph", *event)) {
    case KeyAct::Fit:
        fit();
        break;
    case KeyAct::ZoomIn:
        zoomBy(zoomStep);
        break;
    case KeyAct::ZoomOut:
        zoomBy(1 / zoomStep);
        break;
    case KeyAct::ActualSize:
        setZoom(1.0);
        break;
    case KeyAct::Clear:
        pick({});
        break;
    case KeyAct::Move:
        moveByKey(event->key());
        break;
    default:
        event->ignore();
    }
}

} // namespace stepscope::ui
