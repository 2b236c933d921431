#pragma once

#include "core/graph/network_graph.h"

#include <QString>

#include <vector>

namespace stepscope::ui {

/// The nodes of which operator, layer, layer type and shape together hold all words of the text, in any case;
/// "x" finds "×" in shapes. None when the text is blank. In the order in which they ran.
std::vector<int> searchNodes(const NetworkGraph& graph, const QString& text);

} // namespace stepscope::ui
