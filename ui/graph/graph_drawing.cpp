#include "ui/graph/graph_drawing.h"

#include "ui/canvas/graph_geometry.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct GraphDrawingWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphDrawing)
};

/// A layer looks like its operators if they are all of one kind.
OperatorKind kindOfLayer(const NetworkGraph& whole, const FoldedNode& node)
{
    const auto kind = operatorKind(whole.nodes[node.nodes.front()]);
    const bool allAlike = std::ranges::all_of(
        node.nodes, [&](GraphNodeId each) { return operatorKind(whole.nodes[each]) == kind; });
    return allAlike ? kind : OperatorKind::Other;
}

NodeCard layerCard(const NetworkGraph& whole, const GraphNode& drawn, const FoldedNode& node)
{
    auto card = nodeCard(drawn);
    card.kind = kindOfLayer(whole, node);
    card.isLayer = true;
    const auto count = node.nodes.size();
    card.subtitle = toQString(drawn.op) + (drawn.op.empty() ? "" : " · ") +
                    GraphDrawingWords::tr("%n operator(s)", nullptr, int(count));
    return card;
}

DrawnSizes drawnSizes(const GraphDrawing& drawing, const GraphStyle& style)
{
    const CardMetrics metrics(style);
    DrawnSizes sizes;
    for (const auto& card : drawing.cards) {
        const auto size = card.size(metrics);
        sizes.nodes.push_back({size.width(), size.height()});
    }
    for (const auto& frame : drawing.frames) {
        const auto size = frame.titleSize(metrics);
        sizes.layerTitles.push_back({size.width(), size.height()});
    }
    return sizes;
}

/// Moves labels of edges to the right of the layer titles that they would overlap. The titles are sorted by
/// height, ascending.
void keepClear(EdgeLine& edge, const std::vector<QRectF>& titles)
{
    const auto reach = edge.label.height() * 2; // all titles have about the height of a label
    auto title = std::ranges::lower_bound(titles, edge.label.top() - reach, {}, &QRectF::top);
    for (; title != titles.end() && title->top() <= edge.label.bottom(); ++title)
        if (edge.label.intersects(*title))
            edge.label.moveLeft(title->right() + 2);
}

} // namespace

GraphLayerId GraphDrawing::layerAt(const QPointF& position) const
{
    GraphLayerId best;
    for (GraphLayerId layer{0}; layer < layout.layers.size(); ++layer) {
        const auto rect = toRect(layout.layers[layer]);
        if (!rect.isEmpty() && rect.contains(position) &&
            (best.isNone() || frames[layer].depth > frames[best].depth))
            best = layer;
    }
    return best;
}

DrawnNodeId GraphDrawing::nodeAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(
        layout.nodes, [&](const LayoutBox& box) { return toRect(box).contains(position); });
    return found == layout.nodes.end() ? DrawnNodeId() : DrawnNodeId(uint32_t(found - layout.nodes.begin()));
}

std::shared_ptr<const GraphDrawing> drawGraph(std::shared_ptr<const NetworkGraph> whole,
                                              const CollapsedLayers& collapsed, const GraphStyle& style,
                                              std::stop_token stop, const LayoutProgress& progress)
{
    auto drawing = std::make_shared<GraphDrawing>();
    drawing->collapsed = collapsed;
    drawing->folded = foldGraph(*whole, collapsed);
    const auto& graph = drawing->graph();
    for (DrawnNodeId node{0}; node < graph.nodes.size(); ++node)
        drawing->cards.push_back(drawing->folded.isLayer(node)
                                     ? layerCard(*whole, graph.nodes[node], drawing->folded.nodes[node])
                                     : nodeCard(graph.nodes[node]));
    drawing->frames = layerFrames(graph);
    const auto sizes = drawnSizes(*drawing, style);
    drawing->layout = layoutGraph(graph, sizes, std::move(stop), {}, progress);
    std::vector<QRectF> titles;
    for (size_t i = 0; i < drawing->frames.size(); ++i) {
        const auto frame = toRect(drawing->layout.layers[i]);
        const QSizeF size(sizes.layerTitles[i].width, sizes.layerTitles[i].height);
        drawing->titles.push_back(frame.isEmpty() ? QRectF() : QRectF(frame.topLeft() + QPointF(8, 5), size));
        if (!frame.isEmpty())
            titles.push_back(drawing->titles.back());
    }
    std::ranges::sort(titles, {}, &QRectF::top);
    const CardMetrics metrics(style);
    for (size_t i = 0; i < graph.edges.size(); ++i) {
        auto line = edgeLine(drawing->layout.edges[i], toQString(drawing->folded.edgeText(i)), metrics);
        keepClear(line, titles);
        drawing->edges.push_back(std::move(line));
    }
    drawing->whole = std::move(whole);
    return drawing;
}

} // namespace stepscope::ui
