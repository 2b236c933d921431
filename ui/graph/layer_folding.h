#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/network_graph.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace stepscope::ui {

/// Which layers of a graph are collapsed, and what its next layout keeps in place or shows. Functions that
/// change layers return whether the graph has to be laid out again.
class LayerFolding
{
public:
    /// The place that a new layout keeps.
    struct Place
    {
        QPointF before;     ///< in the old layout
        GraphLayerId layer; ///< the layer that was there, or was opened or closed there
    };

    /// Another graph, or none. Its layers keep their state if the previous graph had the same ones.
    void setGraph(std::shared_ptr<const NetworkGraph> graph);
    const std::shared_ptr<const NetworkGraph>& graph() const { return m_graph; }

    const CollapsedLayers& collapsed() const { return m_collapsed; }
    bool hasLayer(GraphLayerId layer) const { return layer < m_collapsed.size(); }
    bool isCollapsed(GraphLayerId layer) const { return hasLayer(layer) && m_collapsed[layer]; }

    /// `position`: of the layer in the layout on the screen.
    bool setCollapsed(GraphLayerId layer, bool collapsed, const QPointF& position);
    bool setAllCollapsed(bool collapsed);
    /// Opens the layers that hide a node of the graph.
    bool reveal(GraphNodeId node);

    /// Returns the place that the layout keeps, and forgets it.
    std::optional<Place> takePlace() { return std::exchange(m_place, {}); }
    /// Returns the node that reveal() was called with since the last layout, or none, and forgets it.
    GraphNodeId takeRevealed() { return std::exchange(m_revealed, {}); }

private:
    bool fold(CollapsedLayers collapsed, std::optional<Place> place);

    std::shared_ptr<const NetworkGraph> m_graph;
    CollapsedLayers m_collapsed;
    std::optional<Place> m_place;
    GraphNodeId m_revealed;
};

} // namespace stepscope::ui
