#pragma once

#include "core/graph/network_graph.h"
#include "core/import/shared/imported_run.h"

namespace stepscope {

/// A finished run with a network's graph and nothing else, called after the network. Its log says where the
/// model came from, what is in it and what was met. Where much stands side by side, the graph is cut into
/// parts.
ImportedRun importedModel(NetworkGraph graph, ImportOrigin origin, ImportLog log);

} // namespace stepscope
