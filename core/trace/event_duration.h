#pragma once

#include "core/trace/trace.h"

#include <algorithm>

namespace stepscope {

/// The duration of an event. A missing end counts as its start.
inline int64_t durationOf(const Trace& trace, EventId event)
{
    return std::max<int64_t>(trace.durationNs[event], 0);
}

} // namespace stepscope
