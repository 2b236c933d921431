#pragma once

#include "core/import/events/imported_events.h"
#include "core/import/events/trace_header.h"
#include "core/import/shared/import_options.h"

namespace stepscope {

struct BuiltTrace
{
    Trace trace;           ///< times count from the first event on
    int64_t firstNs = 0;   ///< of the trace's time 0, as the file counts without its base
    bool isKineto = false; ///< by its categories
    bool isOwn = false;    ///< Stepscope wrote it, and all that it says is used
    ImportLog log;
};

/// Joins the events that were read: threads and streams, parents, launches, passes, steps, allocations
/// and counters. Takes time in proportion to the events, and to their logarithm.
BuiltTrace buildTrace(ImportedEvents events, const TraceHeader& header, const ImportOptions& options);

} // namespace stepscope
