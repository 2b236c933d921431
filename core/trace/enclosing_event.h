#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// The event that encloses another on its thread, noEvent at the outermost. An index that does not point back
/// cannot be an enclosing event: an importer's slip must not become an endless walk.
inline uint32_t enclosingEvent(const Trace& trace, uint32_t event)
{
    const uint32_t parent = trace.parent[event];
    return parent < event && trace.thread[parent] == trace.thread[event] ? parent : noEvent;
}

/// The event itself or the innermost one around it that is an operator. noEvent: there is none.
inline uint32_t operatorAround(const Trace& trace, uint32_t event)
{
    while (event != noEvent && trace.kind[event] != EventKind::Operator)
        event = enclosingEvent(trace, event);
    return event;
}

/// The innermost operator around what launched work on a device. noEvent: not known, or there is none.
inline uint32_t launchingOperator(const Trace& trace, const TraceDeviceWork* work)
{
    return work && work->launcher < work->event ? operatorAround(trace, work->launcher) : noEvent;
}

} // namespace stepscope
