#include "core/run/run_file_trace.h"

#include "core/base/error.h"
#include "core/run/trace_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace stepscope {

namespace {

constexpr int64_t maxBlockEvents = 50'000'000; // a writer's block covers about a second

/// Rows whose first column counts from 0 without a gap.
void forRows(SqliteDatabase& database, const char* sql,
             const std::function<void(const SqliteStatement&)>& take)
{
    auto rows = database.prepare(sql);
    for (int64_t id = 0; rows.step(); ++id) {
        if (rows.integer(0) != id)
            throw Error(fmt::format("row {} is missing", id));
        take(rows);
    }
}

void readStrings(SqliteDatabase& database, Trace& trace)
{
    forRows(database, "SELECT id, text FROM trace_names ORDER BY id", [&](const SqliteStatement& row) {
        const auto id = trace.names.size();
        if (trace.names.intern(row.text(1)) != id)
            throw Error(fmt::format("the name {} stands there twice", row.text(1)));
    });
    forRows(database, "SELECT id, text FROM trace_shapes ORDER BY id",
            [&](const SqliteStatement& row) { trace.shapes.emplace_back(row.text(1)); });
    forRows(database, "SELECT id, thread, name FROM trace_threads ORDER BY id",
            [&](const SqliteStatement& row) {
                trace.threads.push_back({.id = row.integer(1), .name = std::string(row.text(2))});
            });
}

void checkEvent(const Trace& trace, const TraceEvent& event, uint32_t index)
{
    const bool good =
        event.name < trace.names.size() && (event.shape == noShape || event.shape < trace.shapes.size()) &&
        (event.parent == noEvent || event.parent < index) && event.thread < trace.threads.size() &&
        event.pass <= Pass::Other && event.kind <= EventKind::Layer && event.durationNs >= 0;
    if (!good)
        throw Error(fmt::format("event {} is damaged", trace.size() + index));
}

void readBlock(SqliteStatement& column, int64_t block, int64_t count, Trace& trace)
{
    const auto frameOf = [&](std::string_view name) {
        column.reset();
        column.bind(0, block).bind(1, name);
        if (!column.step())
            throw Error(fmt::format("column {} of block {} is missing", name, block));
        return column.blob(0);
    };
    if (count < 0 || count > maxBlockEvents)
        throw Error(fmt::format("block {} has {} events", block, count));
    TraceChunk chunk;
    chunk.events = unpackEvents(size_t(count), frameOf);
    for (uint32_t i = 0; i < chunk.events.size(); ++i)
        checkEvent(trace, chunk.events[i], i);
    trace.append(std::move(chunk));
}

void readSteps(SqliteDatabase& database, Trace& trace)
{
    auto rows = database.prepare("SELECT number, start_ns, duration_ns, first_event, end_event, phase "
                                 "FROM trace_steps ORDER BY number");
    while (rows.step()) {
        const auto first = rows.integer(3);
        const auto end = rows.integer(4);
        const auto phase = rows.integer(5);
        const auto before = trace.steps.empty() ? 0 : int64_t(trace.steps.back().endEvent);
        if (first < before || end < first || end > int64_t(trace.size()) || phase < 0 ||
            phase > int64_t(StepPhase::Off))
            throw Error(fmt::format("the events of step {} are not there", rows.integer(0)));
        trace.steps.push_back({.number = rows.integer(0),
                               .startNs = rows.integer(1),
                               .durationNs = rows.integer(2),
                               .firstEvent = uint32_t(first),
                               .endEvent = uint32_t(end),
                               .phase = StepPhase(phase)});
    }
}

} // namespace

void readTrace(SqliteDatabase& database, Trace& trace)
{
    readStrings(database, trace);
    std::string failure;
    try {
        auto column = database.prepare("SELECT frame FROM trace_columns WHERE block = ? AND name = ?");
        forRows(database, "SELECT id, events FROM trace_blocks ORDER BY id", [&](const SqliteStatement& row) {
            readBlock(column, row.integer(0), row.integer(1), trace);
        });
    } catch (const Error& error) {
        failure = error.what();
    }
    try {
        readSteps(database, trace);
    } catch (const Error& error) {
        failure = failure.empty() ? error.what() : failure;
    }
    if (!failure.empty())
        throw Error(fmt::format("{}; {} events before that are shown", failure, trace.size()));
}

void readOperatorTotals(SqliteDatabase& database, const Trace& trace, OperatorTotals& totals)
{
    totals.steps = database.integer("SELECT value FROM meta WHERE key = 'totals_steps'");
    auto rows = database.prepare(
        "SELECT name, shape, pass, calls, self_ns, total_ns, total_any_shape_ns, duration_ns, "
        "min_ns, max_ns FROM operator_totals ORDER BY rowid");
    while (rows.step()) {
        const auto name = rows.integer(0);
        const auto shape = rows.integer(1);
        const auto pass = rows.integer(2);
        const bool known =
            name >= 0 && name < int64_t(trace.names.size()) &&
            (shape == int64_t(noShape) || (shape >= 0 && shape < int64_t(trace.shapes.size()))) &&
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
