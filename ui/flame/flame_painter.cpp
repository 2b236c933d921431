#include "ui/flame/flame_painter.h"

#include "ui/flame/frame_text.h"
#include "ui/flame/function_color.h"
#include "ui/support/pass_colors.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double padding = 4.0;
constexpr double narrowestText = 28.0;
constexpr double narrowestGap = 3.0; ///< narrower frames have no space between them

const QChar dots(0x2026);

bool isNamed(const CallNode& node)
{
    return node.name != noName;
}

/// How strongly a frame shows its pass's color: neighbors differ a little.
double strengthOf(const CallNode& node)
{
    if (node.kind == FrameKind::Pass)
        return 0.55;
    const double variant = 0.045 * double(node.name * 2654435761U >> 16 & 3U);
    return variant + (node.kind == FrameKind::Layer ? 0.21 : 0.34);
}

class BoxPainter
{
public:
    BoxPainter(const FlamePicture& picture, QPainter& painter)
        : m_picture(picture)
        , m_tree(*picture.data.tree)
        , m_painter(painter)
    {
    }

    void paint(const FlameBox& box)
    {
        QRect rect = rectOf(box);
        if (rect.isEmpty())
            return;
        if (box.folded > 0)
            return paintFolded(rect);
        m_painter.fillRect(rect, fillOf(box));
        if (box.width >= narrowestText)
            paintTitle(box, rect);
        if (isFocused(box.node))
            outline(rect, m_picture.colors.accent, 1);
        if (box.node == m_picture.marks.hovered)
            outline(rect, m_picture.colors.text, 1);
        if (box.node == m_picture.marks.selected)
            outline(rect, m_picture.colors.accent, 2);
    }

private:
    QRect rectOf(const FlameBox& box) const
    {
        const int left = int(std::lround(box.left));
        const int right = int(std::lround(box.left + box.width));
        const int gap = box.width >= narrowestGap ? 1 : 0;
        return {left, m_picture.topOf(box.row), right - left - gap, m_picture.rowHeight - 1};
    }

    QColor fillOf(const FlameBox& box) const
    {
        const ThemeColors& colors = m_picture.colors;
        const CallNode& node = m_tree.nodes[box.node];
        const bool isSearching = !m_picture.marks.found.empty();
        if (isSearching && isNamed(node) && m_picture.marks.found[node.name])
            return tinted(colors.surface, colors.warning, Theme::instance().isDark() ? 0.6 : 0.5);
        const double fade = isSearching ? 0.35 : box.row < m_picture.zoomRow ? 0.5 : 1.0;
        if (node.kind == FrameKind::Root)
            return colors.raised;
        if (m_picture.coloring == FlameColors::ByDifference && m_picture.data.difference) {
            const double change =
                m_picture.data.difference->change(m_tree, box.node, m_picture.data.order.weight);
            return tinted(colors.surface, differenceColor(change, colors), fade);
        }
        const QColor color = node.kind == FrameKind::Device ? kernelColor(colors)
                             : m_tree.contents.areFunctions ? functionColor(m_tree.names[node.name], colors)
                                                            : passColor(node.pass, colors);
        return tinted(colors.surface, color, strengthOf(node) * fade);
    }

    void paintFolded(const QRect& rect)
    {
        const ThemeColors& colors = m_picture.colors;
        m_painter.fillRect(rect, tinted(colors.surface, colors.otherPass, 0.22));
        // Many viewers do not support patterns in SVG.
        if (m_painter.paintEngine()->type() == QPaintEngine::Raster)
            m_painter.fillRect(rect, QBrush(tinted(colors.surface, colors.otherPass, 0.5), Qt::BDiagPattern));
    }

    void paintTitle(const FlameBox& box, const QRect& rect)
    {
        const QString title = m_picture.titles.fitted(box.node, rect.width() - 2 * padding);
        if (title.isEmpty())
            return;
        const bool isFaded = box.row < m_picture.zoomRow;
        m_painter.setPen(isFaded ? m_picture.colors.mutedText : m_picture.colors.text);
        m_painter.drawText(QPointF(rect.left() + padding, rect.top() + m_baseline), title);
    }

    bool isFocused(CallNodeId index) const
    {
        const FlameMarks& marks = m_picture.marks;
        const CallNode& node = m_tree.nodes[index];
        if (marks.focusName == noName || node.name != marks.focusName || node.kind != marks.focusKind)
            return false;
        if (marks.focusLayer == noName || m_tree.direction == CallDirection::BottomUp)
            return true;
        const CallNodeId layer = m_tree.layerOf(index);
        return layer != noNode && m_tree.nodes[layer].name == marks.focusLayer;
    }

    void outline(const QRect& rect, const QColor& color, int width)
    {
        const int inner = std::min(width, (rect.width() + 1) / 2);
        m_painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), width), color);
        m_painter.fillRect(QRect(rect.left(), rect.bottom() + 1 - width, rect.width(), width), color);
        m_painter.fillRect(QRect(rect.left(), rect.top(), inner, rect.height()), color);
        m_painter.fillRect(QRect(rect.right() + 1 - inner, rect.top(), inner, rect.height()), color);
    }

    const FlamePicture& m_picture;
    const CallTree& m_tree;
    QPainter& m_painter;
    const QFontMetricsF m_metrics{m_picture.titles.font()};
    const double m_baseline = (m_picture.rowHeight - 1 - m_metrics.height()) / 2 + m_metrics.ascent();
};

} // namespace

QColor differenceColor(double change, const ThemeColors& colors)
{
    const QColor same = tinted(colors.surface, colors.otherPass, 0.22);
    const double strength = std::min(std::abs(change) * 2.0, 1.0); // three times as long gets the full color
    return tinted(same, change > 0 ? colors.error : colors.forward, 0.72 * strength);
}

FrameTitles::FrameTitles(const CallTree& tree, const QFont& font)
    : m_tree(tree)
    , m_font(font)
    , m_byName(tree.names.size())
{
    const QFontMetricsF metrics(font);
    for (size_t letter = 0; letter < m_widths.size(); ++letter)
        m_widths[letter] = metrics.horizontalAdvance(QChar(ushort(letter)));
    m_dotsWidth = metrics.horizontalAdvance(dots);
    m_otherWidth = metrics.horizontalAdvance(QChar(0x4e2d)); // the widest
}

double FrameTitles::widthOf(QChar letter) const
{
    return letter.unicode() < m_widths.size() ? m_widths[letter.unicode()] : m_otherWidth;
}

const FrameTitles::Title& FrameTitles::titleOf(CallNodeId node)
{
    const NameId name = m_tree.nodes[node].name;
    Title& title = name == noName ? m_unnamed : m_byName[name];
    if (name == noName || title.width < 0) {
        title.text = frameTitle(m_tree, node);
        title.width = 0.0;
        for (const QChar letter : title.text)
            title.width += widthOf(letter);
    }
    return title;
}

QString FrameTitles::fitted(CallNodeId node, double width)
{
    const Title& title = titleOf(node);
    if (title.width <= width)
        return title.text;
    double used = m_dotsWidth;
    qsizetype letters = 0;
    while (letters < title.text.size() && used + widthOf(title.text[letters]) <= width)
        used += widthOf(title.text[letters++]);
    constexpr qsizetype fewestLetters = 2;
    return letters < fewestLetters ? QString() : title.text.left(letters) + dots;
}

void FlamePicture::paint(QPainter& painter, const QRect& part) const
{
    if (boxes.boxes.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(titles.font());
    const auto [first, last] = std::minmax({rowAt(part.top()), rowAt(part.bottom())});
    const auto begin =
        std::ranges::partition_point(boxes.boxes, [&](const FlameBox& box) { return box.row < first; });
    BoxPainter boxPainter(*this, painter);
    for (auto box = begin; box != boxes.boxes.end() && box->row <= last; ++box)
        boxPainter.paint(*box);
}

} // namespace stepscope::ui
