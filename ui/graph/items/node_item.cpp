#include "ui/graph/items/node_item.h"

#include "ui/support/qt_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double radius = 8.0;
constexpr double narrowest = 140.0;
constexpr double ring = 4.0;   ///< around a marked card
constexpr double pile = 6.0;   ///< offset of the cards below that of a collapsed layer
constexpr double badge = 18.0; ///< room for its plus sign
/// Below these zooms a card shows only its title, or only its color.
constexpr double zoomOfText = 0.5;
constexpr double zoomOfTitle = 0.25;
/// Below this zoom, rounded corners are invisible.
constexpr double zoomOfShape = 0.1;

} // namespace

QSizeF NodeCard::size(const CardMetrics& metrics) const
{
    const double widest =
        std::max({metrics.title.horizontalAdvance(title) + (isLayer ? 2 * badge : 0.0),
                  metrics.text.horizontalAdvance(subtitle), metrics.text.horizontalAdvance(shape),
                  metrics.text.horizontalAdvance(parameters)});
    const int lines = int(!shape.isEmpty()) + int(!parameters.isEmpty()) + int(!subtitle.isEmpty());
    const double behind = isLayer ? pile : 0.0;
    const double height = metrics.title.height() + metrics.text.height() * lines + 2 * 6.0;
    return {std::max(narrowest, std::ceil(widest) + 2 * 12.0) + behind, std::ceil(height) + behind};
}

NodeCard nodeCard(const GraphNode& node)
{
    NodeCard card;
    card.kind = operatorKind(node);
    card.title = toQString(node.label);
    card.shape = toQString(shapeText(node.outputShape));
    if (node.parameterCount > 0)
        card.parameters = toQString(parameterText(node.parameterCount));
    return card;
}

NodeItem::NodeItem(DrawnNodeId node, NodeCard card, const QRectF& rect, const GraphStyle& style)
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

QRectF NodeItem::cardRect() const
{
    return m_card.isLayer ? m_rect.adjusted(0, 0, -pile, -pile) : m_rect;
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
    // At small zooms only the color is visible, so it is stronger.
    const double share = zoom < zoomOfTitle ? 0.6 : marks.hovered ? 0.22 : 0.12;
    painter.setBrush(m_heat ? m_style.heatColor(m_heat->share) : blended(line, colors.surface, share));
    const auto card = cardRect();
    if (zoom < zoomOfShape && !accented) {
        painter.fillRect(card, painter.brush());
        return;
    }
    if (m_card.isLayer) {
        painter.setPen(QPen(line, 1.0));
        for (const double by : {pile, pile / 2})
            painter.drawRoundedRect(card.translated(by, by), radius, radius);
    }
    painter.setPen(QPen(accented ? colors.accent : line, marks.selected ? 2.5 : marks.hovered ? 1.75 : 1.0));
    painter.drawRoundedRect(card, radius, radius);
}

void NodeItem::paintText(QPainter& painter, double zoom) const
{
    const auto card = cardRect();
    painter.setPen(m_style.colors.text);
    if (zoom < zoomOfText) {
        QFont font = m_style.titleFont;
        const double room = (card.width() - 12) / QFontMetricsF(font).horizontalAdvance(m_card.title);
        font.setPointSizeF(font.pointSizeF() * std::clamp(room, 0.5, 1.8));
        painter.setFont(font);
        painter.drawText(card, Qt::AlignCenter, m_card.title);
        return;
    }
    const CardMetrics metrics(m_style);
    QRectF line(card.left(), card.top() + 6, card.width(), metrics.title.height());
    painter.setFont(m_style.titleFont);
    painter.drawText(line, Qt::AlignCenter, m_card.title);
    if (m_card.isLayer) {
        painter.drawText(line.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, "+");
    }
    painter.setFont(m_style.textFont);
    line.setTop(line.bottom());
    const bool hasHeat = m_heat && !m_heat->text.isEmpty();
    const bool isStrong = m_heat && m_heat->share > 0.25; // muted text would be unreadable on it
    for (const auto* text : {&m_card.subtitle, hasHeat ? &m_heat->text : &m_card.shape, &m_card.parameters}) {
        if (text->isEmpty())
            continue;
        line.setHeight(metrics.text.height());
        painter.setPen(isStrong || (hasHeat && text == &m_heat->text) ? m_style.colors.text
                                                                      : m_style.colors.mutedText);
        painter.drawText(line, Qt::AlignCenter, *text);
        line.translate(0, line.height());
    }
}

} // namespace stepscope::ui
