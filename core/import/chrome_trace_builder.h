#pragma once

#include "core/import/chrome_blocks.h"
#include "core/import/chrome_header.h"

namespace stepscope {

struct BuiltTrace
{
    Trace trace;           ///< times count from the first event on
    int64_t firstNs = 0;   ///< of the trace's time 0, as the file counts without its base
    bool isKineto = false; ///< by its categories
    bool isOwn = false;    ///< Stepscope wrote it, and all that it says is used
    ImportLog log;
};

/// Joins what was read of a Chrome trace: threads and streams, parents, launches, passes, steps, allocations
/// and counters. Takes time in proportion to the events, and to their logarithm.
BuiltTrace buildChromeTrace(ChromeBlocks::Content content, const ChromeHeader& header,
                            const ImportOptions& options);

} // namespace stepscope
