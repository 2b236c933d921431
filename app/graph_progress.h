#pragma once

#include "core/graph/graph_layout.h"

namespace stepscope {

/// Prints to stderr, once, that a report waits for Graphviz's dot, and again when the simpler layout is
/// tried.
LayoutProgress sayThatDotTakesLong();

} // namespace stepscope
