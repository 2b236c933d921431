#include "ui/graph/layer_folding.h"

#include "core/graph/graph_likeness.h"

namespace stepscope::ui {

void LayerFolding::setGraph(std::shared_ptr<const NetworkGraph> graph)
{
    m_place.reset();
    m_revealed = {};
    const bool keepsLayers = graph && m_graph && hasSameLayers(*m_graph, *graph);
    m_graph = std::move(graph);
    if (m_graph && !keepsLayers)
        m_collapsed = layersCollapsedAtStart(*m_graph);
}

bool LayerFolding::setCollapsed(GraphLayerId layer, bool collapsed, const QPointF& position)
{
    if (!hasLayer(layer))
        return false;
    auto wanted = m_collapsed;
    wanted[layer] = collapsed;
    return fold(std::move(wanted), Place{position, layer});
}

bool LayerFolding::setAllCollapsed(bool collapsed)
{
    return fold(CollapsedLayers(m_collapsed.size(), collapsed), {});
}

bool LayerFolding::reveal(GraphNodeId node)
{
    if (!m_graph)
        return false;
    auto wanted = m_collapsed;
    openLayersAround(*m_graph, m_graph->nodes[node].layer, wanted);
    m_revealed = node;
    return fold(std::move(wanted), {});
}

bool LayerFolding::fold(CollapsedLayers collapsed, std::optional<Place> place)
{
    if (!m_graph || collapsed == m_collapsed)
        return false;
    m_collapsed = std::move(collapsed);
    m_place = place;
    return true;
}

} // namespace stepscope::ui
