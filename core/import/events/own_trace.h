#pragma once

#include "core/import/events/imported_event_list.h"

namespace stepscope {

/// Whether all that chromeTraceJson() says of its events is there and makes sense: the file is whole, and
/// nobody has added, removed or moved an event.
bool isOwnTrace(const ImportedEventList& list, const OwnTables& own);

/// Fills the trace of `names` with what such a file was written from; times count from the first one in the
/// file.
void buildOwnTrace(const ImportedEventList& list, const TraceHeader& header, ImportedNames& names,
                   ImportedTracks& tracks, Trace& trace);

} // namespace stepscope
