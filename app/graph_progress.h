#pragma once

#include "core/graph/graph_layout.h"

namespace stepscope {

/// Says on stderr, once, that a report waits for Graphviz's dot, and once more when the simpler layout is
/// tried.
LayoutProgress sayThatDotTakesLong();

} // namespace stepscope
