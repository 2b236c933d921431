#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/network_graph.h"
#include "core/graph/operator_kind.h"
#include "ui/graph/items/graph_heat.h"
#include "ui/graph/items/graph_style.h"

#include <QGraphicsItem>
#include <QString>

#include <optional>

namespace stepscope::ui {

/// What a node shows.
struct NodeCard
{
    OperatorKind kind = OperatorKind::Other;
    QString title;
    QString shape;
    QString parameters;   ///< empty: none
    QString subtitle;     ///< of a collapsed layer: its type and number of operators
    bool isLayer = false; ///< collapsed: drawn as a pile of cards

    /// Room for the text and the padding around it.
    QSizeF size(const CardMetrics& metrics) const;
};

NodeCard nodeCard(const GraphNode& node);

struct NodeMarks
{
    bool hovered = false;
    bool selected = false;
    bool found = false;   ///< by the search
    bool current = false; ///< the current match of the search
    bool faded = false;   ///< the search found others
    bool operator==(const NodeMarks&) const = default;
};

/// An operator of the graph: a rounded card in its kind's color.
class NodeItem final : public QGraphicsItem
{
public:
    static constexpr int Type = UserType + 1;

    NodeItem(DrawnNodeId node, NodeCard card, const QRectF& rect, const GraphStyle& style);

    DrawnNodeId node() const { return m_node; }
    const NodeCard& card() const { return m_card; }
    QRectF rect() const { return m_rect; }
    OperatorKind kind() const { return m_card.kind; }
    const NodeMarks& marks() const { return m_marks; }
    void setMarks(const NodeMarks& marks);
    /// None: the card shows its kind of operator.
    void setHeat(const std::optional<NodeHeat>& heat);
    const std::optional<NodeHeat>& heat() const { return m_heat; }

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    /// Of the card itself, without those below it.
    QRectF cardRect() const;
    void paintCard(QPainter& painter, const NodeMarks& marks, double zoom) const;
    void paintText(QPainter& painter, double zoom) const;

    DrawnNodeId m_node;
    NodeCard m_card;
    QRectF m_rect;
    const GraphStyle& m_style;
    NodeMarks m_marks;
    std::optional<NodeHeat> m_heat;
};

} // namespace stepscope::ui
