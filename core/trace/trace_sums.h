#pragma once

#include "core/trace/enclosing_event.h"
#include "core/trace/trace.h"

namespace stepscope {

/// Whether a trace consists of sums by stack, from profilers that keep no single calls: an event represents
/// all calls with one stack, lasts as long as they took together, and begins where the previous one ends. So
/// the time of a call, the shortest call and the like are not known.
inline bool isOfSums(const Trace& trace)
{
    return !trace.calls.empty() || !trace.unit.empty();
}

/// What the events of a trace are, and what is known about them.
struct TraceContents
{
    /// Single calls have times of their own; otherwise the shortest and longest call, for example, are not
    /// known.
    bool hasTimes = true;
    bool hasPasses = true;     ///< the passes of events are known
    bool areFunctions = false; ///< functions of an aggregated profile in place of PyTorch's operators

    bool operator==(const TraceContents&) const = default;
};

inline TraceContents traceContents(const Trace& trace)
{
    const bool areSums = isOfSums(trace);
    return {.hasTimes = !areSums, .hasPasses = !areSums, .areFunctions = areSums};
}

/// The number of calls of an event; 0: not known.
inline int64_t callsOf(const Trace& trace, EventId event)
{
    if (!isOfSums(trace))
        return 1;
    return event < trace.calls.size() ? trace.calls[event] : 0;
}

/// Whether an event is a call with a row in the operator table: of an operator, or in sums of any function.
inline bool isOperatorCall(const Trace& trace, EventId event)
{
    const EventKind kind = trace.kind[event];
    return kind == EventKind::Operator || (kind <= EventKind::Overhead && isOfSums(trace));
}

/// Whether an event's time on the host is its own, and not that of the enclosing operator: true for
/// operators, runtime calls, marked ranges and the profiler's work, as in PyTorch's profiler. PyTorch's self
/// times ignore layers and Python functions: their time belongs to their operator.
inline bool hasOwnTime(const Trace& trace, EventId event)
{
    const EventKind kind = trace.kind[event];
    return (kind != EventKind::Layer && kind != EventKind::PythonFunction) || isOfSums(trace);
}

/// The innermost enclosing event with a time of its own, from whose self time the event's duration is
/// subtracted. noEvent: there is none.
inline EventId ownerAround(const Trace& trace, EventId event)
{
    EventId outer = enclosingEvent(trace, event);
    while (outer != noEvent && !hasOwnTime(trace, outer))
        outer = enclosingEvent(trace, outer);
    return outer;
}

} // namespace stepscope
