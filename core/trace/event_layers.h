#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// For each event the id in Trace::names of the layer that it worked for, noEvent: for none. In the forward
/// pass that is the innermost layer around the event, or the event itself. In the backward pass, where no
/// layer is called, it is the layer of the forward event with the same sequence number in the same step: the
/// latest, and of those the deepest, as autograd numbers them. What an event without a number is called by
/// tells for it.
std::vector<uint32_t> eventLayers(const Trace& trace);

} // namespace stepscope
