#pragma once

#include "core/graph/network_graph.h"

namespace stepscope {

/// Whether both graphs look the same when drawn: only autograd's sequence numbers may differ.
bool looksLike(const NetworkGraph& a, const NetworkGraph& b);

/// Whether both are graphs of the same network for samples of one shape: they may also differ in the batch
/// size, and in the one dimension of each shape that depends on it.
bool looksLikeForAnyBatch(const NetworkGraph& a, const NetworkGraph& b);

/// Whether both have the same layers, by name and position.
bool hasSameLayers(const NetworkGraph& a, const NetworkGraph& b);

} // namespace stepscope
