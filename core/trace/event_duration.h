#pragma once

#include "core/trace/trace.h"

#include <algorithm>

namespace stepscope {

/// How long an event took. A missing end is taken for the start.
inline int64_t durationOf(const Trace& trace, uint32_t event)
{
    return std::max<int64_t>(trace.durationNs[event], 0);
}

} // namespace stepscope
