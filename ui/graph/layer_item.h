#pragma once

#include "core/graph/network_graph.h"
#include "ui/graph/graph_style.h"

#include <QGraphicsItem>
#include <QString>

namespace stepscope::ui {

/// What the frame around a layer's nodes shows.
struct LayerFrame
{
    QString name;
    QString details; ///< "Conv2d · 320 parameters"
    int depth = 0;   ///< layers around it

    /// Room for the title.
    QSizeF titleSize(const CardMetrics& metrics) const;
};

/// The frame of each layer. That of a single operator says no parameters: its operator does.
std::vector<LayerFrame> layerFrames(const NetworkGraph& graph);

class LayerItem final : public QGraphicsItem
{
public:
    LayerItem(LayerFrame frame, const QRectF& rect, const GraphStyle& style);

    QRectF boundingRect() const override;
    QPainterPath shape() const override { return {}; } // never under the mouse
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    LayerFrame m_frame;
    QRectF m_rect;
    const GraphStyle& m_style;
};

/// A layer's title, above the edges that run through it.
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
