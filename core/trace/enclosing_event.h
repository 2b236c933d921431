#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// The event that encloses another on its thread; noEvent for the outermost. An index that does not point
/// back cannot be an enclosing event: an importer's mistake must not become an endless loop.
inline uint32_t enclosingEvent(const Trace& trace, uint32_t event)
{
    const uint32_t parent = trace.parent[event];
    return parent < event && trace.thread[parent] == trace.thread[event] ? parent : noEvent;
}

/// The event itself or the innermost enclosing event that is an operator; noEvent: none.
inline uint32_t operatorAround(const Trace& trace, uint32_t event)
{
    while (event != noEvent && trace.kind[event] != EventKind::Operator)
        event = enclosingEvent(trace, event);
    return event;
}

/// The innermost operator around the launch of device work. noEvent: none, or not known.
inline uint32_t launchingOperator(const Trace& trace, const TraceDeviceWork* work)
{
    return work && work->launcher < work->event ? operatorAround(trace, work->launcher) : noEvent;
}

} // namespace stepscope
