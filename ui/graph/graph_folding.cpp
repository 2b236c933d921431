#include "ui/graph/graph_folding.h"

#include "core/graph/graph_likeness.h"
#include "ui/canvas/graph_geometry.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_pages.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_selection.h"

namespace stepscope::ui {

namespace {

QPointF topOf(const QRectF& rect)
{
    return {rect.center().x(), rect.top()};
}

} // namespace

GraphFolding::GraphFolding(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

const GraphDrawing& GraphFolding::drawing() const
{
    return *m_parts.scene->drawing();
}

bool GraphFolding::isShown() const
{
    return graph() && drawing().whole && drawing().collapsed == m_layers.collapsed() &&
           looksLike(*drawing().whole, *graph());
}

void GraphFolding::layOut()
{
    m_parts.pages->layOut(m_layers.graph(), m_layers.collapsed());
}

void GraphFolding::setCollapsed(GraphLayerId layer, bool collapsed)
{
    if (!m_layers.hasLayer(layer) || !drawing().whole)
        return;
    const auto node = drawing().folded.nodeOfLayer(drawing().graph(), layer);
    const auto rect =
        node.isNone() ? toRect(drawing().layout.layers[layer]) : m_parts.scene->nodeItem(node)->rect();
    if (m_layers.setCollapsed(layer, collapsed, topOf(rect)))
        layOut();
}

void GraphFolding::expandAll()
{
    if (m_layers.setAllCollapsed(false))
        layOut();
}

void GraphFolding::collapseAll()
{
    if (m_layers.setAllCollapsed(true))
        layOut();
}

void GraphFolding::openNode(DrawnNodeId node)
{
    if (drawing().whole && m_parts.scene->nodeItem(node) && drawing().folded.isLayer(node))
        setCollapsed(drawing().folded.nodes[node].layer, false);
}

void GraphFolding::closeAround(DrawnNodeId node)
{
    if (const auto* item = m_parts.scene->nodeItem(node))
        closeLayer(drawing().graph().nodes[node].layer, item->rect().center());
}

void GraphFolding::closeLayer(GraphLayerId layer, const QPointF& position)
{
    if (m_layers.setCollapsed(layer, true, position))
        layOut();
}

void GraphFolding::showPlace()
{
    if (const auto place = m_layers.takePlace())
        keepPlace(*place);
    else
        m_parts.canvas->showStart();
}

void GraphFolding::keepPlace(const LayerFolding::Place& place)
{
    const auto node = drawing().folded.nodeOfLayer(drawing().graph(), place.layer);
    if (!node.isNone()) {
        const auto rect = m_parts.scene->nodeItem(node)->rect();
        m_parts.canvas->keepPlace(place.before, rect.center());
        return m_parts.selection->mark(node);
    }
    const auto frame = toRect(drawing().layout.layers[place.layer]);
    if (frame.isEmpty())
        return m_parts.canvas->showStart();
    m_parts.canvas->keepPlace(place.before, topOf(frame));
    // The layer's first operator: the arrow keys continue from there. Other views keep the layer.
    for (DrawnNodeId inner{0}; inner < drawing().layout.nodes.size(); ++inner)
        if (frame.contains(toRect(drawing().layout.nodes[inner])))
            return m_parts.selection->markHere(inner);
}

void GraphFolding::reveal(GraphNodeId node)
{
    if (!drawing().whole || node >= drawing().folded.nodeOf.size())
        return;
    const auto drawn = drawing().folded.nodeOf[node];
    if (!drawing().folded.isLayer(drawn)) {
        m_parts.canvas->centerOnNode(drawn);
        m_parts.selection->select(drawn);
        return;
    }
    if (m_layers.reveal(node))
        layOut();
}

void GraphFolding::showRevealed()
{
    if (const auto node = m_layers.takeRevealed(); !node.isNone())
        reveal(node);
}

} // namespace stepscope::ui
