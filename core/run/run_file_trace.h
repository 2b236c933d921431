#pragma once

#include "core/base/sqlite.h"
#include "core/trace/operator_totals.h"
#include "core/trace/trace.h"

namespace stepscope {

/// Reads a run file's trace, up to the first part that is damaged, for which it throws Error. What it leaves
/// in `trace` is sound in any case: all ids and indices point to something.
void readTrace(SqliteDatabase& database, Trace& trace);

/// Reads the running totals whose names are in the trace. Throws Error.
void readOperatorTotals(SqliteDatabase& database, const Trace& trace, OperatorTotals& totals);

} // namespace stepscope
