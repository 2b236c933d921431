#pragma once

#include "core/import/events/imported_event_list.h"

// The parts of a trace besides its events.

namespace stepscope {

/// Gives allocations without recorded addresses numbers as addresses: a deallocation frees the block of that
/// size on that device that was allocated last.
void giveAddresses(Trace& trace, ImportLog& log);

/// Adds each series of a counter, up to 4,096, and the allocators' total reserved memory.
void addCounters(Trace& trace, const ImportedEventList& list, ImportedTracks& tracks,
                 const ImportedNames& names, ImportLog& log);

/// Adds the devices that work ran on, with their properties if the file has them.
void addDevices(Trace& trace, const TraceHeader& header, ImportLog& log);

} // namespace stepscope
