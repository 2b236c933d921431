#include "ui/call_graph/call_graph_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::ui {

namespace {

/// Room next to each card for the number of calls at an edge.
constexpr double lead = 18.0;

/// Extends the start or end of an edge through the room next to the card, up to the card itself.
std::vector<LayoutPoint> leadFrom(const LayoutBox& card, const LayoutPoint& met)
{
    const bool isRight = std::abs(met.x - card.x) > std::abs(met.x - card.x - card.width);
    const double x = isRight ? card.x + card.width : card.x;
    return {{x, met.y}, {x + (met.x - x) / 3, met.y}, {x + (met.x - x) * 2 / 3, met.y}};
}

} // namespace

GraphLayout transposed(GraphLayout layout)
{
    std::swap(layout.width, layout.height);
    for (LayoutBox& box : layout.nodes) {
        std::swap(box.x, box.y);
        std::swap(box.width, box.height);
    }
    for (auto& points : layout.edges) {
        for (LayoutPoint& point : points)
            std::swap(point.x, point.y);
    }
    return layout;
}

GraphLayout layoutCalls(const CallGraphPicture& picture, std::stop_token stop)
{
    DrawnSizes sizes;
    for (const NodeSize& card : picture.sizes.nodes)
        sizes.nodes.push_back({card.height, card.width + 2 * lead});
    GraphLayout layout = transposed(layoutGraph(picture.drawn, sizes, std::move(stop)));
    for (LayoutBox& card : layout.nodes) {
        card.x += lead;
        card.width -= 2 * lead;
    }
    for (size_t edge = 0; edge < layout.edges.size(); ++edge) {
        const auto [from, to] = std::pair(picture.drawn.edges[edge].from, picture.drawn.edges[edge].to);
        auto& points = layout.edges[edge];
        if (points.empty())
            continue;
        if (from == to) { // a self-call loops back below the card
            for (LayoutPoint* end : {&points.front(), &points.back()})
                end->x =
                    std::clamp(end->x, layout.nodes[from].x, layout.nodes[from].x + layout.nodes[from].width);
            continue;
        }
        const auto begin = leadFrom(layout.nodes[from], points.front());
        const auto end = leadFrom(layout.nodes[to], points.back());
        points.insert(points.begin(), begin.begin(), begin.end());
        points.insert(points.end(), end.rbegin(), end.rend());
    }
    return layout;
}

} // namespace stepscope::ui
