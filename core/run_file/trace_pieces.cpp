#include "core/run_file/trace_pieces.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/run/run_figures.h"
#include "core/run_file/run_file_blocks.h"
#include "core/run_file/run_file_schema.h"
#include "core/run_file/run_file_trace.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/event_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace stepscope {

namespace {

/// Whether the run's trace has all names, shapes and threads that the events of a piece refer to.
bool hasAllOf(const Trace& trace, const Trace& piece)
{
    const auto names = trace.names.size();
    const auto shapes = trace.shapes.size();
    const auto threads = trace.threads.size();
    const auto isKnown = [](const auto& ids, auto pieceSize, auto size) {
        return pieceSize <= size || std::ranges::all_of(ids, [size](auto id) { return id < size; });
    };
    const auto isKnownShape = [shapes](ShapeId shape) { return shape == noShape || shape < shapes; };
    return isKnown(piece.name, piece.names.size(), names) &&
           isKnown(piece.thread, piece.threads.size(), threads) &&
           (piece.shapes.size() <= shapes || std::ranges::all_of(piece.shape, isKnownShape));
}

/// The pieces of a run's file, up to the last one whose events the run has counted.
class FilePieces
{
public:
    explicit FilePieces(const Run& run)
        : m_run(run)
        , m_end(positionOf(run.trace, run.leftOut).events)
    {
    }

    /// Null after the last piece, and when the file cannot be read.
    const Trace* next()
    {
        if (m_read.events >= m_end)
            return nullptr;
        try {
            if (!m_reader)
                open();
            const Trace* piece = m_reader->next();
            if (!piece || m_read.events + piece->size() > m_end || !hasAllOf(m_run.trace, *piece))
                return nullptr;
            m_read.events += piece->size();
            return piece;
        } catch (const Error& error) {
            m_read.problem = problemText(error.what());
            return nullptr;
        }
    }

    PiecesRead read() const { return m_read; }

private:
    void open()
    {
        m_database.emplace(openRunFile(m_run.traceFile));
        m_database->execute("BEGIN"); // one state, though another thread may be writing
        m_reader.emplace(*m_database);
    }

    std::string problemText(std::string_view reason) const
    {
        return translated(
            m_read.events > 0
                ? translatable("The events in {file} after the first {count} cannot be read: {reason}.")
                : translatable("The events in {file} cannot be read: {reason}."),
            {{"file", m_run.traceFile.string()},
             {"count", formatCount(m_read.events)},
             {"reason", withoutFullStop(reason)}});
    }

    const Run& m_run;
    int64_t m_end; ///< counted events of the run that should be in the file
    std::optional<SqliteDatabase> m_database;
    std::optional<TracePieceReader> m_reader;
    PiecesRead m_read;
};

} // namespace

PiecesRead forTracePieces(const Run& run, const std::function<void(const Trace& piece)>& take)
{
    if (!run.leftOut.any() || run.traceFile.empty()) {
        take(run.trace);
        return {.events = run.trace.size(), .problem = {}};
    }
    FilePieces pieces(run);
    while (const Trace* piece = pieces.next())
        take(*piece);
    PiecesRead read = pieces.read();
    if (read.events == 0 && !read.problem.empty() && !run.trace.empty()) {
        take(run.trace);
        read.events = run.trace.size();
    }
    return read;
}

std::string missingEventsText(const Run& run)
{
    const auto missing = run.traceFile.empty() ? run.leftOut.events : run.leftOut.lostEvents;
    return missingEventsText(
        run, {.events = int64_t(run.trace.size()) + run.leftOut.events - missing, .problem = {}});
}

std::string missingEventsText(const Run& run, const PiecesRead& read)
{
    const auto all = int64_t(run.trace.size()) + run.leftOut.events;
    const auto missing = std::max<int64_t>(all - read.events, 0);
    if (!read.problem.empty())
        return translated("{count} of {all} recorded events are missing.",
                          {{"count", formatCount(missing)}, {"all", formatCount(all)}}) +
               " " + read.problem;
    const bool isBeingWritten = !run.isOver() && !run.traceFile.empty();
    const auto lost = isBeingWritten ? std::min(missing, run.leftOut.lostEvents) : missing;
    std::string text;
    if (lost > 0)
        text = translated("{count} of {all} recorded events were not kept: no file has them.",
                          {{"count", formatCount(lost)}, {"all", formatCount(all)}});
    if (missing > lost)
        text += (text.empty() ? "" : " ") +
                translated("The run is not over: {count} of {all} recorded events had not yet been written "
                           "to the run file.",
                           {{"count", formatCount(missing - lost)}, {"all", formatCount(all)}});
    return text;
}

Recorded<OperatorStatistics> recordedStatistics(const Run& run, OperatorGrouping grouping)
{
    if (!run.leftOut.any() || run.traceFile.empty())
        return {runStatistics(run, grouping), {}};
    OperatorStatisticsBuilder builder({}, grouping);
    auto read = forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    if (read.problem.empty() || run.totals.rows.empty())
        return {builder.statistics(grouping), std::move(read.problem)};
    return {runStatistics(run, grouping), read.problem + " " +
                                              translated("The running totals of the operators are used "
                                                         "instead, without memory, FLOPs and device times.")};
}

Recorded<KernelStatistics> recordedKernels(const Run& run, KernelGrouping grouping)
{
    KernelStatisticsBuilder builder(grouping);
    PiecesRead read;
    if (hasStreams(run.trace)) // avoids reading a CPU training for nothing
        read = forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    return {builder.statistics(), std::move(read.problem)};
}

Recorded<CallTree> recordedCallTree(const Run& run)
{
    CallTreeBuilder builder;
    auto read = forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    return {builder.takeTree(), std::move(read.problem)};
}

} // namespace stepscope
