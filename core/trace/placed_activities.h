#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// An activity whose name and thread are those of the run.
struct PlacedActivity
{
    TraceEvent event;
    uint64_t correlation = 0;
    TraceDeviceWork work;
    bool isOnDevice = false;
};

/// The innermost event of a thread that runs at that time; noEvent: none. `onThread`: the places of its
/// events, in the order of time.
uint32_t innermostAt(std::span<const TraceEvent> events, std::span<const uint32_t> onThread, int64_t ns);

/// Appends the events, allocations and steps of a chunk to those of a window, with their indices moved behind
/// what is there; they are taken out of the chunk.
void moveBehind(TraceChunk& window, TraceChunk& step);

/// Puts activities among the operators of a chunk's steps, which hold all its events and follow each other.
/// A call of the runtime becomes a child of the operator around it, cut to it, for the two clocks differ by
/// up to a microsecond; work on a device knows the call that launched it, and has its pass. Work that begins
/// between two steps belongs to the one before; what begins before the first is left out, and so are calls
/// outside of steps.
void insertActivities(TraceChunk& chunk, std::vector<PlacedActivity> activities);

} // namespace stepscope
