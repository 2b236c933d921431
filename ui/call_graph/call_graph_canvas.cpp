#include "ui/call_graph/call_graph_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace stepscope::ui {

namespace {

/// This graph runs from left to right; the others run from top to bottom.
GraphDirection transposed(GraphDirection direction)
{
    switch (direction) {
    case GraphDirection::Up:
        return GraphDirection::Left;
    case GraphDirection::Down:
        return GraphDirection::Right;
    case GraphDirection::Left:
        return GraphDirection::Up;
    case GraphDirection::Right:
        break;
    }
    return GraphDirection::Down;
}

} // namespace

CallGraphCanvas::CallGraphCanvas(QWidget* parent)
    : NavigableGraph(parent)
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
    return port().center + (position - middle()) / zoom();
}

CallGraphNodeId CallGraphCanvas::nodeAt(const QPointF& position) const
{
    return m_picture->nodeAt(toGraph(position));
}

void CallGraphCanvas::showPort()
{
    update();
    Q_EMIT portChanged();
}

void CallGraphCanvas::reveal(CallGraphNodeId node)
{
    if (node.isNone())
        return;
    const QRectF box = m_picture->rectOf(node);
    const QRectF seen(toGraph({0, 0}), port().seen(size()));
    if (!seen.contains(box))
        goTo({zoom(), box.center()});
}

bool CallGraphCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto node = nodeAt(help->pos());
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
    painter.scale(zoom(), zoom());
    painter.translate(-port().center);
    paintCallGraph(painter, *m_picture, m_marks, colors, font(), zoom());
}

void CallGraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && nodeAt(event->position()).isNone())
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
    if (m_picture->layout.nodes.empty())
        return;
    const auto next = m_marks.selected.isNone()
                          ? CallGraphNodeId(0)
                          : CallGraphNodeId(uint32_t(
                                neighborNode(m_picture->drawn, transposed(m_picture->layout),
                                             inDrawn(m_marks.selected), transposed(arrowDirection(key)))));
    if (!next.isNone()) {
        reveal(next);
        pick(next);
    }
}

void CallGraphCanvas::keyPressEvent(QKeyEvent* event)
{
    const KeyAct act = keyAct("call-graph", *event);
    if (act == KeyAct::Clear)
        pick({});
    else if (act == KeyAct::Move)
        moveByKey(event->key());
    else if (!navigate(act))
        event->ignore();
}

} // namespace stepscope::ui
