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

} // namespace stepscope
