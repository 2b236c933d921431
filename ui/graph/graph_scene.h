#pragma once

#include "ui/graph/graph_drawing.h"
#include "ui/graph/graph_heat.h"
#include "ui/graph/graph_style.h"

#include <QGraphicsScene>
#include <QImage>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// A graph as it was laid out: its items, and which of them are marked. Those of a large graph are made bit
/// by bit, while the graph before is on the screen.
class GraphScene final : public QGraphicsScene
{
public:
    explicit GraphScene(GraphStyle style, QObject* parent = nullptr);

    /// Begins with the items of another graph; null: none.
    void begin(std::shared_ptr<const GraphDrawing> drawing);
    /// Goes on for some milliseconds, and returns whether the graph is on the screen.
    bool build(int milliseconds);
    /// Gives up what was begun.
    void abandon();
    void setStyle(const GraphStyle& style);
    const GraphStyle& style() const { return m_style; }

    /// What is on the screen; never null.
    const std::shared_ptr<const GraphDrawing>& drawing() const { return m_drawing; }
    const GraphLayout& layout() const { return m_drawing->layout; }
    QRectF content() const { return {0, 0, layout().width, layout().height}; }
    NodeItem* nodeItem(int node) const;
    EdgeItem* edgeItem(int edge) const;

    void setHovered(int node);
    void setSelected(int node);
    /// One for each node; none: the cards show what kinds of operators they are.
    void setHeat(const std::vector<NodeHeat>& heats);
    void setFound(const std::vector<int>& nodes, int current);

    /// The whole graph in the style's colours, without marks, `scale` pixels a point where that gives no
    /// picture of absurd size.
    QImage picture(const GraphStyle& style, double scale);

private:
    /// What is made of a drawing's items.
    struct Items
    {
        std::shared_ptr<const GraphDrawing> drawing;
        QGraphicsItem* root = nullptr;
        std::vector<NodeItem*> nodes;
        std::vector<EdgeItem*> edges;
        size_t layersDone = 0;
    };

    bool addNext();
    void swap();
    void clearStale();
    void updateMarks();
    bool isNode(int node) const { return node >= 0 && size_t(node) < m_nodes.size(); }

    GraphStyle m_style; // items refer to it
    std::shared_ptr<const GraphDrawing> m_drawing;
    Items m_next;
    QGraphicsItem* m_root = nullptr;
    std::vector<QGraphicsItem*> m_stale; ///< roots of items that are to be deleted
    std::vector<NodeItem*> m_nodes;
    std::vector<EdgeItem*> m_edges;
    std::vector<int> m_found;
    int m_current = -1;
    int m_hovered = -1;
    int m_selected = -1;
};

} // namespace stepscope::ui
