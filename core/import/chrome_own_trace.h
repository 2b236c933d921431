#pragma once

#include "core/import/chrome_event_list.h"

namespace stepscope {

/// Whether all that chromeTraceJson() says of its events is there and makes sense: the file is whole, and
/// nobody has added, removed or moved an event.
bool isOwnTrace(const ChromeEventList& list, const ChromeOwnTables& own);

/// Fills the trace of `names` with what such a file was written from; times count from the first one in the
/// file.
void buildOwnTrace(const ChromeEventList& list, const ChromeHeader& header, ChromeNames& names,
                   ChromeTracks& tracks, Trace& trace);

} // namespace stepscope
