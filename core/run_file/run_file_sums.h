#pragma once

#include "core/base/files/sqlite.h"
#include "core/trace/trace.h"

namespace stepscope {

/// Additional data of a trace that consists of sums by stack: its unit, as the single value "trace_unit", and
/// the calls of each event, as a column of the first block. Programs that know neither ignore them.
void writeSums(SqliteDatabase& database, const Trace& trace);

/// Reads them into a trace that already has its events. Throws Error.
void readSums(SqliteDatabase& database, Trace& trace);

} // namespace stepscope
