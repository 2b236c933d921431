#include "ui/graph/items/edge_item.h"

#include "ui/canvas/graph_geometry.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <utility>

namespace stepscope::ui {

namespace {

constexpr double arrowLength = 7.0;
constexpr double arrowWidth = 6.0;
/// Nodes already show their output shapes, so labels only appear when the user zooms in.
constexpr double zoomOfLabels = 1.4;
constexpr double zoomOfArrows = 0.2;
constexpr double zoomOfSmoothness = 0.1;

} // namespace

EdgeLine edgeLine(const std::vector<LayoutPoint>& points, const QString& text, const CardMetrics& metrics)
{
    const auto middle = edgeMiddle(points);
    QRectF label(0, 0, metrics.text.horizontalAdvance(text) + 8, metrics.text.height());
    label.moveCenter(middle);
    label.moveLeft(middle.x() + 4);
    return {edgePath(points, arrowLength), arrowHead(points, arrowLength, arrowWidth), label, text};
}

EdgeItem::EdgeItem(EdgeLine line, const GraphStyle& style)
    : m_line(std::move(line))
    , m_style(style)
    , m_bounds(m_line.path.controlPointRect()
                   .united(m_line.arrow.boundingRect())
                   .united(m_line.label)
                   .adjusted(-2, -2, 2, 2))
{
    setZValue(1);
}

void EdgeItem::setHighlighted(bool highlighted)
{
    if (m_highlighted == highlighted)
        return;
    m_highlighted = highlighted;
    setZValue(highlighted ? 1.5 : 1);
    update();
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const auto& colors = m_style.colors;
    const double zoom = option->levelOfDetailFromTransform(painter->worldTransform());
    const bool highlighted = m_highlighted && !m_style.plain;
    const QColor line = highlighted ? colors.accent : blended(colors.mutedText, colors.surface, 0.75);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(line, highlighted ? 2.0 : 1.2, Qt::SolidLine, Qt::FlatCap));
    // When thousands of edges are visible, they are too thin to need smoothing.
    const bool isFar = zoom < zoomOfSmoothness;
    if (isFar)
        painter->setRenderHint(QPainter::Antialiasing, false);
    painter->drawPath(m_line.path);
    if (isFar)
        painter->setRenderHint(QPainter::Antialiasing, true);
    if (zoom >= zoomOfArrows) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(line);
        painter->drawPolygon(m_line.arrow);
    }
    if (zoom < zoomOfLabels && !(highlighted && zoom >= readableZoom))
        return;
    const auto& label = m_line.label;
    painter->setPen(QPen(colors.border, 0.75));
    painter->setBrush(colors.surface);
    painter->drawRoundedRect(label, 4, 4);
    painter->setPen(highlighted ? colors.accent : colors.mutedText);
    painter->setFont(m_style.textFont);
    painter->drawText(label, Qt::AlignCenter, m_line.text);
}

} // namespace stepscope::ui
