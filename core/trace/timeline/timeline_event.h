#pragma once

#include "core/trace/event_layers.h"
#include "core/trace/timeline/timeline_index.h"

#include <string>

namespace stepscope {

/// Information about one event in a timeline. These functions examine only the event's own step, except
/// linkedEvent() for an event outside of steps.

/// The recorded step that the event belongs to; null: none.
const TraceStep* stepOfEvent(const Trace& trace, EventId event);

/// The steps of device work: the one in which the host launched it, and the one in which it ran. Null: none,
/// or the launcher is not known.
struct WorkSteps
{
    const TraceStep* launched = nullptr;
    const TraceStep* ran = nullptr;
};
WorkSteps stepsOfWork(const Trace& trace, EventId event);

/// "5"; for work that ran in another step than it was launched in, "launched in step 5, ran in step 6"; empty
/// if no step is known. Steps are counted from 0, or as in the imported trace.
std::string stepTextOfEvent(const Trace& trace, EventId event);
/// The same for steps by their numbers, -1: none.
std::string stepText(int64_t launched, int64_t ran);

/// Duration minus that of the operators called directly on the same thread, at least 0, as in operator
/// statistics: layers and Python functions are looked through. The index must have processed the event; takes
/// time in proportion to the events directly below it.
int64_t selfNsOfEvent(const Trace& trace, const TimelineIndex& index, EventId event);

/// For an event that runs a node of autograd's graph, the forward operator that created the node, and vice
/// versa; noEvent when there is none. They have the same sequence number. If several operators have it, the
/// forward one is the one that began last, as in PyTorch's profiler (those that enclose it are linked too),
/// and the backward one is the outermost.
EventId linkedEvent(const Trace& trace, EventId event);

} // namespace stepscope
