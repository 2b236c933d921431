#include "core/run_file/run_file_trace.h"

#include "core/base/error.h"
#include "core/base/text/visible_text.h"
#include "core/language/translation.h"
#include "core/run_file/run_file_blocks.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_sums.h"
#include "core/run_file/trace_block.h"

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
        throw Error(translated("there is no device {number}", {{"number", std::to_string(number)}}));
    return int16_t(number);
}

/// Calls back for rows whose first column counts up from `from` without a gap.
void forRows(SqliteDatabase& database, const char* sql, int64_t from,
             const std::function<void(const SqliteStatement&)>& take)
{
    auto rows = database.prepare(sql);
    rows.bind(0, from);
    for (int64_t id = from; rows.step(); ++id) {
        if (rows.integer(0) != id)
            throw Error(translated("row {number} is missing", {{"number", std::to_string(id)}}));
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

/// Ids in the file are those of the trace, so each name must occur once.
void checkNames(const Trace& trace, const TraceChunk& chunk)
{
    StringTable<NameId> names = trace.names;
    for (const auto& name : chunk.newNames) {
        const auto id = names.size();
        if (names.intern(name) != id)
            throw Error(
                translated("the name {name} occurs twice", {{"name", shortLine(name, longestShownName)}}));
    }
}

/// Reads the steps after `lastStep`. Their events count from `firstEvent`, where the previous steps end at
/// the latest. There are `events` events; if the trace is cut there, steps after them are left out.
void readTraceSteps(SqliteDatabase& database, int64_t lastStep, int64_t firstEvent, int64_t events,
                    bool isCut, std::vector<TraceStep>& steps)
{
    TraceStepReader reader(database, lastStep);
    int64_t before = firstEvent;
    while (const auto step = reader.next()) {
        if (isCut && step->firstEvent >= before && step->endEvent >= step->firstEvent &&
            step->endEvent > events)
            return;
        steps.push_back(traceStepOf(*step, before, firstEvent, events));
        before = step->endEvent;
    }
}

constexpr int64_t mostCount = int64_t(1) << 40; ///< of events or steps

/// A damaged file may claim any number; sums stay within 64 bits.
int64_t sumOf(SqliteDatabase& database, const char* column, const char* table)
{
    return database.integer(fmt::format(
        "SELECT coalesce(cast(sum(min(max({}, 0), 50000000)) AS INTEGER), 0) FROM {}", column, table));
}

/// Growing in small amounts would copy the existing events again and again.
size_t eventsToExpect(SqliteDatabase& database, int64_t bytes)
{
    constexpr int64_t most = 1 << 25;
    const auto fitting = bytes / int64_t(sizeof(TraceEvent));
    return size_t(std::clamp<int64_t>(sumOf(database, "events", "trace_blocks"), 0, std::min(most, fitting)));
}

/// Memory of all events, in bytes.
int64_t memoryOfAllEvents(SqliteDatabase& database)
{
    const auto version = database.integer("PRAGMA user_version");
    return eventMemoryOf(sumOf(database, "events", "trace_blocks"),
                         version < 2 ? 0 : sumOf(database, "allocations", "allocation_blocks"),
                         version < 3 ? 0 : sumOf(database, "work", "device_work_blocks"));
}

int64_t eventsInFile(SqliteDatabase& database)
{
    return std::clamp<int64_t>(
        database.integer("SELECT coalesce(cast(max(first_event + events) AS INTEGER), 0) FROM trace_blocks"),
        0, mostCount);
}

/// Counts the events and steps after a position, for which `bytes` of memory are not enough.
void countLeftOut(SqliteDatabase& database, int64_t events, int64_t lastStep, int64_t bytes,
                  EventsLeftOut& leftOut)
{
    const auto steps = countTraceSteps(database, lastStep);
    EventsLeftOut after{.events = std::max<int64_t>(eventsInFile(database) - events, 0),
                        .steps = steps.steps,
                        .lastStep = steps.lastStep};
    after.limitBytes = after.any() ? bytes : -1;
    leftOut.add(after);
}

/// How much memory the first block may take. This is more than the limit when the block is small or has all
/// events, as in an imported trace: reading it as a piece would take as much.
int64_t roomForFirstBlock(int64_t bytes, bool isOnlyBlock)
{
    constexpr int64_t small = 1 << 20;
    return isOnlyBlock ? std::numeric_limits<int64_t>::max() : std::max(bytes, small);
}

void countLost(SqliteDatabase& database, const TracePosition& position, EventsLeftOut& leftOut)
{
    RunFileMeta meta(database);
    const auto countOf = [&](const char* key, int64_t known) {
        return std::max<int64_t>(std::clamp<int64_t>(meta.integer(key), 0, mostCount) - known, 0);
    };
    const auto events = countOf(lostEventsKey, position.lostEvents);
    const auto steps = countOf(lostStepsKey, position.lostSteps);
    leftOut.add({.events = events, .steps = steps, .lostEvents = events, .lostSteps = steps});
}

} // namespace

TraceStep traceStepOf(const StoredTraceStep& step, int64_t before, int64_t firstEvent, int64_t end)
{
    if (step.firstEvent < before || step.endEvent < step.firstEvent || step.endEvent > end ||
        step.phase > uint8_t(StepPhase::Off))
        throw Error(
            translated("the events of step {step} are missing", {{"step", std::to_string(step.number)}}));
    return {.number = step.number,
            .startNs = step.startNs,
            .durationNs = step.durationNs,
            .firstEvent = EventId(step.firstEvent - firstEvent),
            .endEvent = EventId(step.endEvent - firstEvent),
            .phase = StepPhase(step.phase)};
}

TracePosition positionOf(const Trace& trace, const EventsLeftOut& leftOut)
{
    const auto lastStep = trace.steps.empty() ? -1 : trace.steps.back().number;
    return {.names = trace.names.size(),
            .shapes = int64_t(trace.shapes.size()),
            .threads = int64_t(trace.threads.size()),
            .devices = int64_t(trace.devices.size()),
            .events = int64_t(trace.size()) + leftOut.events - leftOut.lostEvents,
            .counters = int64_t(trace.counters.size()),
            .lastStep = std::max(lastStep, leftOut.lastStep),
            .bytes = eventMemoryOf(trace.size(), int64_t(trace.allocations.size()),
                                   int64_t(trace.deviceWork.size())),
            .isFull = leftOut.steps > leftOut.lostSteps || leftOut.events > leftOut.lostEvents,
            .lostEvents = leftOut.lostEvents,
            .lostSteps = leftOut.lostSteps};
}

TracePosition positionAfter(TracePosition position, const TraceChunk& chunk)
{
    position.names += int64_t(chunk.newNames.size());
    position.shapes += int64_t(chunk.newShapes.size());
    position.threads += int64_t(chunk.newThreads.size());
    position.devices += int64_t(chunk.newDevices.size());
    position.events += int64_t(chunk.events.size());
    position.bytes += eventMemoryOf(int64_t(chunk.events.size()), int64_t(chunk.allocations.size()),
                                    int64_t(chunk.deviceWork.size()));
    position.lastStep = chunk.steps.empty() ? position.lastStep : chunk.steps.back().number;
    return position;
}

void appendEvents(TraceChunk& to, const TraceChunk& chunk)
{
    const EventId first(uint32_t(to.events.size()));
    const auto moved = [first](EventId index) { return index == noEvent ? noEvent : EventId(first + index); };
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

void readTraceStrings(SqliteDatabase& database, Trace& trace)
{
    TraceChunk strings;
    readStrings(database, {}, strings);
    checkNames(trace, strings);
    trace.append(std::move(strings));
}

void readTraceDevices(SqliteDatabase& database, Trace& trace)
{
    readDevices(database, 0, trace.devices);
}

/// Appends as many blocks as fit.
static void appendBlocks(SqliteDatabase& database, int64_t bytes, bool isOnlyBlock, Trace& trace)
{
    TraceBlockReader blocks(database, positionOf(trace));
    auto block = blocks.next(roomForFirstBlock(bytes, isOnlyBlock));
    while (block) {
        trace.append(std::move(*block));
        block = blocks.next(bytes - positionOf(trace).bytes);
    }
}

void readTrace(SqliteDatabase& database, const EventReading& reading, Trace& trace, EventsLeftOut& leftOut)
{
    readTraceStrings(database, trace);
    std::string failure;
    const auto part = [&failure](const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            failure = failure.empty() ? error.what() : failure;
        }
    };
    bool readsAll = true;
    part([&] {
        const bool isOneBlock = database.integer("SELECT count(*) FROM trace_blocks") <= 1;
        readsAll = reading.bytes > 0 && (isOneBlock || memoryOfAllEvents(database) <= reading.bytes);
        if (reading.bytes <= 0 || (reading.onlyAll && !readsAll))
            return;
        trace.reserveMore(eventsToExpect(database, reading.bytes));
        appendBlocks(database, reading.bytes, isOneBlock, trace);
    });
    const bool isCut = failure.empty() && !readsAll;
    part([&] {
        if (!trace.empty())
            readSums(database, trace);
    });
    part([&] { readTraceSteps(database, -1, 0, trace.size(), isCut, trace.steps); });
    part([&] {
        if (isCut)
            countLeftOut(database, trace.size(), trace.steps.empty() ? -1 : trace.steps.back().number,
                         reading.bytes, leftOut);
    });
    part([&] { countLost(database, {}, leftOut); });
    part([&] { readTraceDevices(database, trace); });
    part([&] { readCounters(database, 0, trace.counters); });
    if (!failure.empty())
        throw Error(translated("{reason}; the {count} events before it are shown",
                               {{"reason", failure}, {"count", std::to_string(trace.size())}}));
}

TraceChunk readTraceSince(SqliteDatabase& database, const TracePosition& position, int64_t bytes,
                          EventsLeftOut& leftOut)
{
    TraceChunk chunk;
    readStrings(database, position, chunk);
    if (!chunk.newNames.empty() &&
        database.integer("SELECT count(*) > count(DISTINCT text) FROM trace_names") != 0)
        throw Error(translated("a name occurs twice"));
    auto now = positionAfter(position, chunk);
    if (!position.isFull) {
        TraceBlockReader blocks(database, now);
        const auto room = [&] {
            return now.bytes == 0 && bytes > 0 ? roomForFirstBlock(bytes, false) : bytes - now.bytes;
        };
        while (const auto block = blocks.next(room())) {
            appendEvents(chunk, *block);
            now = positionAfter(position, chunk);
        }
    }
    readDevices(database, position.devices, chunk.newDevices);
    if (!position.isFull) {
        const bool isCut = now.events < eventsInFile(database);
        readTraceSteps(database, position.lastStep, position.events, now.events, isCut, chunk.steps);
    }
    countLeftOut(database, now.events, positionAfter(position, chunk).lastStep, bytes, leftOut);
    countLost(database, position, leftOut);
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
            throw Error(
                translated("counter {counter} has {count} values",
                           {{"counter", std::to_string(row.integer(0))}, {"count", std::to_string(count)}}));
        const auto frameOf = [&](std::string_view name) { return row.blob(name == "times" ? 5 : 6); };
        counters.push_back({.name = std::string(row.text(1)),
                            .process = row.integer(2),
                            .device = deviceNumber(row.integer(3), -1),
                            .values = unpackCounter(size_t(count), frameOf)});
        if (!std::ranges::is_sorted(counters.back().values, {}, &TraceCounter::Value::timeNs)) {
            counters.pop_back();
            throw Error(translated("the times of counter {counter} are damaged",
                                   {{"counter", std::to_string(row.integer(0))}}));
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
            throw Error(translated("the name of row {number} is missing",
                                   {{"number", std::to_string(totals.rows.size())}}));
        totals.rows.push_back({.name = NameId(uint32_t(name)),
                               .shape = ShapeId(uint32_t(shape)),
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
