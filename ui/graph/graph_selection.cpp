#include "ui/graph/graph_selection.h"

#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_scene.h"
#include "ui/support/qt_text.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace stepscope::ui {

namespace {

/// Whether a layer is the one of that name, or in it. Any is in none.
bool isInLayer(const NetworkGraph& graph, GraphLayerId layer, const std::string& name)
{
    if (name.empty())
        return true;
    for (size_t depth = 0; layer < graph.layers.size() && depth <= graph.layers.size();
         ++depth, layer = graph.layers[layer].parent)
        if (graph.layers[layer].name == name)
            return true;
    return false;
}

} // namespace

TraceFocus focusOfNode(const GraphDrawing& drawing, DrawnNodeId node, bool isBackward)
{
    TraceFocus focus;
    if (node.isNone())
        return focus;
    const auto& graph = drawing.graph();
    const auto& drawn = graph.nodes[node];
    const auto layer = drawing.folded.nodes[node].layer;
    const auto named = layer.isNone() ? drawn.layer : layer;
    if (named < graph.layers.size())
        focus.layer = toQString(graph.layers[named].name);
    if (layer.isNone() && drawn.kind == GraphNodeKind::Operator && !isBackward)
        focus.operatorName = toQString(drawn.op);
    return focus;
}

DrawnNodeId nodeOfFocus(const GraphDrawing& drawing, const TraceFocus& focus)
{
    const auto layer = focus.layer.toStdString();
    const auto op = focus.operatorName.toStdString();
    if (!drawing.whole || (layer.empty() && op.empty()))
        return {};
    const auto& whole = *drawing.whole;
    const auto& folded = drawing.folded;
    const auto isNamed = [&](GraphLayerId index) {
        return index < whole.layers.size() && whole.layers[index].name == layer;
    };
    const auto isIn = [&](GraphLayerId index) { return isInLayer(whole, index, layer); };
    const auto firstNode = [&](auto&& fits) {
        const auto found = std::ranges::find_if(whole.nodes, fits);
        return found == whole.nodes.end() ? DrawnNodeId()
                                          : folded.nodeOf[size_t(found - whole.nodes.begin())];
    };
    const auto card =
        std::ranges::find_if(folded.nodes, [&](const FoldedNode& node) { return isNamed(node.layer); });
    if (card != folded.nodes.end())
        return DrawnNodeId(uint32_t(card - folded.nodes.begin()));
    const auto node = firstNode([&](const GraphNode& each) { return each.op == op && isIn(each.layer); });
    return !node.isNone() || layer.empty()
               ? node
               : firstNode([&](const GraphNode& each) { return isIn(each.layer); });
}

std::vector<GraphNodeId> nodesOfOperator(const NetworkGraph& whole, const TraceFocus& focus,
                                         const std::vector<GraphNodeId>& containing)
{
    const auto op = focus.operatorName.toStdString();
    const auto layer = focus.layer.toStdString();
    std::vector<GraphNodeId> nodes;
    for (GraphNodeId node{0}; node < whole.nodes.size(); ++node) {
        const auto& each = whole.nodes[node];
        const bool isIts = (each.kind == GraphNodeKind::Operator && each.op == op) ||
                           std::ranges::binary_search(containing, node);
        if (isIts && isInLayer(whole, each.layer, layer))
            nodes.push_back(node);
    }
    return nodes;
}

GraphSelection::GraphSelection(GraphScene* scene, GraphCanvas* canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{
}

void GraphSelection::share(TraceSelection* selection)
{
    m_shared = selection;
    connect(selection, &TraceSelection::focusChanged, this, &GraphSelection::follow);
    showShared();
}

void GraphSelection::follow()
{
    if (m_isPicking)
        return;
    m_isOwn = false;
    showShared();
}

void GraphSelection::select(DrawnNodeId node)
{
    const auto& drawing = *m_scene->drawing();
    const bool isThere = node.isNone() || node < drawing.folded.nodes.size();
    if (!drawing.whole || !isThere || node == m_node)
        return;
    mark(node);
    m_canvas->revealNode(node);
}

void GraphSelection::mark(DrawnNodeId node)
{
    m_node = node;
    m_scene->setSelected(node);
    Q_EMIT changed();
    if (!m_shared || m_isPicking)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    m_isOwn = true;
    m_shared->setFocus(focusOfNode(*m_scene->drawing(), m_node, m_isBackward));
}

void GraphSelection::markHere(DrawnNodeId node)
{
    const QScopedValueRollback picking(m_isPicking, true);
    mark(node);
}

void GraphSelection::showHere(DrawnNodeId node)
{
    const QScopedValueRollback picking(m_isPicking, true);
    select(node);
}

void GraphSelection::move(GraphDirection direction)
{
    const auto& drawing = *m_scene->drawing();
    if (!drawing.whole || drawing.graph().nodes.empty())
        return;
    if (m_node.isNone())
        return select(DrawnNodeId(0));
    const auto next = neighborNode(drawing.graph(), drawing.layout, inDrawnGraph(m_node), direction);
    if (!next.isNone())
        select(drawnNode(next));
}

void GraphSelection::showShared()
{
    const auto& drawing = *m_scene->drawing();
    if (!m_shared || m_isPicking || !drawing.whole)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    if (const auto node = nodeOfFocus(drawing, m_shared->focus()); !node.isNone())
        select(node);
}

} // namespace stepscope::ui
