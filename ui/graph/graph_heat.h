#pragma once

#include "core/graph/graph_costs.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace stepscope::ui {

/// What the cards of the graph are coloured by.
enum class GraphHeat { Kind, Time, Forward, Backward, Flops, Memory };

/// In the order of GraphHeat.
QStringList graphHeatTitles();

/// How a card is coloured, and what it says for it.
struct NodeHeat
{
    double share = 0.0; ///< of the costliest node, 0 to 1
    QString text;       ///< "1.2 ms · 12 %", a step and of all nodes; empty: costs nothing
    bool operator==(const NodeHeat&) const = default;
};

/// One for each node, or none where nothing is known, and for GraphHeat::Kind.
std::vector<NodeHeat> nodeHeats(const GraphCosts& costs, GraphHeat heat);

/// What a node cost in a step, a line a figure: for its details.
QStringList costLines(const GraphCosts& costs, size_t node);

} // namespace stepscope::ui
