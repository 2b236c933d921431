// Opening and closing layers, selecting and finding nodes.

#include "core/graph/layer_tree.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_search.h"
#include "ui/graph/graph_view.h"
#include "ui/support/trace_selection.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>

namespace stepscope::ui {

namespace {

QPointF topOf(const QRectF& rect)
{
    return {rect.center().x(), rect.top()};
}

} // namespace

bool GraphView::isCollapsed(int layer) const
{
    return layer >= 0 && size_t(layer) < m_collapsed.size() && m_collapsed[size_t(layer)];
}

void GraphView::fold(CollapsedLayers collapsed, std::optional<Place> place)
{
    if (!m_whole || collapsed == m_collapsed)
        return;
    m_collapsed = std::move(collapsed);
    m_place = place;
    layOut();
}

void GraphView::setCollapsed(int layer, bool collapsed)
{
    if (layer < 0 || size_t(layer) >= m_collapsed.size() || !hasPicture())
        return;
    auto wanted = m_collapsed;
    wanted[size_t(layer)] = collapsed;
    const int node = drawing().folded.nodeOfLayer(drawing().graph(), layer);
    const auto rect =
        node >= 0 ? m_scene->nodeItem(node)->rect() : toRect(drawing().layout.layers[size_t(layer)]);
    fold(std::move(wanted), Place{topOf(rect), layer});
}

void GraphView::expandAll()
{
    fold(CollapsedLayers(m_collapsed.size()), {});
}

void GraphView::collapseAll()
{
    fold(CollapsedLayers(m_collapsed.size(), true), {});
}

void GraphView::openNode(int node)
{
    if (hasPicture() && m_scene->nodeItem(node) && drawing().folded.isLayer(node))
        setCollapsed(drawing().folded.nodes[size_t(node)].layer, false);
}

void GraphView::closeAround(int node)
{
    if (const auto* item = m_scene->nodeItem(node))
        closeLayer(drawing().graph().nodes[size_t(node)].layer, item->rect().center());
}

void GraphView::closeLayer(int layer, const QPointF& position)
{
    if (layer < 0 || size_t(layer) >= m_collapsed.size())
        return;
    auto wanted = m_collapsed;
    wanted[size_t(layer)] = true;
    fold(std::move(wanted), Place{position, layer});
}

void GraphView::keepPlace(const Place& place)
{
    const int node = drawing().folded.nodeOfLayer(drawing().graph(), place.layer);
    if (node >= 0) {
        const auto rect = m_scene->nodeItem(node)->rect();
        m_canvas->keepPlace(place.before, rect.center());
        return markSelected(node);
    }
    const auto frame = toRect(drawing().layout.layers[size_t(place.layer)]);
    if (frame.isEmpty())
        return m_canvas->showStart();
    m_canvas->keepPlace(place.before, topOf(frame));
    const QScopedValueRollback picking(m_isPicking, true); // other views keep the layer
    // The layer's first operator: the arrow keys continue from there.
    for (size_t i = 0; i < drawing().layout.nodes.size(); ++i)
        if (frame.contains(toRect(drawing().layout.nodes[i])))
            return markSelected(int(i));
}

void GraphView::showMenu(const QPointF& position, const QPoint& globalPosition)
{
    if (!hasPicture())
        return;
    QMenu menu;
    menu.setObjectName("graphMenu");
    const int node = drawing().nodeAt(position);
    const int around = node >= 0 ? drawing().graph().nodes[size_t(node)].layer : drawing().layerAt(position);
    const auto name = [this](int layer) {
        return QString::fromStdString(drawing().graph().layers[size_t(layer)].name).replace('&', "&&");
    };
    if (node >= 0 && drawing().folded.isLayer(node))
        menu.addAction(tr("Expand %1").arg(name(drawing().folded.nodes[size_t(node)].layer)), this,
                       [this, node] { openNode(node); });
    if (around >= 0)
        menu.addAction(tr("Collapse %1").arg(name(around)), this,
                       [this, around, position] { closeLayer(around, position); });
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Expand all"), this, &GraphView::expandAll);
    menu.addAction(tr("Collapse all"), this, &GraphView::collapseAll);
    menu.addSeparator();
    menu.addAction(tr("Show whole graph"), m_canvas, &GraphCanvas::fit);
    menu.addAction(tr("Copy picture"), this, &GraphView::copyPicture);
    menu.exec(globalPosition);
}

void GraphView::reveal(uint32_t node)
{
    if (!hasPicture() || node >= drawing().folded.nodeOf.size())
        return;
    const auto drawn = int(drawing().folded.nodeOf[node]);
    if (!drawing().folded.isLayer(drawn)) {
        m_canvas->centerOnNode(drawn);
        selectNode(drawn);
        return;
    }
    auto wanted = m_collapsed;
    openLayersAround(*m_whole, m_whole->nodes[node].layer, wanted);
    fold(std::move(wanted), {});
    m_toReveal = node;
}

void GraphView::selectNode(int node)
{
    if (!hasPicture() || node < -1 || node >= int(drawing().graph().nodes.size()) || node == m_selected)
        return;
    markSelected(node);
    m_canvas->revealNode(node);
}

void GraphView::markSelected(int node)
{
    m_selected = node;
    m_scene->setSelected(node);
    showDetails();
    shareSelection();
    Q_EMIT nodeSelected(node);
}

void GraphView::moveSelection(int direction)
{
    if (!hasPicture() || drawing().graph().nodes.empty())
        return;
    const int next = m_selected < 0 ? 0
                                    : neighbourNode(drawing().graph(), drawing().layout, m_selected,
                                                    GraphDirection(direction));
    if (next >= 0)
        selectNode(next);
}

void GraphView::setSelection(TraceSelection* selection)
{
    m_selection = selection;
    connect(selection, &TraceSelection::focusChanged, this, &GraphView::showFocus);
    showFocus();
}

void GraphView::setEnvironment(std::function<Environment()> environment)
{
    m_environment = std::move(environment);
}

void GraphView::shareSelection()
{
    if (!m_selection || m_isPicking)
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    TraceFocus focus;
    if (m_selected >= 0) {
        const auto& graph = drawing().graph();
        const auto& node = graph.nodes[size_t(m_selected)];
        const auto layer = drawing().folded.nodes[size_t(m_selected)].layer;
        const auto named = layer >= 0 ? layer : node.layer;
        if (named >= 0 && size_t(named) < graph.layers.size())
            focus.layer = QString::fromStdString(graph.layers[size_t(named)].name);
        if (layer < 0 && node.kind == GraphNodeKind::Operator && !m_backward)
            focus.operatorName = QString::fromStdString(node.op);
    }
    m_selection->setFocus(focus);
}

/// Selects what was selected elsewhere: a collapsed layer, otherwise the first node of the operator in the
/// layer, otherwise the layer's first node.
void GraphView::showFocus()
{
    if (!m_selection || m_isPicking || !hasPicture())
        return;
    const auto layer = m_selection->focus().layer.toStdString();
    const auto op = m_selection->focus().operatorName.toStdString();
    if (layer.empty() && op.empty())
        return;
    const QScopedValueRollback picking(m_isPicking, true);
    const auto& whole = *drawing().whole;
    const auto& folded = drawing().folded;
    const auto isNamed = [&](int32_t index) {
        return index >= 0 && size_t(index) < whole.layers.size() && whole.layers[size_t(index)].name == layer;
    };
    const auto isIn = [&](int32_t index) {
        for (size_t depth = 0;
             index >= 0 && size_t(index) < whole.layers.size() && depth <= whole.layers.size();
             ++depth, index = whole.layers[size_t(index)].parent)
            if (isNamed(index))
                return true;
        return layer.empty();
    };
    const auto select = [&](auto&& fits) {
        const auto found = std::ranges::find_if(whole.nodes, fits);
        if (found == whole.nodes.end())
            return false;
        selectNode(int(folded.nodeOf[size_t(found - whole.nodes.begin())]));
        return true;
    };
    const auto card =
        std::ranges::find_if(folded.nodes, [&](const FoldedNode& node) { return isNamed(node.layer); });
    if (card != folded.nodes.end())
        selectNode(int(card - folded.nodes.begin()));
    else if (!select([&](const GraphNode& node) { return node.op == op && isIn(node.layer); }) &&
             !layer.empty())
        select([&](const GraphNode& node) { return isIn(node.layer); });
}

void GraphView::search()
{
    m_searched = drawing().whole;
    m_matches = hasPicture() ? searchNodes(*drawing().whole, m_search->text()) : std::vector<int>();
    m_match = m_matches.empty() ? -1 : 0;
    showMatches();
    if (m_match >= 0)
        m_canvas->revealNode(int(drawing().folded.nodeOf[size_t(m_matches[0])]));
}

void GraphView::stepThroughMatches(int by)
{
    if (m_matches.empty())
        return;
    const int count = int(m_matches.size());
    m_match = (m_match + by + count) % count;
    showMatches();
    reveal(uint32_t(m_matches[size_t(m_match)]));
}

void GraphView::showMatches()
{
    const bool searching = !m_search->text().trimmed().isEmpty();
    m_matchCount->setText(!searching          ? QString()
                          : m_matches.empty() ? tr("no match")
                                              : tr("%1 of %2").arg(m_match + 1).arg(m_matches.size()));
    std::vector<int> drawn;
    for (const int match : m_matches)
        drawn.push_back(int(drawing().folded.nodeOf[size_t(match)]));
    m_scene->setFound(drawn, m_match < 0 ? -1 : drawn[size_t(m_match)]);
}

} // namespace stepscope::ui
