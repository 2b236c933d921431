#pragma once

#include "core/base/files/sqlite.h"
#include "core/run/event_memory.h"
#include "core/run_file/run_file_steps.h"
#include "core/trace/operators/operator_totals.h"
#include "core/trace/trace.h"

#include <limits>

namespace stepscope {

/// Single values of a run file: how many events and recorded steps are missing in it (EventsLeftOut).
inline constexpr auto lostEventsKey = "events_lost";
inline constexpr auto lostStepsKey = "steps_lost";

/// How much of a trace has been read from a file; what was left out counts as read.
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
    bool isFull = false;    ///< events have been left out: no more go into the trace
    int64_t lostEvents = 0; ///< that are not in the file, as far as is known
    int64_t lostSteps = 0;

    bool operator==(const TracePosition&) const = default;
};
TracePosition positionOf(const Trace& trace, const EventsLeftOut& leftOut = {});
/// Once the chunk has been appended, without counters.
TracePosition positionAfter(TracePosition position, const TraceChunk& chunk);

/// Puts a chunk's events, with what was allocated and what devices did meanwhile, behind those of another
/// one; its strings, devices and steps stay out.
void appendEvents(TraceChunk& to, const TraceChunk& chunk);

/// Reads the names, shapes and threads of a trace. Throws Error.
void readTraceStrings(SqliteDatabase& database, Trace& trace);
/// Throws Error.
void readTraceDevices(SqliteDatabase& database, Trace& trace);

/// A step whose events count from `firstEvent`. They must start at `before` at the earliest and end at `end`
/// at the latest. Throws Error.
TraceStep traceStepOf(const StoredTraceStep& step, int64_t before, int64_t firstEvent, int64_t end);

/// How much memory events may take that are read, in bytes.
struct EventReading
{
    int64_t bytes = std::numeric_limits<int64_t>::max();
    bool onlyAll = false; ///< where not all events fit, none are read, unless they are a single block
};

/// Reads a run file's trace, up to the first part that is damaged, for which it throws Error. What it leaves
/// in `trace` is sound in any case: all ids and indices point to something. Events for which there is no
/// memory are counted in `leftOut`, as are those that are not in the file.
void readTrace(SqliteDatabase& database, const EventReading& reading, Trace& trace, EventsLeftOut& leftOut);

/// What has come to the trace since, but counters; `bytes` is the memory for all of the trace's events.
/// Throws Error.
TraceChunk readTraceSince(SqliteDatabase& database, const TracePosition& position, int64_t bytes,
                          EventsLeftOut& leftOut);

/// Appends the counters behind the first `from`; those before a damaged one have been appended when it
/// throws Error.
void readCounters(SqliteDatabase& database, int64_t from, std::vector<TraceCounter>& counters);

/// Reads the running totals whose names are in the trace as far as it has been read. Throws Error.
void readOperatorTotals(SqliteDatabase& database, const TracePosition& position, OperatorTotals& totals);

} // namespace stepscope
