#include "ui/graph/node_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double radius = 8.0;
constexpr double narrowest = 140.0;
constexpr double ring = 4.0; ///< around a card that is marked
/// Below these zooms a card shows its title alone, and then its colour alone.
constexpr double zoomOfText = 0.5;
constexpr double zoomOfTitle = 0.25;

} // namespace

QSizeF NodeCard::size(const GraphStyle& style) const
{
    const QFontMetricsF titleMetrics(style.titleFont);
    const QFontMetricsF textMetrics(style.textFont);
    const double widest =
        std::max({titleMetrics.horizontalAdvance(title), textMetrics.horizontalAdvance(shape),
                  textMetrics.horizontalAdvance(parameters)});
    const double height =
        titleMetrics.height() + textMetrics.height() * (parameters.isEmpty() ? 1 : 2) + 2 * 6.0;
    return {std::max(narrowest, std::ceil(widest) + 2 * 12.0), std::ceil(height)};
}

NodeCard nodeCard(const GraphNode& node)
{
    return {operatorKind(node), QString::fromStdString(node.label),
            QString::fromStdString(shapeText(node.outputShape)),
            node.parameterCount > 0 ? QString::fromStdString(parameterText(node.parameterCount)) : QString()};
}

NodeItem::NodeItem(int node, NodeCard card, const QRectF& rect, const GraphStyle& style)
    : m_node(node)
    , m_card(std::move(card))
    , m_rect(rect)
    , m_style(style)
{
    setZValue(3);
}

void NodeItem::setMarks(const NodeMarks& marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    update();
}

void NodeItem::setHeat(const std::optional<NodeHeat>& heat)
{
    if (heat == m_heat)
        return;
    m_heat = heat;
    update();
}

QRectF NodeItem::boundingRect() const
{
    return m_rect.adjusted(-ring, -ring, ring, ring);
}

QPainterPath NodeItem::shape() const
{
    QPainterPath path;
    path.addRoundedRect(m_rect, radius, radius);
    return path;
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const double zoom = option->levelOfDetailFromTransform(painter->worldTransform());
    const auto marks = m_style.plain ? NodeMarks{} : m_marks;
    painter->setOpacity(marks.faded ? 0.4 : 1.0);
    paintCard(*painter, marks, zoom);
    if (zoom >= zoomOfTitle)
        paintText(*painter, zoom);
}

void NodeItem::paintCard(QPainter& painter, const NodeMarks& marks, double zoom) const
{
    const auto& colors = m_style.colors;
    if (marks.found) {
        painter.setPen(Qt::NoPen);
        QColor glow = colors.warning;
        glow.setAlphaF(marks.current ? 0.9F : 0.4F);
        painter.setBrush(glow);
        painter.drawRoundedRect(boundingRect(), radius + ring, radius + ring);
    }
    const QColor line = m_heat ? colors.border : m_style.kindColor(m_card.kind);
    const bool accented = marks.hovered || marks.selected;
    // Far away there is only the colour, so there is more of it.
    const double share = zoom < zoomOfTitle ? 0.6 : marks.hovered ? 0.22 : 0.12;
    painter.setBrush(m_heat ? m_style.heatColor(m_heat->share) : blended(line, colors.surface, share));
    painter.setPen(QPen(accented ? colors.accent : line, marks.selected ? 2.5 : marks.hovered ? 1.75 : 1.0));
    painter.drawRoundedRect(m_rect, radius, radius);
}

void NodeItem::paintText(QPainter& painter, double zoom) const
{
    painter.setPen(m_style.colors.text);
    if (zoom < zoomOfText) {
        QFont font = m_style.titleFont;
        const double room = (m_rect.width() - 12) / QFontMetricsF(font).horizontalAdvance(m_card.title);
        font.setPointSizeF(font.pointSizeF() * std::clamp(room, 0.5, 1.8));
        painter.setFont(font);
        painter.drawText(m_rect, Qt::AlignCenter, m_card.title);
        return;
    }
    const double titleHeight = QFontMetricsF(m_style.titleFont).height();
    const double textHeight = QFontMetricsF(m_style.textFont).height();
    QRectF line(m_rect.left(), m_rect.top() + 6, m_rect.width(), titleHeight);
    painter.setFont(m_style.titleFont);
    painter.drawText(line, Qt::AlignCenter, m_card.title);
    painter.setFont(m_style.textFont);
    painter.setPen(m_style.colors.mutedText);
    line = {line.left(), line.bottom(), line.width(), textHeight};
    if (m_heat && !m_heat->text.isEmpty())
        painter.setPen(m_style.colors.text);
    painter.drawText(line, Qt::AlignCenter, m_heat && !m_heat->text.isEmpty() ? m_heat->text : m_card.shape);
    painter.setPen(m_style.colors.mutedText);
    painter.drawText(line.translated(0, textHeight), Qt::AlignCenter, m_card.parameters);
}

} // namespace stepscope::ui
