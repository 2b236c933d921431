#include "ui/graph/graph_scene.h"

#include "ui/graph/edge_item.h"
#include "ui/graph/graph_geometry.h"
#include "ui/graph/layer_item.h"
#include "ui/graph/node_details.h"
#include "ui/graph/node_item.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::ui {

DrawnSizes drawnSizes(const NetworkGraph& graph, const GraphStyle& style)
{
    DrawnSizes sizes;
    for (const auto& node : graph.nodes) {
        const auto size = nodeCard(node).size(style);
        sizes.nodes.push_back({size.width(), size.height()});
    }
    for (const auto& frame : layerFrames(graph)) {
        const auto size = frame.titleSize(style);
        sizes.layerTitles.push_back({size.width(), size.height()});
    }
    return sizes;
}

/// Moves an edge's label to the right of the layers' titles that it would stand on.
static void keepClear(EdgeItem& edge, const std::vector<QRectF>& titles)
{
    auto label = edge.labelRect();
    const double left = label.left();
    for (const auto& title : titles)
        if (label.intersects(title))
            label.moveLeft(title.right() + 2);
    if (label.left() != left)
        edge.moveLabel({label.left() - left, 0});
}

GraphScene::GraphScene(GraphStyle style, QObject* parent)
    : QGraphicsScene(parent)
    , m_style(std::move(style))
{
    setBackgroundBrush(m_style.colors.surface);
}

void GraphScene::show(std::shared_ptr<const NetworkGraph> graph, GraphLayout layout)
{
    clear();
    m_nodes.clear();
    m_edges.clear();
    m_found.clear();
    m_hovered = m_selected = m_current = -1;
    m_graph = std::move(graph);
    m_layout = std::move(layout);
    if (!m_graph)
        return;
    const auto frames = layerFrames(*m_graph);
    std::vector<QRectF> titles;
    for (size_t i = 0; i < m_layout.layers.size(); ++i) {
        const auto rect = toRect(m_layout.layers[i]);
        if (rect.isEmpty())
            continue;
        addItem(new LayerItem(frames[i], rect, m_style));
        auto* title = new LayerTitleItem(frames[i], rect, m_style);
        titles.push_back(title->boundingRect());
        addItem(title);
    }
    for (size_t i = 0; i < m_layout.edges.size(); ++i) {
        m_edges.push_back(new EdgeItem(edgeLine(m_layout.edges[i], m_graph->edges[i].shape), m_style));
        addItem(m_edges.back());
        keepClear(*m_edges.back(), titles);
    }
    for (size_t i = 0; i < m_layout.nodes.size(); ++i) {
        m_nodes.push_back(
            new NodeItem(int(i), nodeCard(m_graph->nodes[i]), toRect(m_layout.nodes[i]), m_style));
        addItem(m_nodes.back());
    }
    setSceneRect(content());
}

void GraphScene::setStyle(const GraphStyle& style)
{
    m_style = style;
    setBackgroundBrush(m_style.colors.surface);
    update();
}

NodeItem* GraphScene::nodeItem(int node) const
{
    return isNode(node) ? m_nodes[size_t(node)] : nullptr;
}

EdgeItem* GraphScene::edgeItem(int edge) const
{
    return edge >= 0 && size_t(edge) < m_edges.size() ? m_edges[size_t(edge)] : nullptr;
}

int GraphScene::nodeAt(const QPointF& position) const
{
    for (const auto* item : items(position))
        if (const auto* node = qgraphicsitem_cast<const NodeItem*>(item))
            return node->node();
    return -1;
}

void GraphScene::setHovered(int node)
{
    if (m_hovered == node)
        return;
    m_hovered = node;
    if (isNode(node) && m_nodes[size_t(node)]->toolTip().isEmpty())
        m_nodes[size_t(node)]->setToolTip(nodeToolTip(*m_graph, node));
    updateMarks();
}

void GraphScene::setSelected(int node)
{
    m_selected = node;
    updateMarks();
}

void GraphScene::setHeat(const std::vector<NodeHeat>& heats)
{
    for (size_t i = 0; i < m_nodes.size(); ++i)
        m_nodes[i]->setHeat(i < heats.size() ? std::optional(heats[i]) : std::nullopt);
}

void GraphScene::setFound(const std::vector<int>& nodes, int current)
{
    m_found = nodes;
    m_current = current;
    updateMarks();
}

void GraphScene::updateMarks()
{
    std::vector<NodeMarks> marks(m_nodes.size());
    for (const int node : m_found)
        if (isNode(node))
            marks[size_t(node)].found = true;
    for (size_t i = 0; i < m_nodes.size(); ++i) {
        auto& mark = marks[i];
        mark.hovered = int(i) == m_hovered;
        mark.selected = int(i) == m_selected;
        mark.current = mark.found && int(i) == m_current;
        mark.faded = !m_found.empty() && !mark.found && !mark.hovered && !mark.selected;
        m_nodes[i]->setMarks(mark);
    }
    for (size_t i = 0; i < m_edges.size(); ++i) {
        const auto& edge = m_graph->edges[i];
        const auto touches = [&](int node) {
            return node >= 0 && (int(edge.from) == node || int(edge.to) == node);
        };
        m_edges[i]->setHighlighted(touches(m_hovered) || touches(m_selected));
    }
}

QImage GraphScene::picture(const GraphStyle& style, double scale)
{
    constexpr double margin = 16.0;
    constexpr double longestSide = 16'000.0;
    const auto area = content().adjusted(-margin, -margin, margin, margin);
    scale = std::min(scale, longestSide / std::max(area.width(), area.height()));
    QImage image((area.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    const auto before = m_style;
    setStyle(style);
    m_style.plain = true;
    image.fill(style.colors.surface);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    render(&painter, image.rect(), area);
    painter.end();
    setStyle(before);
    return image;
}

} // namespace stepscope::ui
