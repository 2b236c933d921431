#pragma once

#include "core/base/sqlite.h"
#include "core/trace/operator_totals.h"
#include "core/trace/trace.h"

namespace stepscope {

/// How much of a trace has been read from a file.
struct TracePosition
{
    int64_t names = 0;
    int64_t shapes = 0;
    int64_t threads = 0;
    int64_t devices = 0;
    int64_t events = 0;
    int64_t counters = 0;
    int64_t lastStep = -1; ///< number of the last recorded step; -1: none

    bool operator==(const TracePosition&) const = default;
};
TracePosition positionOf(const Trace& trace);
/// Once the chunk has been appended, without counters.
TracePosition positionAfter(TracePosition position, const TraceChunk& chunk);

/// Puts a chunk's events, with what was allocated and what devices did meanwhile, behind those of another
/// one; its strings, devices and steps stay out.
void appendEvents(TraceChunk& to, const TraceChunk& chunk);

/// Reads a run file's trace, up to the first part that is damaged, for which it throws Error. What it leaves
/// in `trace` is sound in any case: all ids and indices point to something.
void readTrace(SqliteDatabase& database, Trace& trace);

/// What has come to the trace since, but counters. Throws Error.
TraceChunk readTraceSince(SqliteDatabase& database, const TracePosition& position);

/// Appends the counters behind the first `from`; those before a damaged one have been appended when it
/// throws Error.
void readCounters(SqliteDatabase& database, int64_t from, std::vector<TraceCounter>& counters);

/// Reads the running totals whose names are in the trace as far as it has been read. Throws Error.
void readOperatorTotals(SqliteDatabase& database, const TracePosition& position, OperatorTotals& totals);

} // namespace stepscope
