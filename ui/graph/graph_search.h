#pragma once

#include "core/graph/network_graph.h"

#include <QString>

#include <vector>

namespace stepscope::ui {

/// The nodes whose operator, layer, layer type and shape together contain all words of the text, ignoring
/// case; "x" finds "×" in shapes. None if the text is blank. Sorted by execution order.
std::vector<int> searchNodes(const NetworkGraph& graph, const QString& text);

} // namespace stepscope::ui
