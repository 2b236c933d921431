#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// The event that encloses another on its thread; noEvent for the outermost. An index that does not point
/// back cannot be an enclosing event: an importer's mistake must not become an endless loop.
inline EventId enclosingEvent(const Trace& trace, EventId event)
{
    const EventId parent = trace.parent[event];
    return parent < event && trace.thread[parent] == trace.thread[event] ? parent : noEvent;
}

/// The event itself or the innermost enclosing event that is an operator; noEvent: none.
inline EventId operatorAround(const Trace& trace, EventId event)
{
    while (event != noEvent && trace.kind[event] != EventKind::Operator)
        event = enclosingEvent(trace, event);
    return event;
}

/// The innermost operator around the launch of device work. noEvent: none, or not known.
inline EventId launchingOperator(const Trace& trace, const TraceDeviceWork* work)
{
    return work && work->launcher < work->event ? operatorAround(trace, work->launcher) : noEvent;
}

} // namespace stepscope
