#pragma once

#include "core/graph/graph_layout.h"
#include "ui/graph/items/graph_style.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QPolygonF>
#include <QString>

#include <vector>

namespace stepscope::ui {

/// What an edge shows.
struct EdgeLine
{
    QPainterPath path;
    QPolygonF arrow;
    QRectF label;
    QString text; ///< shape of the tensor, or the number of tensors
};

EdgeLine edgeLine(const std::vector<LayoutPoint>& points, const QString& text, const CardMetrics& metrics);

class EdgeItem final : public QGraphicsItem
{
public:
    EdgeItem(EdgeLine line, const GraphStyle& style);

    void setHighlighted(bool highlighted);
    bool isHighlighted() const { return m_highlighted; }
    const EdgeLine& line() const { return m_line; }
    const QRectF& labelRect() const { return m_line.label; }

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    EdgeLine m_line;
    const GraphStyle& m_style;
    QRectF m_bounds;
    bool m_highlighted = false;
};

} // namespace stepscope::ui
