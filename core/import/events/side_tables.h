#pragma once

#include "core/import/events/imported_event_list.h"

// What a trace holds beside its events.

namespace stepscope {

/// Where none were recorded, gives allocations numbers as addresses: what is freed is the block of that size
/// on that device that was allocated last.
void giveAddresses(Trace& trace, ImportLog& log);

/// Each series of a counter, up to 4,096, and what the allocators had reserved in all.
void addCounters(Trace& trace, const ImportedEventList& list, ImportedTracks& tracks,
                 const ImportedNames& names, ImportLog& log);

/// The devices that work ran on, with their properties where the file has them.
void addDevices(Trace& trace, const TraceHeader& header, ImportLog& log);

} // namespace stepscope
