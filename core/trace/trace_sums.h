#pragma once

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

} // namespace stepscope
