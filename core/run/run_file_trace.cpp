#include "core/run/run_file_trace.h"

#include "core/base/error.h"
#include "core/run/trace_block.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

namespace stepscope {

namespace {

constexpr int64_t maxBlockEvents = 50'000'000; // a writer's block covers about a second

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
    forRows(database, "SELECT id, thread, name FROM trace_threads WHERE id >= ? ORDER BY id", from.threads,
            [&](const SqliteStatement& row) {
                chunk.newThreads.push_back({.id = row.integer(1), .name = std::string(row.text(2))});
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

/// `known`: the names, shapes and threads there are; `index`: of the event in its block.
void checkEvent(const TracePosition& known, const TraceEvent& event, uint32_t index)
{
    const bool good = event.name < known.names && (event.shape == noShape || event.shape < known.shapes) &&
                      (event.parent == noEvent || event.parent < index) && event.thread < known.threads &&
                      event.pass <= Pass::Other && event.kind <= EventKind::Layer && event.durationNs >= 0;
    if (!good)
        throw Error(fmt::format("event {} is damaged", known.events + index));
}

/// `events`: how many there are in the allocation's block.
void checkAllocation(const TracePosition& known, const TraceAllocation& allocation, size_t events,
                     size_t index)
{
    if (allocation.thread >= known.threads || (allocation.event != noEvent && allocation.event >= events))
        throw Error(fmt::format("allocation {} behind event {} is damaged", index, known.events));
}

/// Some events of the trace, and what was allocated meanwhile. Parents and the events of allocations count
/// from the block's first event.
struct Block
{
    std::vector<TraceEvent> events;
    std::vector<TraceAllocation> allocations;
};

/// The blocks of events, one after the other, from the event known.events on.
class BlockReader
{
public:
    BlockReader(SqliteDatabase& database, const TracePosition& known)
        : m_known(known)
        , m_blocks(database.prepare(
              database.integer("PRAGMA user_version") < 2
                  ? "SELECT id, first_event, events, 0 FROM trace_blocks WHERE first_event >= ? ORDER BY id"
                  : "SELECT id, first_event, events, coalesce(allocations, 0) FROM trace_blocks "
                    "LEFT JOIN allocation_blocks ON block = id WHERE first_event >= ? ORDER BY id"))
        , m_column(database.prepare("SELECT frame FROM trace_columns WHERE block = ? AND name = ?"))
    {
        m_blocks.bind(0, known.events);
    }

    /// None behind the last one.
    std::optional<Block> next()
    {
        if (!m_blocks.step())
            return std::nullopt;
        const auto block = m_blocks.integer(0);
        const auto count = m_blocks.integer(2);
        const auto allocations = m_blocks.integer(3);
        if (m_blocks.integer(1) != m_known.events)
            throw Error(fmt::format("the block before {} is missing", block));
        if (count < 0 || count > maxBlockEvents || allocations < 0 || allocations > maxBlockEvents)
            throw Error(fmt::format("block {} has {} events and {} allocations", block, count, allocations));
        const auto frameOf = [&](std::string_view name) {
            m_column.reset();
            m_column.bind(0, block).bind(1, name);
            if (!m_column.step())
                throw Error(fmt::format("column {} of block {} is missing", name, block));
            return m_column.blob(0);
        };
        Block result{.events = unpackEvents(size_t(count), frameOf)};
        for (uint32_t i = 0; i < result.events.size(); ++i)
            checkEvent(m_known, result.events[i], i);
        if (allocations > 0)
            result.allocations = unpackAllocations(size_t(allocations), frameOf);
        for (size_t i = 0; i < result.allocations.size(); ++i)
            checkAllocation(m_known, result.allocations[i], result.events.size(), i);
        m_known.events += count;
        return result;
    }

private:
    TracePosition m_known;
    SqliteStatement m_blocks;
    SqliteStatement m_column;
};

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

} // namespace

TracePosition positionOf(const Trace& trace)
{
    return {.names = trace.names.size(),
            .shapes = int64_t(trace.shapes.size()),
            .threads = int64_t(trace.threads.size()),
            .events = trace.size(),
            .lastStep = trace.steps.empty() ? -1 : trace.steps.back().number};
}

TracePosition positionAfter(TracePosition position, const TraceChunk& chunk)
{
    position.names += int64_t(chunk.newNames.size());
    position.shapes += int64_t(chunk.newShapes.size());
    position.threads += int64_t(chunk.newThreads.size());
    position.events += int64_t(chunk.events.size());
    position.lastStep = chunk.steps.empty() ? position.lastStep : chunk.steps.back().number;
    return position;
}

void readTrace(SqliteDatabase& database, Trace& trace)
{
    TraceChunk strings;
    readStrings(database, {}, strings);
    checkNames(trace, strings);
    trace.append(std::move(strings));
    std::string failure;
    try {
        BlockReader blocks(database, positionOf(trace));
        while (auto block = blocks.next()) {
            TraceChunk chunk;
            chunk.events = std::move(block->events);
            chunk.allocations = std::move(block->allocations);
            trace.append(std::move(chunk));
        }
    } catch (const Error& error) {
        failure = error.what();
    }
    try {
        readTraceSteps(database, -1, 0, trace.size(), trace.steps);
    } catch (const Error& error) {
        failure = failure.empty() ? error.what() : failure;
    }
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
    BlockReader blocks(database, positionAfter(position, chunk));
    while (auto block = blocks.next()) {
        const auto first = uint32_t(chunk.events.size());
        for (auto& event : block->events) {
            if (event.parent != noEvent)
                event.parent += first;
            chunk.events.push_back(event);
        }
        for (auto& allocation : block->allocations) {
            if (allocation.event != noEvent)
                allocation.event += first;
            chunk.allocations.push_back(allocation);
        }
    }
    readTraceSteps(database, position.lastStep, position.events,
                   position.events + int64_t(chunk.events.size()), chunk.steps);
    return chunk;
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
                           pass >= 0 && pass <= int64_t(Pass::Other);
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
