#pragma once

#include "core/import/events/imported_event_list.h"

namespace stepscope {

/// Whether everything that writeChromeTrace() writes about its events is present and valid: the file is
/// complete, and no event was added, removed or moved.
bool isOwnTrace(const ImportedEventList& list, const OwnTables& own);

/// Fills the trace of `names` with the trace that such a file was written from; times count from the first
/// one in the file.
void buildOwnTrace(const ImportedEventList& list, const TraceHeader& header, ImportedNames& names,
                   ImportedTracks& tracks, Trace& trace);

} // namespace stepscope
