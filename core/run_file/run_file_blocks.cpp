#include "core/run_file/run_file_blocks.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/run_file/trace_block.h"

#include <fmt/format.h>

#include <cmath>

namespace stepscope {

namespace {

const char* sqlOfBlocks(int64_t version)
{
    if (version < 2)
        return "SELECT id, first_event, events, 0, 0 FROM trace_blocks WHERE first_event >= ? ORDER BY id";
    if (version < 3)
        return "SELECT id, first_event, events, coalesce(allocations, 0), 0 FROM trace_blocks "
               "LEFT JOIN allocation_blocks ON block = id WHERE first_event >= ? ORDER BY id";
    return "SELECT id, first_event, events, coalesce(allocations, 0), coalesce(work, 0) FROM trace_blocks "
           "LEFT JOIN allocation_blocks a ON a.block = id LEFT JOIN device_work_blocks w ON w.block = id "
           "WHERE first_event >= ? ORDER BY id";
}

/// `index`: the event's index in its block.
void checkEvent(const TracePosition& known, const TraceEvent& event, EventId index)
{
    const bool good = event.name < known.names && (event.shape == noShape || event.shape < known.shapes) &&
                      (event.parent == noEvent || event.parent < index) && event.thread < known.threads &&
                      size_t(event.pass) < passCount && event.kind <= EventKind::DeviceRange &&
                      event.durationNs >= 0;
    if (!good)
        throw Error(
            translated("event {number} is damaged", {{"number", std::to_string(known.events + index)}}));
}

/// `events`: the number of events in the allocation's block.
void checkAllocation(const TracePosition& known, const TraceAllocation& allocation, size_t events,
                     size_t index)
{
    if (allocation.thread >= known.threads || (allocation.event != noEvent && allocation.event >= events) ||
        allocation.device < -1)
        throw Error(translated("allocation {number} after event {event} is damaged",
                               {{"number", std::to_string(index)}, {"event", std::to_string(known.events)}}));
}

void checkWork(const TracePosition& known, const TraceChunk& block, size_t index)
{
    const auto& work = block.deviceWork[index];
    const bool isBehind = index == 0 || work.event > block.deviceWork[index - 1].event;
    const bool good = work.event < block.events.size() && isBehind &&
                      block.events[work.event].kind >= EventKind::Kernel &&
                      (work.launcher == noEvent || work.launcher < work.event) &&
                      work.direction <= CopyDirection::PeerToPeer && std::isfinite(work.occupancy) &&
                      std::isfinite(work.blocksPerProcessor) && std::isfinite(work.warpsPerProcessor);
    if (!good)
        throw Error(translated("device work {number} after event {event} is damaged",
                               {{"number", std::to_string(index)}, {"event", std::to_string(known.events)}}));
}

} // namespace

TraceBlockReader::TraceBlockReader(SqliteDatabase& database, const TracePosition& known)
    : m_known(known)
    , m_blocks(database.prepare(sqlOfBlocks(database.integer("PRAGMA user_version"))))
    , m_column(database.prepare("SELECT frame FROM trace_columns WHERE block = ? AND name = ?"))
{
    m_blocks.bind(0, known.events);
}

std::optional<TraceChunk> TraceBlockReader::next(int64_t bytes)
{
    if (!m_blocks.step())
        return std::nullopt;
    const auto block = m_blocks.integer(0);
    const auto count = m_blocks.integer(2);
    const auto allocations = m_blocks.integer(3);
    const auto work = m_blocks.integer(4);
    if (m_blocks.integer(1) != m_known.events)
        throw Error(translated("the block before {number} is missing", {{"number", std::to_string(block)}}));
    for (const auto rows : {count, allocations, work}) {
        if (rows < 0 || rows > maxBlockEvents)
            throw Error(translated("block {number} has {events} events, {allocations} allocations and {work} "
                                   "items of device work",
                                   {{"number", std::to_string(block)},
                                    {"events", std::to_string(count)},
                                    {"allocations", std::to_string(allocations)},
                                    {"work", std::to_string(work)}}));
    }
    if (eventMemoryOf(count, allocations, work) > bytes)
        return std::nullopt;
    const auto frameOf = [&](std::string_view name) {
        m_column.reset();
        m_column.bind(0, block).bind(1, name);
        if (!m_column.step())
            throw Error(translated("column {column} of block {number} is missing",
                                   {{"column", std::string(name)}, {"number", std::to_string(block)}}));
        return m_column.blob(0);
    };
    TraceChunk result;
    result.events = unpackEvents(size_t(count), frameOf);
    for (EventId i(0); i < result.events.size(); ++i)
        checkEvent(m_known, result.events[i], i);
    if (allocations > 0)
        result.allocations = unpackAllocations(size_t(allocations), frameOf);
    for (size_t i = 0; i < result.allocations.size(); ++i)
        checkAllocation(m_known, result.allocations[i], result.events.size(), i);
    if (work > 0)
        result.deviceWork = unpackDeviceWork(size_t(work), frameOf);
    for (size_t i = 0; i < result.deviceWork.size(); ++i)
        checkWork(m_known, result, i);
    m_known.events += count;
    return result;
}

static TracePosition readStringsInto(SqliteDatabase& database, Trace& trace)
{
    readTraceStrings(database, trace);
    readTraceDevices(database, trace);
    return positionOf(trace);
}

TracePieceReader::TracePieceReader(SqliteDatabase& database)
    : m_known(readStringsInto(database, m_piece))
    , m_blocks(database, m_known)
    , m_steps(database, std::numeric_limits<int64_t>::min())
{
    readStep();
}

/// An unreadable step fails the piece that it may be in.
void TracePieceReader::readStep()
{
    try {
        m_step = m_steps.next();
    } catch (const Error& error) {
        m_step.reset();
        m_stepFailure = error.what();
    }
}

const Trace* TracePieceReader::next()
{
    auto block = m_blocks.next();
    if (!block)
        return nullptr;
    const auto end = m_firstEvent + int64_t(block->events.size());
    int64_t before = m_firstEvent;
    for (; m_step; readStep()) {
        if (m_step->firstEvent >= end && m_step->endEvent > end)
            break;
        block->steps.push_back(traceStepOf(*m_step, before, m_firstEvent, end));
        before = m_step->endEvent;
    }
    if (!m_stepFailure.empty() && before < end)
        throw Error(m_stepFailure);
    m_piece.clearEvents();
    m_piece.append(std::move(*block));
    m_firstEvent = end;
    return &m_piece;
}

} // namespace stepscope
