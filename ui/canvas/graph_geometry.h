#pragma once

#include "core/graph/graph_layout.h"
#include "core/graph/network_graph.h"

#include <QPainterPath>
#include <QPoint>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace stepscope::ui {

inline constexpr double smallestZoom = 0.005;
inline constexpr double largestZoom = 4.0;
/// The zoom factor of a key, a button or a notch of the wheel.
inline constexpr double zoomStep = 1.25;
/// From this zoom on, all text of a node is readable.
inline constexpr double readableZoom = 0.75;
/// From this zoom on, the text of a graph of calls, whose cards have larger titles, is small but legible.
inline constexpr double legibleZoom = 0.5;

/// The part of a graph that a window shows.
struct GraphPort
{
    double zoom = 1.0;
    QPointF center;

    /// The size of what a window shows.
    QSizeF seen(const QSizeF& window) const { return window / zoom; }
    /// Scaled by `factor` within the limits, so that what is at `fromMiddle`, in pixels from the middle of
    /// the window, stays there.
    GraphPort zoomed(double factor, const QPointF& fromMiddle) const;
    /// Moved with the pointer by `pixels`. Some of `content` always stays visible.
    GraphPort panned(const QPointF& pixels, const QRectF& content, const QSizeF& window) const;
};

/// The zoom factor of a turn of the wheel; 1: it was not turned up or down.
double wheelZoom(const QPoint& angleDelta);

/// The whole of `content` with a margin around it, at most a quarter larger than its actual size.
GraphPort wholePort(const QRectF& content, const QSizeF& window);

/// The initial view: the whole graph if its text is readable then, otherwise the start of the graph, `first`,
/// as large as the width allows.
GraphPort startPort(const QRectF& content, const QRectF& first, const QSizeF& window);

/// The initial view of graphs that are read from left to right: the whole graph if it is legible then,
/// otherwise from its left and, if it is higher than the window, upper edge.
GraphPort leftStartPort(const QRectF& content, const QSizeF& window);

/// A map of the whole graph in a corner of its window, at `frame`.
struct GraphMap
{
    double scale = 0.0; ///< 0: there is nothing to show
    QRectF content;
    QRectF frame;

    QRectF toMap(const QRectF& rect) const;
    QPointF toGraph(const QPointF& position) const;
};

/// Nothing if `seen`, the visible part of the graph, is all of it, or if there is no room.
GraphMap graphMap(const QRectF& content, const QRectF& seen, const QSizeF& window);

QRectF toRect(const LayoutBox& box);

/// An edge's line, up to the start of the arrowhead.
QPainterPath edgePath(const std::vector<LayoutPoint>& points, double arrowLength);
QPolygonF arrowHead(const std::vector<LayoutPoint>& points, double length, double width);
/// The middle of an edge, where its label is.
QPointF edgeMiddle(const std::vector<LayoutPoint>& points);

enum class GraphDirection { Up, Down, Left, Right };

/// The direction of an arrow key.
GraphDirection arrowDirection(int key);

/// The node that an arrow key leads to from `node`, or none. Up and down follow the edges, straight ahead if
/// there are several; left and right go to the nearest node beside it.
GraphNodeId neighborNode(const NetworkGraph& graph, const GraphLayout& layout, GraphNodeId node,
                         GraphDirection direction);

} // namespace stepscope::ui
