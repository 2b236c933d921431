#include "ui/canvas/graph_geometry.h"

#include <Qt>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::ui {

namespace {

constexpr double margin = 16.0;
constexpr double largestFit = 1.25;

QPointF toPoint(const LayoutPoint& point)
{
    return {point.x, point.y};
}

double fittingZoom(double content, double window)
{
    return std::max(window - 2 * margin, 1.0) / std::max(content, 1.0);
}

/// The direction in which an edge arrives, of length 1.
QPointF arrival(const std::vector<LayoutPoint>& points)
{
    const QPointF tip = toPoint(points.back());
    for (auto point = points.rbegin() + 1; point != points.rend(); ++point) {
        const QPointF along = tip - toPoint(*point);
        const double length = std::hypot(along.x(), along.y());
        if (length > 0.01)
            return along / length;
    }
    return {0, 1};
}

} // namespace

GraphPort GraphPort::zoomed(double factor, const QPointF& fromMiddle) const
{
    const double now = std::clamp(zoom * factor, smallestZoom, largestZoom);
    return {now, center + fromMiddle / zoom - fromMiddle / now};
}

GraphPort GraphPort::panned(const QPointF& pixels, const QRectF& content, const QSizeF& window) const
{
    const QSizeF half = seen(window) / 2;
    const double kept = 48.0 / zoom;
    const QRectF allowed = content.adjusted(kept - half.width(), kept - half.height(), half.width() - kept,
                                            half.height() - kept);
    const auto keep = [](double value, double old, double low, double high) {
        return std::clamp(value, std::min(low, old), std::max(high, old));
    };
    const QPointF wanted = center - pixels / zoom;
    return {zoom,
            {keep(wanted.x(), center.x(), allowed.left(), allowed.right()),
             keep(wanted.y(), center.y(), allowed.top(), allowed.bottom())}};
}

double wheelZoom(const QPoint& angleDelta)
{
    return std::pow(zoomStep, angleDelta.y() / 120.0);
}

GraphPort wholePort(const QRectF& content, const QSizeF& window)
{
    const double zoom = std::min(fittingZoom(content.width(), window.width()),
                                 fittingZoom(content.height(), window.height()));
    return {std::clamp(zoom, smallestZoom, largestFit), content.center()};
}

GraphPort startPort(const QRectF& content, const QRectF& first, const QSizeF& window)
{
    const auto whole = wholePort(content, window);
    if (whole.zoom >= readableZoom)
        return whole;
    const double wide = fittingZoom(content.width(), window.width());
    const double zoom = std::clamp(wide, readableZoom, 1.0);
    double x = content.center().x();
    if (wide < zoom) {
        const double half = window.width() / zoom / 2 - margin / zoom;
        x = std::clamp(first.center().x(), content.left() + half, content.right() - half);
    }
    const bool startsAtTop = first.center().y() <= content.center().y();
    const double half = window.height() / zoom / 2 - margin / zoom;
    double y = content.center().y();
    if (content.height() > 2 * half)
        y = startsAtTop ? content.top() + half : content.bottom() - half;
    return {zoom, {x, y}};
}

GraphPort leftStartPort(const QRectF& content, const QSizeF& window)
{
    const auto whole = wholePort(content, window);
    if (whole.zoom >= legibleZoom)
        return whole;
    const QSizeF half = QSizeF(window.width() / 2 - margin, window.height() / 2 - margin) / readableZoom;
    return {readableZoom,
            {std::min(content.left() + half.width(), content.center().x()),
             std::min(content.top() + half.height(), content.center().y())}};
}

QRectF GraphMap::toMap(const QRectF& rect) const
{
    return {frame.topLeft() + (rect.topLeft() - content.topLeft()) * scale, rect.size() * scale};
}

QPointF GraphMap::toGraph(const QPointF& position) const
{
    return content.topLeft() + (position - frame.topLeft()) / scale;
}

GraphMap graphMap(const QRectF& content, const QRectF& seen, const QSizeF& window)
{
    constexpr double widest = 120.0;
    constexpr double largestScale = 0.16;
    constexpr double leastWidth = 320.0; // of the window: otherwise the map covers much of the graph
    const QSizeF room(std::min(widest, window.width() / 4), window.height() - 2 * margin);
    if (content.isEmpty() || seen.contains(content) || window.width() < leastWidth || room.height() < margin)
        return {};
    const double scale =
        std::min({room.width() / content.width(), room.height() / content.height(), largestScale});
    const QSizeF size = content.size() * scale;
    return {scale, content, {{window.width() - margin - size.width(), margin}, size}};
}

QRectF toRect(const LayoutBox& box)
{
    return {box.x, box.y, box.width, box.height};
}

QPainterPath edgePath(const std::vector<LayoutPoint>& points, double arrowLength)
{
    QPainterPath path;
    if (points.size() < 4)
        return path;
    const QPointF back = arrival(points) * arrowLength;
    path.moveTo(toPoint(points.front()));
    for (size_t i = 1; i + 2 < points.size(); i += 3) {
        const bool last = i + 3 >= points.size();
        path.cubicTo(toPoint(points[i]), toPoint(points[i + 1]) - (last ? back : QPointF()),
                     toPoint(points[i + 2]) - (last ? back : QPointF()));
    }
    return path;
}

QPolygonF arrowHead(const std::vector<LayoutPoint>& points, double length, double width)
{
    if (points.size() < 2)
        return {};
    const QPointF tip = toPoint(points.back());
    const QPointF along = arrival(points);
    const QPointF across(-along.y(), along.x());
    const QPointF base = tip - along * length;
    return {tip, base + across * width / 2, base - across * width / 2};
}

QPointF edgeMiddle(const std::vector<LayoutPoint>& points)
{
    const auto path = edgePath(points, 0.0);
    return path.isEmpty() ? QPointF() : path.pointAtPercent(path.percentAtLength(path.length() / 2));
}

static GraphNodeId besideNode(const GraphLayout& layout, const QRectF& here, bool toLeft)
{
    GraphNodeId best;
    double nearest = std::numeric_limits<double>::max();
    for (GraphNodeId node{0}; node < layout.nodes.size(); ++node) {
        const auto there = toRect(layout.nodes[node]).center() - here.center();
        const double ahead = toLeft ? -there.x() : there.x();
        // Excludes nodes that are more above or below than beside.
        if (ahead <= 1.0 || std::abs(there.y()) > ahead)
            continue;
        if (const double distance = std::hypot(there.x(), 2 * there.y()); distance < nearest) {
            nearest = distance;
            best = node;
        }
    }
    return best;
}

GraphDirection arrowDirection(int key)
{
    return key == Qt::Key_Up     ? GraphDirection::Up
           : key == Qt::Key_Down ? GraphDirection::Down
           : key == Qt::Key_Left ? GraphDirection::Left
                                 : GraphDirection::Right;
}

GraphNodeId neighborNode(const NetworkGraph& graph, const GraphLayout& layout, GraphNodeId node,
                         GraphDirection direction)
{
    if (node >= layout.nodes.size())
        return {};
    const auto here = toRect(layout.nodes[node]);
    if (direction == GraphDirection::Left || direction == GraphDirection::Right)
        return besideNode(layout, here, direction == GraphDirection::Left);
    GraphNodeId best;
    double nearest = std::numeric_limits<double>::max();
    for (const auto& edge : graph.edges) {
        const bool down = direction == GraphDirection::Down;
        const auto at = down ? edge.from : edge.to;
        const auto other = down ? edge.to : edge.from;
        if (at != node || other == at || other >= layout.nodes.size())
            continue;
        const auto there = toRect(layout.nodes[other]).center() - here.center();
        if (const double distance = std::hypot(2 * there.x(), there.y()); distance < nearest) {
            nearest = distance;
            best = other;
        }
    }
    return best;
}

} // namespace stepscope::ui
