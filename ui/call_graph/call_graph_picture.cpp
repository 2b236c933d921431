#include "ui/call_graph/call_graph_picture.h"

#include "core/base/text/format.h"
#include "core/base/text/format_amount.h"
#include "core/trace/event_kind.h"
#include "ui/canvas/graph_geometry.h"
#include "ui/flame/function_color.h"
#include "ui/support/pass_colors.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double radius = 6.0;
constexpr double arrowLength = 7.0;
constexpr double arrowWidth = 6.0;
/// Below these zooms a card shows only its title, or only its color. Above them, edges show their calls.
constexpr double zoomOfText = 0.45;
constexpr double zoomOfTitle = 0.2;
constexpr double zoomOfCalls = 0.7;

struct CallGraphWords
{
    Q_DECLARE_TR_FUNCTIONS(CallGraph)
};

QString amountAndShare(const CallGraph& graph, int64_t amount)
{
    return QString("%1 (%2)").arg(toQString(formatAmount(double(amount), graph.unit)),
                                  toQString(formatShare(graph.shareOf(amount))));
}

/// Names can be longer than a card should be: the widest card determines the scale of the whole graph.
QString shortened(const QString& name)
{
    constexpr qsizetype mostLetters = 36;
    constexpr qsizetype lastLetters = 14;
    if (name.size() <= mostLetters)
        return name;
    return name.left(mostLetters - lastLetters - 1) + QChar(0x2026) + name.right(lastLetters);
}

QString titleOf(const CallGraph& graph, CallGraphNodeId index)
{
    const CallGraphNode& node = graph.nodes[index];
    if (node.kind == FrameKind::Pass)
        return toQString(passWord(node.pass));
    const std::string name = graph.nameOf(index);
    const bool isNamedByUser =
        graph.contents.areFunctions || node.kind == FrameKind::Layer || node.kind == FrameKind::Range;
    return shortened(toQString(isNamedByUser ? name : shortEventName(name)));
}

int sizeOf(double selfShare)
{
    return selfShare >= 0.2 ? 3 : selfShare >= 0.05 ? 2 : selfShare >= 0.01 ? 1 : 0;
}

QFont titleFont(const QFont& font, int size)
{
    static constexpr std::array<double, 4> scales{1.0, 1.15, 1.4, 1.8};
    QFont title = font;
    title.setPointSizeF(std::max(font.pointSizeF(), 1.0) * scales[size_t(size)]);
    title.setWeight(QFont::DemiBold);
    return title;
}

QFont textFont(const QFont& font)
{
    QFont text = font;
    text.setPointSizeF(std::max(font.pointSizeF(), 1.0) * 0.9);
    return text;
}

class GraphPainter
{
public:
    GraphPainter(QPainter& painter, const CallGraphPicture& picture, const CallGraphMarks& marks,
                 const ThemeColors& colors, const QFont& font, double zoom)
        : m_painter(painter)
        , m_picture(picture)
        , m_marks(marks)
        , m_colors(colors)
        , m_font(font)
        , m_zoom(zoom)
    {
    }

    void paint()
    {
        m_painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        for (size_t edge = 0; edge < m_picture.layout.edges.size(); ++edge)
            paintEdge(edge);
        for (CallGraphNodeId node(0); node < m_picture.layout.nodes.size(); ++node)
            paintCard(node);
    }

private:
    bool isMarked(const CallGraphEdge& edge) const
    {
        const auto touches = [&](CallGraphNodeId node) { return edge.from == node || edge.to == node; };
        return touches(m_marks.hovered) || touches(m_marks.selected);
    }

    void paintEdge(size_t index)
    {
        const CallGraphEdge& edge = m_picture.graph.edges[index];
        const auto& points = m_picture.layout.edges[index];
        const double share = m_picture.graph.shareOf(edge.totalNs);
        const bool marked = isMarked(edge);
        const QColor color = marked ? m_colors.accent : tinted(m_colors.surface, m_colors.mutedText, 0.7);
        const double width = 1.0 + 4.0 * std::sqrt(std::clamp(share, 0.0, 1.0));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
        const double head = arrowLength + width;
        m_painter.drawPath(edgePath(points, head));
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawPolygon(arrowHead(points, head, arrowWidth + width));
        if (m_zoom >= zoomOfCalls && edge.calls > 0)
            paintCalls(edge, edgeMiddle(points), marked);
    }

    void paintCalls(const CallGraphEdge& edge, const QPointF& middle, bool marked)
    {
        m_painter.setFont(textFont(m_font));
        const QString text = countText(edge.calls) + QChar(0x00d7);
        const QFontMetricsF metrics(m_painter.font());
        QRectF label(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
        label.moveCenter(middle);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colors.surface);
        m_painter.drawRoundedRect(label, 3, 3);
        m_painter.setPen(marked ? m_colors.accent : m_colors.mutedText);
        m_painter.drawText(label, Qt::AlignCenter, text);
    }

    void paintCard(CallGraphNodeId index)
    {
        const CallGraphNode& node = m_picture.graph.nodes[index];
        const QRectF rect = m_picture.rectOf(index);
        const bool isFunction = m_picture.graph.contents.areFunctions && node.name != noName;
        const QColor pass = isFunction ? functionColor(m_picture.graph.names[node.name], m_colors)
                                       : passColor(node.pass, m_colors);
        const double share = m_picture.graph.shareOf(node.selfNs);
        const bool isSelected = index == m_marks.selected;
        const bool isAccented = isSelected || index == m_marks.hovered;
        const double heat = node.kind == FrameKind::Pass ? 0.0 : 0.6 * std::sqrt(std::clamp(share, 0.0, 1.0));
        if (isInFocus(index) && !isSelected) {
            m_painter.setPen(QPen(m_colors.accent, 1.5, Qt::DashLine));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 3, radius + 3);
        }
        m_painter.setBrush(tinted(m_colors.surface, pass, 0.06 + heat));
        m_painter.setPen(QPen(isAccented ? m_colors.accent : pass, isSelected ? 2.5 : 1.25,
                              node.kind == FrameKind::Layer ? Qt::DashLine : Qt::SolidLine));
        m_painter.drawRoundedRect(rect, radius, radius);
        if (m_zoom >= zoomOfTitle)
            paintText(m_picture.cards[size_t(index)], rect);
    }

    bool isInFocus(CallGraphNodeId node) const
    {
        return !m_marks.focus.isEmpty() && m_picture.graph.nodes[node].name != noName &&
               toQString(m_picture.graph.nameOf(node)) == m_marks.focus;
    }

    void paintText(const CallCard& card, const QRectF& rect)
    {
        m_painter.setPen(m_colors.text);
        m_painter.setFont(titleFont(m_font, card.size));
        if (m_zoom < zoomOfText) {
            m_painter.drawText(rect, Qt::AlignCenter, card.title);
            return;
        }
        const double titleHeight = QFontMetricsF(m_painter.font()).height();
        QRectF line(rect.left(), rect.top() + 6, rect.width(), titleHeight);
        m_painter.drawText(line, Qt::AlignCenter, card.title);
        m_painter.setFont(textFont(m_font));
        const double textHeight = QFontMetricsF(m_painter.font()).height();
        line = {line.left(), line.bottom(), line.width(), textHeight};
        for (const QString& text : {card.self, card.total}) {
            if (text.isEmpty())
                continue;
            m_painter.drawText(line, Qt::AlignCenter, text);
            line.translate(0, textHeight);
        }
    }

    QPainter& m_painter;
    const CallGraphPicture& m_picture;
    const CallGraphMarks& m_marks;
    const ThemeColors& m_colors;
    const QFont& m_font;
    const double m_zoom;
};

} // namespace

QSizeF CallCard::extent(const QFont& font) const
{
    const QFontMetricsF titleMetrics(titleFont(font, size));
    const QFontMetricsF textMetrics(textFont(font));
    const double widest =
        std::max({titleMetrics.horizontalAdvance(title), textMetrics.horizontalAdvance(self),
                  textMetrics.horizontalAdvance(total)});
    const double height = titleMetrics.height() + textMetrics.height() * (self.isEmpty() ? 1 : 2) + 12.0;
    return {std::ceil(widest) + 24.0, std::ceil(height)};
}

CallCard callCard(const CallGraph& graph, CallGraphNodeId index)
{
    const CallGraphNode& node = graph.nodes[index];
    const bool isPass = node.kind == FrameKind::Pass;
    // In device time, only device work has a self time.
    const bool hasSelf = !isPass && (graph.time == CallGraphTime::Host || node.kind == FrameKind::Device);
    return {.title = titleOf(graph, index),
            .self =
                hasSelf ? CallGraphWords::tr("self %1").arg(amountAndShare(graph, node.selfNs)) : QString(),
            .total = isPass ? amountAndShare(graph, node.totalNs)
                            : CallGraphWords::tr("total %1").arg(amountAndShare(graph, node.totalNs)),
            .size = sizeOf(graph.shareOf(node.selfNs))};
}

QRectF CallGraphPicture::rectOf(CallGraphNodeId node) const
{
    return toRect(layout.nodes[node]);
}

CallGraphNodeId CallGraphPicture::nodeAt(const QPointF& position) const
{
    for (CallGraphNodeId node(0); node < layout.nodes.size(); ++node) {
        if (toRect(layout.nodes[node]).contains(position))
            return node;
    }
    return {};
}

bool CallGraphPicture::isDrawnAs(const CallGraphPicture& other) const
{
    const auto sameNode = [](const CallGraphNode& a, const CallGraphNode& b) {
        return a.name == b.name && a.kind == b.kind && a.pass == b.pass;
    };
    const auto sameEdge = [](const CallGraphEdge& a, const CallGraphEdge& b) {
        return a.from == b.from && a.to == b.to;
    };
    const auto fits = [](const NodeSize& room, const NodeSize& needed) {
        // Figures that grow by a digit may use some of the card's padding.
        return needed.width <= room.width + 8.0 && needed.height == room.height;
    };
    return std::ranges::equal(graph.nodes, other.graph.nodes, sameNode) &&
           std::ranges::equal(graph.edges, other.graph.edges, sameEdge) &&
           std::ranges::equal(sizes.nodes, other.sizes.nodes, fits);
}

GraphNodeId inDrawn(CallGraphNodeId node)
{
    return GraphNodeId(uint32_t(node));
}

CallGraphPicture callGraphPicture(CallGraph graph, const QFont& font)
{
    CallGraphPicture picture{.graph = std::move(graph)};
    picture.drawn.nodes.resize(picture.graph.nodes.size());
    for (CallGraphNodeId node(0); node < picture.graph.nodes.size(); ++node) {
        picture.cards.push_back(callCard(picture.graph, node));
        const QSizeF size = picture.cards.back().extent(font);
        picture.sizes.nodes.push_back({size.width(), size.height()});
    }
    for (const CallGraphEdge& edge : picture.graph.edges)
        picture.drawn.edges.push_back({.from = inDrawn(edge.from), .to = inDrawn(edge.to)});
    return picture;
}

void paintCallGraph(QPainter& painter, const CallGraphPicture& picture, const CallGraphMarks& marks,
                    const ThemeColors& colors, const QFont& font, double zoom)
{
    GraphPainter(painter, picture, marks, colors, font, zoom).paint();
}

QString callGraphToolTip(const CallGraph& graph, CallGraphNodeId index)
{
    const CallGraphNode& node = graph.nodes[index];
    QString rows;
    const auto add = [&rows](const QString& what, const QString& figure) {
        rows += QString("<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2</td></tr>").arg(what, figure);
    };
    add(CallGraphWords::tr("Total"), amountAndShare(graph, node.totalNs));
    if (node.kind != FrameKind::Pass)
        add(CallGraphWords::tr("Self"), amountAndShare(graph, node.selfNs));
    if (node.kind != FrameKind::Pass && node.calls > 0)
        add(CallGraphWords::tr("Calls"), countText(node.calls));
    const bool hasPass = node.kind != FrameKind::Pass && graph.contents.hasPasses;
    const QString pass = hasPass ? "<br>" + toQString(passWord(node.pass)) : QString();
    const QString name = toQString(node.kind == FrameKind::Pass ? passWord(node.pass) : graph.nameOf(index));
    return QString("<p style='white-space:pre'><b>%1</b>%2</p><table>%3</table>")
        .arg(name.toHtmlEscaped(), pass, rows);
}

} // namespace stepscope::ui
