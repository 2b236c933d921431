#pragma once

#include "core/graph/network_graph.h"

namespace stepscope {

/// Whether both graphs look the same when drawn: only autograd's sequence numbers may differ.
bool looksLike(const NetworkGraph& a, const NetworkGraph& b);

/// Whether both have the same layers, by name and position.
bool hasSameLayers(const NetworkGraph& a, const NetworkGraph& b);

} // namespace stepscope
