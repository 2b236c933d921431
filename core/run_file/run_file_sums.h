#pragma once

#include "core/base/files/sqlite.h"
#include "core/trace/trace.h"

namespace stepscope {

/// What a run file keeps beyond the events of a trace that holds sums by stack: its unit, as the single value
/// "trace_unit", and the calls of each event, as a column of the first block. Programs that know of neither
/// pass over them.
void writeSums(SqliteDatabase& database, const Trace& trace);

/// Into a trace whose events have been read. Throws Error.
void readSums(SqliteDatabase& database, Trace& trace);

} // namespace stepscope
