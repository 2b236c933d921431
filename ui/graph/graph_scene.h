#pragma once

#include "ui/graph/graph_drawing.h"
#include "ui/graph/items/graph_heat.h"
#include "ui/graph/items/graph_style.h"

#include <QGraphicsScene>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// A graph as it was laid out: its items, and which of them are marked. The items of a large graph are made
/// bit by bit, while the previous graph is on the screen.
class GraphScene final : public QGraphicsScene
{
public:
    explicit GraphScene(GraphStyle style, QObject* parent = nullptr);

    /// Starts making the items of another graph; null: none.
    void begin(std::shared_ptr<const GraphDrawing> drawing);
    /// Continues for some milliseconds, and returns whether the graph is on the screen.
    bool build(int milliseconds);
    /// Discards what begin() started.
    void abandon();
    void setStyle(const GraphStyle& style);
    const GraphStyle& style() const { return m_style; }

    /// The graph on the screen; never null.
    const std::shared_ptr<const GraphDrawing>& drawing() const { return m_drawing; }
    const GraphLayout& layout() const { return m_drawing->layout; }
    QRectF content() const { return {0, 0, layout().width, layout().height}; }
    NodeItem* nodeItem(DrawnNodeId node) const;
    EdgeItem* edgeItem(size_t edge) const;

    void setHovered(DrawnNodeId node);
    void setSelected(DrawnNodeId node);
    /// One for each node; none: the cards show their kinds of operators.
    void setHeat(const std::vector<NodeHeat>& heats);
    void setFound(const std::vector<DrawnNodeId>& nodes, DrawnNodeId current);

    /// The whole graph with room around it, in points.
    QRectF pictureArea() const;
    /// Paints pictureArea() into `place`, in the style's colors and without marks.
    void paint(QPainter& painter, const QRectF& place, const GraphStyle& style);

private:
    /// The items made from a drawing.
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
    bool isNode(DrawnNodeId node) const { return node < m_nodes.size(); }

    GraphStyle m_style; // items refer to it
    std::shared_ptr<const GraphDrawing> m_drawing;
    Items m_next;
    QGraphicsItem* m_root = nullptr;
    std::vector<QGraphicsItem*> m_stale; ///< roots of items to delete
    std::vector<NodeItem*> m_nodes;
    std::vector<EdgeItem*> m_edges;
    std::vector<DrawnNodeId> m_found;
    DrawnNodeId m_current;
    DrawnNodeId m_hovered;
    DrawnNodeId m_selected;
};

} // namespace stepscope::ui
