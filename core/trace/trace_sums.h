#pragma once

#include "core/trace/enclosing_event.h"
#include "core/trace/trace.h"

namespace stepscope {

/// Whether a trace holds sums by stack, as profilers write them that keep no single calls: an event stands
/// for all calls with one stack, lasts as long as they cost together, and begins where the one before it
/// ends. So nothing can be told of when something was, nor of the shortest call and the like.
inline bool isOfSums(const Trace& trace)
{
    return !trace.calls.empty() || !trace.unit.empty();
}

/// How many calls an event stands for; 0: not known.
inline int64_t callsOf(const Trace& trace, uint32_t event)
{
    if (!isOfSums(trace))
        return 1;
    return event < trace.calls.size() ? trace.calls[event] : 0;
}

/// Whether an event is a call that the operator table has a row for: of an operator, in sums of any function.
inline bool isOperatorCall(const Trace& trace, uint32_t event)
{
    const EventKind kind = trace.kind[event];
    return kind == EventKind::Operator || (kind <= EventKind::Overhead && isOfSums(trace));
}

/// Whether an event's time on the host is its own, and not that of the operator around it: that of operators,
/// of calls of a device's runtime, of marked ranges and of the profiler's work, as in PyTorch's profiler.
/// Layers and functions of Python are no events to PyTorch's self times: what they take is their operator's.
inline bool hasOwnTime(const Trace& trace, uint32_t event)
{
    const EventKind kind = trace.kind[event];
    return (kind != EventKind::Layer && kind != EventKind::PythonFunction) || isOfSums(trace);
}

/// The innermost event with a time of its own around another one, from whose self time that one's duration is
/// taken. noEvent: there is none.
inline uint32_t ownerAround(const Trace& trace, uint32_t event)
{
    uint32_t outer = enclosingEvent(trace, event);
    while (outer != noEvent && !hasOwnTime(trace, outer))
        outer = enclosingEvent(trace, outer);
    return outer;
}

} // namespace stepscope
