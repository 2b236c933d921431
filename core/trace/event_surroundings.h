#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What an event on the host is connected with.
struct EventSurroundings
{
    std::vector<EventId> callers; ///< the enclosing events, the innermost first
    /// Its duration without the operators, runtime calls and ranges directly in it.
    int64_t selfNs = 0;
    int64_t calls = 0; ///< events directly in it
    /// Device work that was launched in it, in order of time; at most mostLaunched, see `launches`.
    std::vector<EventId> launched;
    int64_t launches = 0;   ///< of device work in it
    int64_t launchedNs = 0; ///< the sum of their durations
    int64_t allocations = 0;
    int64_t allocatedBytes = 0;
    int64_t freedBytes = 0;

    static constexpr size_t mostLaunched = 20;
};

/// Takes time in proportion to the events and allocations during the event, and to all device work.
EventSurroundings surroundingsOf(const Trace& trace, EventId event);

} // namespace stepscope
