#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/graph/graph_roofline.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace stepscope::ui {

/// What the color of the graph's cards shows.
enum class GraphHeat { Kind, Time, Forward, Backward, Flops, Memory, Roofline };

/// In the order of GraphHeat.
QStringList graphHeatTitles();

/// The color of a card, and the text that explains it.
struct NodeHeat
{
    double share = 0.0; ///< of the costliest node, or how far below the roof; 0 to 1
    QString text;       ///< "1.2 ms · 12 %", per step and of all nodes; empty: no cost
    bool operator==(const NodeHeat&) const = default;
};

/// One for each node; none if nothing is known, and for GraphHeat::Kind and Roofline.
std::vector<NodeHeat> nodeHeats(const GraphCosts& costs, GraphHeat heat);

/// How far each node is from the machine's roof.
std::vector<NodeHeat> roofHeats(const std::vector<NodeRoof>& roofs);

/// The costs of a node of the folded graph per step, one line per figure, for its details.
QStringList costLines(const GraphCosts& costs, DrawnNodeId node);

} // namespace stepscope::ui
