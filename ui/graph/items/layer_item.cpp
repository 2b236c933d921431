#include "ui/graph/items/layer_item.h"

#include "core/graph/layer_tree.h"
#include "ui/support/qt_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <cmath>

namespace stepscope::ui {

namespace {

constexpr double layerRadius = 10.0;
constexpr double titleGap = 6.0; ///< between name and details
constexpr double padding = 4.0;
constexpr double zoomOfLayerTitle = 0.4;

QColor groundColor(const GraphStyle& style, int depth)
{
    return blended(style.colors.mutedText, style.colors.surface, depth % 2 == 0 ? 0.05 : 0.1);
}

QString detailsOf(const GraphLayer& layer, bool withParameters)
{
    QString details = toQString(layer.type);
    if (withParameters && layer.parameters > 0)
        details += (details.isEmpty() ? "" : " · ") + toQString(parameterText(layer.parameters));
    return details;
}

void describe(const NetworkGraph& graph, const LayerTree& tree, GraphLayerId layer, int depth,
              std::vector<LayerFrame>& frames)
{
    const bool single = tree.children[layer].empty() && tree.nodes[layer].size() == 1;
    frames[layer] = {toQString(shortLayerName(graph, layer)), detailsOf(graph.layers[layer], !single), depth};
    for (const auto child : tree.children[layer])
        describe(graph, tree, child, depth + 1, frames);
}

} // namespace

QSizeF LayerFrame::titleSize(const CardMetrics& metrics) const
{
    const double width =
        metrics.layer.horizontalAdvance(name) + titleGap + metrics.text.horizontalAdvance(details);
    return {std::ceil(width) + 2 * padding, std::ceil(metrics.text.height()) + 2};
}

std::vector<LayerFrame> layerFrames(const NetworkGraph& graph)
{
    std::vector<LayerFrame> frames(graph.layers.size());
    const auto tree = layerTree(graph);
    for (const auto layer : tree.top)
        describe(graph, tree, layer, 0, frames);
    return frames;
}

LayerItem::LayerItem(LayerFrame frame, const QRectF& rect, const GraphStyle& style)
    : m_frame(std::move(frame))
    , m_rect(rect)
    , m_style(style)
{
    setZValue(0.001 * m_frame.depth);
}

QRectF LayerItem::boundingRect() const
{
    return m_rect.adjusted(-1, -1, 1, 1);
}

void LayerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setPen(QPen(m_style.colors.border, 1.0));
    painter->setBrush(groundColor(m_style, m_frame.depth));
    painter->drawRoundedRect(m_rect, layerRadius, layerRadius);
}

LayerTitleItem::LayerTitleItem(LayerFrame frame, const QRectF& rect, const GraphStyle& style)
    : m_frame(std::move(frame))
    , m_rect(rect)
    , m_style(style)
{
    setZValue(2);
}

QRectF LayerTitleItem::boundingRect() const
{
    return m_rect;
}

void LayerTitleItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    if (option->levelOfDetailFromTransform(painter->worldTransform()) < zoomOfLayerTitle)
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(groundColor(m_style, m_frame.depth));
    painter->drawRect(m_rect);
    const QRectF line = m_rect.adjusted(padding, 0, 0, 0);
    painter->setPen(m_style.colors.text);
    painter->setFont(m_style.layerFont);
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, m_frame.name);
    const double nameWidth = QFontMetricsF(m_style.layerFont).horizontalAdvance(m_frame.name);
    painter->setPen(m_style.colors.mutedText);
    painter->setFont(m_style.textFont);
    painter->drawText(line.adjusted(nameWidth + titleGap, 0, titleGap, 0), Qt::AlignVCenter | Qt::AlignLeft,
                      m_frame.details);
}

} // namespace stepscope::ui
