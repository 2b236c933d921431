#pragma once

#include "core/graph/graph_layout.h"
#include "core/graph/network_graph.h"
#include "ui/graph/graph_heat.h"
#include "ui/graph/graph_style.h"

#include <QGraphicsScene>
#include <QImage>

#include <memory>
#include <vector>

namespace stepscope::ui {

class EdgeItem;
class NodeItem;

/// The room that the graph's cards and titles need.
DrawnSizes drawnSizes(const NetworkGraph& graph, const GraphStyle& style);

/// A graph as it was laid out: its items, and which of them are marked.
class GraphScene final : public QGraphicsScene
{
public:
    explicit GraphScene(GraphStyle style, QObject* parent = nullptr);

    void show(std::shared_ptr<const NetworkGraph> graph, GraphLayout layout);
    void setStyle(const GraphStyle& style);
    const GraphStyle& style() const { return m_style; }

    const GraphLayout& layout() const { return m_layout; }
    QRectF content() const { return {0, 0, m_layout.width, m_layout.height}; }
    NodeItem* nodeItem(int node) const;
    EdgeItem* edgeItem(int edge) const;
    /// -1: none.
    int nodeAt(const QPointF& position) const;

    void setHovered(int node);
    void setSelected(int node);
    /// One for each node; none: the cards show what kinds of operators they are.
    void setHeat(const std::vector<NodeHeat>& heats);
    void setFound(const std::vector<int>& nodes, int current);

    /// The whole graph in the style's colours, without marks, `scale` pixels a point where that gives no
    /// picture of absurd size.
    QImage picture(const GraphStyle& style, double scale);

private:
    void updateMarks();
    bool isNode(int node) const { return node >= 0 && size_t(node) < m_nodes.size(); }

    GraphStyle m_style; // items refer to it
    std::shared_ptr<const NetworkGraph> m_graph;
    GraphLayout m_layout;
    std::vector<NodeItem*> m_nodes;
    std::vector<EdgeItem*> m_edges;
    std::vector<int> m_found;
    int m_current = -1;
    int m_hovered = -1;
    int m_selected = -1;
};

} // namespace stepscope::ui
