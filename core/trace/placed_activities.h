#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

/// An activity with the run's ids of its name and thread.
struct PlacedActivity
{
    TraceEvent event;
    uint64_t correlation = 0;
    TraceDeviceWork work;
    bool isOnDevice = false;
};

/// Whether PyTorch's profiler means the thread with this handle, which is its pthread_self(), by `number`. It
/// uses the operating system's number of a thread only if it records operators of that thread; otherwise it
/// has the lower 32 bits of the handle from CUPTI, and writes them into its trace without a sign.
bool isNumberOfHandle(int64_t number, uint64_t handle);

/// The innermost event of a thread that is running at that time; noEvent: none. `onThread`: the indices of
/// its events, in order of time.
EventId innermostAt(std::span<const TraceEvent> events, std::span<const EventId> onThread, int64_t ns);

/// Appends the events, allocations and steps of a chunk to those of a window, adjusts their indices, and
/// removes them from the chunk.
void moveBehind(TraceChunk& window, TraceChunk& step);

/// Inserts activities among the operators of a chunk's steps, which must be consecutive and have all its
/// events. A runtime call becomes a child of the enclosing operator, cut to it, because the two clocks differ
/// by up to a microsecond; device work refers to the call that launched it, and has its pass. Work that
/// begins between two steps belongs to the earlier one; work before the first step and calls outside of steps
/// are left out.
void insertActivities(TraceChunk& chunk, std::vector<PlacedActivity> activities);

} // namespace stepscope
