#include "ui/flame/flame_canvas.h"

#include "ui/flame/frame_text.h"
#include "ui/keys/view_keys.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

FlameCanvas::FlameCanvas(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_data(std::make_shared<const FlameData>())
{
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flame graph"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void FlameCanvas::setData(std::shared_ptr<const FlameData> data)
{
    const auto before = std::exchange(m_data, std::move(data));
    const bool isSame = before->generation == m_data->generation;
    const auto kept = [&](CallNodeId node) {
        if (node == noNode || (isSame && node < m_data->tree->nodes.size()))
            return node;
        const bool isComparable = !isSame && before->tree->direction == m_data->tree->direction;
        return isComparable && node < before->tree->nodes.size() ? m_data->tree->find(*before->tree, node)
                                                                 : noNode;
    };
    m_marks.hovered = noNode;
    m_marks.selected = kept(m_marks.selected);
    for (CallNodeId& node : m_history)
        node = kept(node);
    std::erase(m_history, noNode);
    const CallNodeId zoom = kept(m_zoom);
    forgetTitles();
    setZoom(zoom == noNode ? rootNode : zoom);
}

void FlameCanvas::setColoring(FlameColors coloring)
{
    m_coloring = coloring;
    viewport()->update();
}

void FlameCanvas::setShape(FlameShape shape)
{
    if (shape == m_shape)
        return;
    m_shape = shape;
    layOut();
    verticalScrollBar()->setValue(shape == FlameShape::Icicle ? 0 : verticalScrollBar()->maximum());
}

void FlameCanvas::setFound(std::vector<bool> found)
{
    m_marks.found = std::move(found);
    viewport()->update();
}

void FlameCanvas::setFocused(NameId name, FrameKind kind, NameId layer)
{
    m_marks.focusName = name;
    m_marks.focusKind = kind;
    m_marks.focusLayer = layer;
    viewport()->update();
}

FrameTitles& FlameCanvas::titles() const
{
    if (!m_titles)
        m_titles.emplace(*m_data->tree, font());
    return *m_titles;
}

void FlameCanvas::forgetTitles()
{
    m_titles.reset();
}

int FlameCanvas::rowHeight() const
{
    return fontMetrics().height() + 5;
}

int FlameCanvas::contentHeight() const
{
    return std::max(m_boxes.rows * rowHeight(), viewport()->height());
}

FlamePicture FlameCanvas::picture() const
{
    return {.data = *m_data,
            .boxes = m_boxes,
            .colors = Theme::instance().colors(),
            .titles = titles(),
            .marks = m_marks,
            .coloring = m_coloring,
            .shape = m_shape,
            .zoomRow = int(m_data->tree->pathTo(m_zoom).size()),
            .rowHeight = rowHeight(),
            .height = contentHeight()};
}

void FlameCanvas::layOut()
{
    m_boxes = flameBoxes(*m_data->tree, m_data->order, m_zoom, viewport()->width());
    const int fromEnd = verticalScrollBar()->maximum() - verticalScrollBar()->value();
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, contentHeight() - viewport()->height());
    if (m_shape == FlameShape::Flame) // the root stays in place
        verticalScrollBar()->setValue(verticalScrollBar()->maximum() - fromEnd);
    viewport()->update();
}

void FlameCanvas::setZoom(CallNodeId node)
{
    m_zoom = node;
    layOut();
    Q_EMIT zoomChanged();
}

void FlameCanvas::zoomTo(CallNodeId node)
{
    if (node >= m_data->tree->nodes.size() || node == m_zoom)
        return;
    m_history.push_back(m_zoom);
    setZoom(node);
    showBox(m_boxes.of(node));
}

bool FlameCanvas::zoomBack()
{
    if (m_history.empty()) {
        if (m_zoom == rootNode)
            return false;
        setZoom(rootNode);
        return true;
    }
    const CallNodeId node = m_history.back();
    m_history.pop_back();
    setZoom(node);
    return true;
}

void FlameCanvas::select(CallNodeId node)
{
    m_marks.selected = node < m_data->tree->nodes.size() ? node : noNode;
    if (m_marks.selected != noNode && m_boxes.of(node) < 0) {
        // Finds the nearest ancestor from which it is visible.
        CallNodeId zoom = m_data->tree->nodes[node].parent;
        zoomTo(zoom == noNode ? rootNode : zoom);
    }
    showBox(m_boxes.of(m_marks.selected));
    viewport()->update();
}

void FlameCanvas::pick(CallNodeId node)
{
    m_marks.selected = node;
    viewport()->update();
    Q_EMIT picked(node);
}

void FlameCanvas::showBox(int box)
{
    if (box < 0)
        return;
    const int top = picture().topOf(m_boxes.boxes[size_t(box)].row);
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value())
        bar->setValue(top);
    else if (top + rowHeight() > bar->value() + viewport()->height())
        bar->setValue(top + rowHeight() - viewport()->height());
}

QRect FlameCanvas::rectOf(CallNodeId node) const
{
    const int index = m_boxes.of(node);
    if (index < 0)
        return {};
    const FlameBox& box = m_boxes.boxes[size_t(index)];
    return QRectF(box.left, picture().topOf(box.row) - verticalScrollBar()->value(), box.width, rowHeight())
        .toRect();
}

const FlameBox* FlameCanvas::boxAt(const QPoint& position) const
{
    const int index = m_boxes.at(picture().rowAt(position.y() + verticalScrollBar()->value()), position.x());
    return index < 0 ? nullptr : &m_boxes.boxes[size_t(index)];
}

CallNodeId FlameCanvas::nodeAt(const QPoint& position) const
{
    const FlameBox* const box = boxAt(position);
    return box && box->folded == 0 ? box->node : noNode;
}

void FlameCanvas::showToolTip(const QPoint& position, const QPoint& global)
{
    const FlameBox* box = boxAt(position);
    if (!box) {
        QToolTip::hideText();
        return;
    }
    const int row = picture().topOf(box->row) - verticalScrollBar()->value();
    const QRect place = QRectF(box->left, row, box->width, rowHeight()).toAlignedRect();
    const QString text =
        box->folded > 0
            ? tr("%n frame(s) narrower than a pixel: zoom in to tell them apart", nullptr, int(box->folded))
            : frameToolTip(*m_data->tree, box->node, m_data->order.weight, m_data->difference.get());
    QToolTip::showText(global, text, viewport(), place);
}

bool FlameCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    if (event->type() == QEvent::Leave)
        setHovered(noNode);
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameCanvas::paintEvent(QPaintEvent* event)
{
    const int scrolled = verticalScrollBar()->value();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), Theme::instance().colors().surface);
    painter.translate(0, -scrolled);
    picture().paint(painter, event->rect().translated(0, scrolled));
}

void FlameCanvas::resizeEvent(QResizeEvent*)
{
    layOut();
}

void FlameCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        forgetTitles();
        layOut();
    }
}

void FlameCanvas::setHovered(CallNodeId node)
{
    if (node == m_marks.hovered)
        return;
    m_marks.hovered = node;
    viewport()->update();
    Q_EMIT hovered(node);
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(nodeAt(event->pos()));
}

void FlameCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::BackButton) {
        zoomBack();
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    pick(nodeAt(event->pos()));
}

void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const FlameBox* box = boxAt(event->pos()))
        zoomTo(box->node);
    else
        zoomTo(rootNode);
}

void FlameCanvas::moveByKey(int key)
{
    const bool isIcicle = m_shape == FlameShape::Icicle;
    FlameStep step = key == Qt::Key_Left ? FlameStep::Left : FlameStep::Right;
    if (key == Qt::Key_Up)
        step = isIcicle ? FlameStep::Outwards : FlameStep::Inwards;
    else if (key == Qt::Key_Down)
        step = isIcicle ? FlameStep::Inwards : FlameStep::Outwards;
    const int from = m_boxes.of(m_marks.selected == noNode ? m_zoom : m_marks.selected);
    const int to = steppedBox(m_boxes, *m_data->tree, from, step);
    if (to >= 0) {
        showBox(to);
        pick(m_boxes.boxes[size_t(to)].node);
    }
}

void FlameCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (keyAct("flame", *event)) {
    case KeyAct::Open:
        if (m_marks.selected != noNode)
            zoomTo(m_marks.selected);
        break;
    case KeyAct::Clear:
        if (!zoomBack())
            pick(noNode);
        break;
    case KeyAct::Back:
        zoomBack();
        break;
    case KeyAct::ShowAll:
        zoomTo(rootNode);
        break;
    case KeyAct::Move:
        moveByKey(event->key());
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace stepscope::ui
