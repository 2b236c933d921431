#include "core/run/run_file_trace.h"

#include "core/base/error.h"
#include "core/run/run_file_blocks.h"
#include "core/run/run_file_sums.h"
#include "core/run/trace_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace stepscope {

namespace {

bool knowsDevices(SqliteDatabase& database)
{
    return database.integer("PRAGMA user_version") >= 3;
}

int16_t deviceNumber(int64_t number, int64_t least)
{
    if (number < least || number > std::numeric_limits<int16_t>::max())
        throw Error(fmt::format("there is no device {}", number));
    return int16_t(number);
}

/// Rows whose first column counts on from `from` without a gap.
void forRows(SqliteDatabase& database, const char* sql, int64_t from,
             const std::function<void(const SqliteStatement&)>& take)
{
    auto rows = database.prepare(sql);
    rows.bind(0, from);
    for (int64_t id = from; rows.step(); ++id) {
        if (rows.integer(0) != id)
            throw Error(fmt::format("row {} is missing", id));
        take(rows);
    }
}

void readStrings(SqliteDatabase& database, const TracePosition& from, TraceChunk& chunk)
{
    forRows(database, "SELECT id, text FROM trace_names WHERE id >= ? ORDER BY id", from.names,
            [&](const SqliteStatement& row) { chunk.newNames.emplace_back(row.text(1)); });
    forRows(database, "SELECT id, text FROM trace_shapes WHERE id >= ? ORDER BY id", from.shapes,
            [&](const SqliteStatement& row) { chunk.newShapes.emplace_back(row.text(1)); });
    const char* threads =
        knowsDevices(database)
            ? "SELECT id, thread, name, process, device FROM trace_threads WHERE id >= ? ORDER BY id"
            : "SELECT id, thread, name, 0, -1 FROM trace_threads WHERE id >= ? ORDER BY id";
    forRows(database, threads, from.threads, [&](const SqliteStatement& row) {
        chunk.newThreads.push_back({.id = row.integer(1),
                                    .name = std::string(row.text(2)),
                                    .process = row.integer(3),
                                    .device = deviceNumber(row.integer(4), -1)});
    });
}

void readDevices(SqliteDatabase& database, int64_t from, std::vector<TraceDevice>& devices)
{
    if (!knowsDevices(database))
        return;
    forRows(database,
            "SELECT id, number, name, memory_bytes, compute_major, compute_minor, processors, "
            "threads_per_processor, warp_size FROM trace_devices WHERE id >= ? ORDER BY id",
            from, [&](const SqliteStatement& row) {
                devices.push_back({.number = deviceNumber(row.integer(1), 0),
                                   .name = std::string(row.text(2)),
                                   .memoryBytes = row.integer(3),
                                   .computeMajor = int32_t(row.integer(4)),
                                   .computeMinor = int32_t(row.integer(5)),
                                   .processors = int32_t(row.integer(6)),
                                   .threadsPerProcessor = int32_t(row.integer(7)),
                                   .warpSize = int32_t(row.integer(8))});
            });
}

/// An id of the file is that of the trace, so that no name may stand there twice.
void checkNames(const Trace& trace, const TraceChunk& chunk)
{
    StringTable names = trace.names;
    for (const auto& name : chunk.newNames) {
        const auto id = names.size();
        if (names.intern(name) != id)
            throw Error(fmt::format("the name {} stands there twice", name));
    }
}

/// The steps behind known.lastStep, whose events count from `firstEvent`, where those before end at the
/// latest. There are `events` in all.
void readTraceSteps(SqliteDatabase& database, int64_t lastStep, int64_t firstEvent, int64_t events,
                    std::vector<TraceStep>& steps)
{
    auto rows = database.prepare("SELECT number, start_ns, duration_ns, first_event, end_event, phase "
                                 "FROM trace_steps WHERE number > ? ORDER BY number");
    rows.bind(0, lastStep);
    int64_t before = firstEvent;
    while (rows.step()) {
        const auto first = rows.integer(3);
        const auto end = rows.integer(4);
        const auto phase = rows.integer(5);
        if (first < before || end < first || end > events || phase < 0 || phase > int64_t(StepPhase::Off))
            throw Error(fmt::format("the events of step {} are not there", rows.integer(0)));
        steps.push_back({.number = rows.integer(0),
                         .startNs = rows.integer(1),
                         .durationNs = rows.integer(2),
                         .firstEvent = uint32_t(first - firstEvent),
                         .endEvent = uint32_t(end - firstEvent),
                         .phase = StepPhase(phase)});
        before = end;
    }
}

/// Growing bit by bit would copy what is there again and again. A damaged file may claim any number.
size_t eventsToExpect(SqliteDatabase& database)
{
    constexpr int64_t most = 1 << 25;
    return size_t(std::clamp<int64_t>(
        database.integer(
            "SELECT coalesce(cast(sum(min(max(events, 0), 16777216)) AS INTEGER), 0) FROM trace_blocks"),
        0, most));
}

} // namespace

TracePosition positionOf(const Trace& trace)
{
    return {.names = trace.names.size(),
            .shapes = int64_t(trace.shapes.size()),
            .threads = int64_t(trace.threads.size()),
            .devices = int64_t(trace.devices.size()),
            .events = trace.size(),
            .counters = int64_t(trace.counters.size()),
            .lastStep = trace.steps.empty() ? -1 : trace.steps.back().number};
}

TracePosition positionAfter(TracePosition position, const TraceChunk& chunk)
{
    position.names += int64_t(chunk.newNames.size());
    position.shapes += int64_t(chunk.newShapes.size());
    position.threads += int64_t(chunk.newThreads.size());
    position.devices += int64_t(chunk.newDevices.size());
    position.events += int64_t(chunk.events.size());
    position.lastStep = chunk.steps.empty() ? position.lastStep : chunk.steps.back().number;
    return position;
}

void appendEvents(TraceChunk& to, const TraceChunk& chunk)
{
    const auto first = uint32_t(to.events.size());
    const auto moved = [first](uint32_t index) { return index == noEvent ? noEvent : index + first; };
    for (auto event : chunk.events) {
        event.parent = moved(event.parent);
        to.events.push_back(event);
    }
    for (auto allocation : chunk.allocations) {
        allocation.event = moved(allocation.event);
        to.allocations.push_back(allocation);
    }
    for (auto work : chunk.deviceWork) {
        work.event = moved(work.event);
        work.launcher = moved(work.launcher);
        to.deviceWork.push_back(work);
    }
}

void readTrace(SqliteDatabase& database, Trace& trace)
{
    TraceChunk strings;
    readStrings(database, {}, strings);
    checkNames(trace, strings);
    trace.append(std::move(strings));
    std::string failure;
    const auto part = [&failure](const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            failure = failure.empty() ? error.what() : failure;
        }
    };
    part([&] {
        trace.reserveMore(eventsToExpect(database));
        TraceBlockReader blocks(database, positionOf(trace));
        while (auto block = blocks.next())
            trace.append(std::move(*block));
    });
    part([&] { readSums(database, trace); });
    part([&] { readTraceSteps(database, -1, 0, trace.size(), trace.steps); });
    part([&] { readDevices(database, 0, trace.devices); });
    part([&] { readCounters(database, 0, trace.counters); });
    if (!failure.empty())
        throw Error(fmt::format("{}; {} events before that are shown", failure, trace.size()));
}

TraceChunk readTraceSince(SqliteDatabase& database, const TracePosition& position)
{
    TraceChunk chunk;
    readStrings(database, position, chunk);
    if (!chunk.newNames.empty() &&
        database.integer("SELECT count(*) > count(DISTINCT text) FROM trace_names") != 0)
        throw Error("a name stands there twice");
    TraceBlockReader blocks(database, positionAfter(position, chunk));
    while (const auto block = blocks.next())
        appendEvents(chunk, *block);
    readDevices(database, position.devices, chunk.newDevices);
    readTraceSteps(database, position.lastStep, position.events,
                   position.events + int64_t(chunk.events.size()), chunk.steps);
    return chunk;
}

void readCounters(SqliteDatabase& database, int64_t from, std::vector<TraceCounter>& counters)
{
    if (!knowsDevices(database))
        return;
    const char* sql = "SELECT id, name, process, device, count, times, figures FROM trace_counters "
                      "WHERE id >= ? ORDER BY id";
    forRows(database, sql, from, [&](const SqliteStatement& row) {
        const auto count = row.integer(4);
        if (count < 0 || count > maxBlockEvents)
            throw Error(fmt::format("counter {} has {} values", row.integer(0), count));
        const auto frameOf = [&](std::string_view name) { return row.blob(name == "times" ? 5 : 6); };
        counters.push_back({.name = std::string(row.text(1)),
                            .process = row.integer(2),
                            .device = deviceNumber(row.integer(3), -1),
                            .values = unpackCounter(size_t(count), frameOf)});
        if (!std::ranges::is_sorted(counters.back().values, {}, &TraceCounter::Value::timeNs)) {
            counters.pop_back();
            throw Error(fmt::format("the times of counter {} are damaged", row.integer(0)));
        }
    });
}

void readOperatorTotals(SqliteDatabase& database, const TracePosition& position, OperatorTotals& totals)
{
    totals.steps = database.integer("SELECT value FROM meta WHERE key = 'totals_steps'");
    auto rows = database.prepare(
        "SELECT name, shape, pass, calls, self_ns, total_ns, total_any_shape_ns, duration_ns, "
        "min_ns, max_ns FROM operator_totals ORDER BY rowid");
    while (rows.step()) {
        const auto name = rows.integer(0);
        const auto shape = rows.integer(1);
        const auto pass = rows.integer(2);
        const bool known = name >= 0 && name < position.names &&
                           (shape == int64_t(noShape) || (shape >= 0 && shape < position.shapes)) &&
                           pass >= 0 && pass < int64_t(passCount);
        if (!known)
            throw Error(fmt::format("the name of row {} is not there", totals.rows.size()));
        totals.rows.push_back({.name = uint32_t(name),
                               .shape = uint32_t(shape),
                               .pass = Pass(pass),
                               .calls = rows.integer(3),
                               .selfNs = rows.integer(4),
                               .totalNs = rows.integer(5),
                               .totalAnyShapeNs = rows.integer(6),
                               .durationNs = rows.integer(7),
                               .minNs = rows.integer(8),
                               .maxNs = rows.integer(9)});
    }
}

} // namespace stepscope
