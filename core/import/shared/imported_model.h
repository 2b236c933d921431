#pragma once

#include "core/graph/network_graph.h"
#include "core/import/shared/imported_run.h"

namespace stepscope {

/// A finished run with a network's graph and nothing else, named after the network. Its log lists the model's
/// origin, its content and the problems found. Where many operators are side by side, the graph is cut into
/// parts.
ImportedRun importedModel(NetworkGraph graph, ImportOrigin origin, ImportLog log);

} // namespace stepscope
