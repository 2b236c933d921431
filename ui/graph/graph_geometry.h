#pragma once

#include "core/graph/graph_layout.h"
#include "core/graph/network_graph.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace stepscope::ui {

inline constexpr double smallestZoom = 0.005;
inline constexpr double largestZoom = 4.0;
/// By how much a key, a button or a notch of the wheel zooms in.
inline constexpr double zoomStep = 1.25;
/// From this zoom on all text of a node can be read.
inline constexpr double readableZoom = 0.75;

/// Which part of a graph a window shows.
struct GraphPort
{
    double zoom = 1.0;
    QPointF center;
};

/// The whole of `content` with a margin around it, not larger than life size by more than a quarter.
GraphPort wholePort(const QRectF& content, const QSizeF& window);

/// What to see first: the whole when its text can be read then, else the start of the graph, which `first`
/// is, as large as the width allows.
GraphPort startPort(const QRectF& content, const QRectF& first, const QSizeF& window);

/// A map of a whole graph in a corner of its window, at `frame` there.
struct GraphMap
{
    double scale = 0.0; ///< 0: there is nothing to show
    QRectF content;
    QRectF frame;

    QRectF toMap(const QRectF& rect) const;
    QPointF toGraph(const QPointF& position) const;
};

/// Nothing when `seen`, the part of the graph that the window shows, is all of it, or where there is no room.
GraphMap graphMap(const QRectF& content, const QRectF& seen, const QSizeF& window);

QRectF toRect(const LayoutBox& box);

/// An edge's line, up to where the arrowhead begins.
QPainterPath edgePath(const std::vector<LayoutPoint>& points, double arrowLength);
QPolygonF arrowHead(const std::vector<LayoutPoint>& points, double length, double width);
/// Halfway along an edge, where its label stands.
QPointF edgeMiddle(const std::vector<LayoutPoint>& points);

enum class GraphDirection { Up, Down, Left, Right };

/// The node to go to from `node` with an arrow key, -1: none. Up and down follow the edges, straight ahead
/// when there are several; left and right go to the nearest node beside it.
int neighbourNode(const NetworkGraph& graph, const GraphLayout& layout, int node, GraphDirection direction);

} // namespace stepscope::ui
