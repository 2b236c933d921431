#pragma once

#include "core/graph/graph_costs.h"
#include "core/graph/graph_roofline.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace stepscope::ui {

/// What the cards of the graph are coloured by.
enum class GraphHeat { Kind, Time, Forward, Backward, Flops, Memory, Roofline };

/// In the order of GraphHeat.
QStringList graphHeatTitles();

/// How a card is coloured, and what it says for it.
struct NodeHeat
{
    double share = 0.0; ///< of the costliest node, or how far below the roof; 0 to 1
    QString text;       ///< "1.2 ms · 12 %", a step and of all nodes; empty: costs nothing
    bool operator==(const NodeHeat&) const = default;
};

/// One for each node, or none where nothing is known, and for GraphHeat::Kind and Roofline.
std::vector<NodeHeat> nodeHeats(const GraphCosts& costs, GraphHeat heat);

/// How far each node is from the machine's roof.
std::vector<NodeHeat> roofHeats(const std::vector<NodeRoof>& roofs);

/// What a node cost in a step, a line a figure: for its details.
QStringList costLines(const GraphCosts& costs, size_t node);

} // namespace stepscope::ui
