#pragma once

#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"
#include "core/import/shared/import_options.h"

namespace stepscope {

struct BuiltTrace
{
    Trace trace;           ///< times count from the first event
    int64_t firstNs = 0;   ///< the trace's time 0 in the file's times, without its base
    bool isKineto = false; ///< according to its categories
    bool isOwn = false;    ///< Stepscope wrote it, and all of its additional data is used
    ImportLog log;
};

/// Joins the events read: threads and streams, parents, launches, passes, steps, allocations and counters.
/// Takes O(n log n) time for n events.
BuiltTrace buildTrace(ImportedEvents events, const TraceHeader& header, const ImportOptions& options);

} // namespace stepscope
