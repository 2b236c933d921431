#pragma once

#include "core/graph/network_graph.h"
#include "ui/graph/items/graph_style.h"

#include <QGraphicsItem>
#include <QString>

namespace stepscope::ui {

/// What the frame around a layer's nodes shows.
struct LayerFrame
{
    QString name;
    QString details; ///< "Conv2d · 320 parameters"
    int depth = 0;   ///< number of enclosing layers

    /// Room for the title.
    QSizeF titleSize(const CardMetrics& metrics) const;
};

/// The frame of each layer. The frame of a single operator shows no parameters, because the operator does.
std::vector<LayerFrame> layerFrames(const NetworkGraph& graph);

class LayerItem final : public QGraphicsItem
{
public:
    LayerItem(LayerFrame frame, const QRectF& rect, const GraphStyle& style);

    QRectF boundingRect() const override;
    QPainterPath shape() const override { return {}; } // ignores the mouse
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    LayerFrame m_frame;
    QRectF m_rect;
    const GraphStyle& m_style;
};

/// A layer's title, drawn above the edges that cross it.
class LayerTitleItem final : public QGraphicsItem
{
public:
    LayerTitleItem(LayerFrame frame, const QRectF& rect, const GraphStyle& style);

    QRectF boundingRect() const override;
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    LayerFrame m_frame;
    QRectF m_rect;
    const GraphStyle& m_style;
};

} // namespace stepscope::ui
