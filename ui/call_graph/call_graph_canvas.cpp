#include "ui/call_graph/call_graph_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

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
    m_following = Following::Start;
    follow();
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

QPointF CallGraphCanvas::fromGraph(const QPointF& position) const
{
    return middle() + (position - m_port.center) * m_port.zoom;
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

bool CallGraphCanvas::moveByKey(int key)
{
    // This graph runs from left to right; the others run from top to bottom.
    GraphDirection direction = GraphDirection::Left;
    switch (key) {
    case Qt::Key_Up:
        break;
    case Qt::Key_Down:
        direction = GraphDirection::Right;
        break;
    case Qt::Key_Left:
        direction = GraphDirection::Up;
        break;
    case Qt::Key_Right:
        direction = GraphDirection::Down;
        break;
    default:
        return false;
    }
    if (m_picture->layout.nodes.empty())
        return true;
    const auto next =
        m_marks.selected.isNone()
            ? CallGraphNodeId(0)
            : CallGraphNodeId(uint32_t(neighbourNode(m_picture->drawn, transposed(m_picture->layout),
                                                     inDrawn(m_marks.selected), direction)));
    if (!next.isNone()) {
        reveal(next);
        pick(next);
    }
    return true;
}

void CallGraphCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_F:
    case Qt::Key_Home:
        fit();
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(zoomStep);
        break;
    case Qt::Key_Minus:
        zoomBy(1 / zoomStep);
        break;
    case Qt::Key_0:
        setZoom(1.0);
        break;
    case Qt::Key_Escape:
        pick({});
        break;
    default:
        if (!moveByKey(event->key()))
            event->ignore();
    }
}

} // namespace stepscope::ui
