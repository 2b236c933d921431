#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/event_memory.h"
#include "core/run_file/run_file_steps.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <limits>

namespace stepscope {

/// Single values of a run file: the number of events and recorded steps that it lacks (EventsLeftOut).
inline constexpr auto lostEventsKey = "events_lost";
inline constexpr auto lostStepsKey = "steps_lost";

/// How much of a trace has been read from a file; events that were left out count as read.
struct TracePosition
{
    int64_t names = 0;
    int64_t shapes = 0;
    int64_t threads = 0;
    int64_t devices = 0;
    int64_t events = 0;
    int64_t counters = 0;
    int64_t lastStep = -1;  ///< number of the last recorded step; -1: none
    int64_t bytes = 0;      ///< memory of the events in the trace
    bool isFull = false;    ///< events have been left out, so no more are added to the trace
    int64_t lostEvents = 0; ///< known events that are not in the file
    int64_t lostSteps = 0;

    bool operator==(const TracePosition&) const = default;
};
TracePosition positionOf(const Trace& trace, const EventsLeftOut& leftOut = {});
/// The position after the chunk has been appended, without counters.
TracePosition positionAfter(TracePosition position, const TraceChunk& chunk);

/// Appends a chunk's events, allocations and device work to those of another chunk, without its strings,
/// devices and steps.
void appendEvents(TraceChunk& to, const TraceChunk& chunk);

/// Reads the names, shapes and threads of a trace. Throws Error.
void readTraceStrings(SqliteDatabase& database, Trace& trace);
/// Throws Error.
void readTraceDevices(SqliteDatabase& database, Trace& trace);

/// A step whose events count from `firstEvent`. They must not start before `before` or end after `end`.
/// Throws Error.
TraceStep traceStepOf(const StoredTraceStep& step, int64_t before, int64_t firstEvent, int64_t end);

/// How much memory the events to read may take, in bytes.
struct EventReading
{
    int64_t bytes = std::numeric_limits<int64_t>::max();
    bool onlyAll = false; ///< if not all events fit, none are read, unless they are a single block
};

/// Reads a run file's trace, up to the first damaged part, for which it throws Error. `trace` is always valid
/// afterwards: all ids and indices refer to something. Events that do not fit in memory are counted in
/// `leftOut`, as are those that are not in the file.
void readTrace(SqliteDatabase& database, const EventReading& reading, Trace& trace, EventsLeftOut& leftOut);

/// What was added to the trace since, except counters; `bytes` is the memory for all of the trace's events.
/// Throws Error.
TraceChunk readTraceSince(SqliteDatabase& database, const TracePosition& position, int64_t bytes,
                          EventsLeftOut& leftOut);

/// Appends the counters after the first `from`. If a counter is damaged, it appends those before it and
/// throws Error.
void readCounters(SqliteDatabase& database, int64_t from, std::vector<TraceCounter>& counters);

/// Reads the running totals whose names are in the part of the trace that has been read. Throws Error.
void readOperatorTotals(SqliteDatabase& database, const TracePosition& position, OperatorTotals& totals);

} // namespace stepscope
