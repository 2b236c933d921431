#include "core/run/trace_pieces.h"

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/run/run_figures.h"
#include "core/run/run_file_blocks.h"
#include "core/run/run_file_schema.h"
#include "core/run/run_file_trace.h"
#include "core/trace/call_tree_builder.h"
#include "core/trace/event_kind.h"

#include <fmt/format.h>

namespace stepscope {

int64_t forTracePieces(const Run& run, const std::function<void(const Trace& piece)>& take)
{
    if (!run.leftOut.any() || run.traceFile.empty()) {
        take(run.trace);
        return run.trace.size();
    }
    try {
        auto database = openRunFile(run.traceFile);
        database.execute("BEGIN"); // all of one moment, though another thread may be writing
        TracePieceReader pieces(database);
        int64_t events = 0;
        while (const Trace* piece = pieces.next()) {
            take(*piece);
            events += piece->size();
        }
        return events;
    } catch (const Error& error) {
        throw Error(fmt::format("The events in {} cannot be read: {}.", run.traceFile.string(), error.what()),
                    error.detail());
    }
}

std::string missingEventsText(const Run& run)
{
    const auto missing = run.traceFile.empty() ? run.leftOut.events : run.leftOut.lostEvents;
    return missingEventsText(run, int64_t(run.trace.size()) + run.leftOut.events - missing);
}

std::string missingEventsText(const Run& run, int64_t read)
{
    const auto all = int64_t(run.trace.size()) + run.leftOut.events;
    return read >= all ? std::string()
                       : fmt::format("{} of {} recorded events were not kept: they are in no file.",
                                     formatCount(all - read), formatCount(all));
}

OperatorStatistics recordedStatistics(const Run& run, OperatorGrouping grouping)
{
    if (!run.leftOut.any() || run.traceFile.empty())
        return runStatistics(run, grouping);
    OperatorStatisticsBuilder builder({}, grouping);
    forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    return builder.statistics(grouping);
}

KernelStatistics recordedKernels(const Run& run, KernelGrouping grouping)
{
    KernelStatisticsBuilder builder(grouping);
    if (hasStreams(run.trace)) // a training on the CPU need not be read for nothing
        forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    return builder.statistics();
}

CallTree recordedCallTree(const Run& run)
{
    CallTreeBuilder builder;
    forTracePieces(run, [&](const Trace& piece) { builder.addPiece(piece); });
    return builder.takeTree();
}

} // namespace stepscope
