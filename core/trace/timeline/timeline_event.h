#pragma once

#include "core/trace/event_layers.h"
#include "core/trace/timeline/timeline_index.h"

#include <string>

namespace stepscope {

/// What a timeline tells of one event. None of these looks at more than the event's own step, but
/// linkedEvent() of an event that stands in no step.

/// The recorded step that the event belongs to; null: none.
const TraceStep* stepOfEvent(const Trace& trace, uint32_t event);

/// The steps of work on a device: the one in which the host launched it, and the one in which it ran. Null:
/// there is none, or what launched it is not known.
struct WorkSteps
{
    const TraceStep* launched = nullptr;
    const TraceStep* ran = nullptr;
};
WorkSteps stepsOfWork(const Trace& trace, uint32_t event);

/// "5", of work that ran in another step than it was launched in "launched in step 5, ran in step 6"; empty
/// where no step is known. Steps are counted from 0, or as the imported trace counts them.
std::string stepTextOfEvent(const Trace& trace, uint32_t event);
/// The same of steps by their numbers, -1: none.
std::string stepText(int64_t launched, int64_t ran);

/// Duration minus that of the operators called directly on the same thread, not below 0, as operator
/// statistics form it: layers and functions of Python are looked through. Of an event that the index has
/// taken in; takes time in proportion to the events directly below.
int64_t selfNsOfEvent(const Trace& trace, const TimelineIndex& index, uint32_t event);

/// Of an event that runs a node of autograd's graph the forward operator that made the node, and the other
/// way round; noEvent when there is none. They have the same sequence number; where several operators have
/// it, the forward one is that which began last, as PyTorch's profiler has it (and those that enclose it are
/// linked too), and the backward one the outermost.
uint32_t linkedEvent(const Trace& trace, uint32_t event);

} // namespace stepscope
