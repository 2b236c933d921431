#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"

#include <optional>

namespace stepscope {

/// The changes of a run between two reads.
struct RunUpdate
{
    std::optional<RunPlan> plan;
    std::optional<RunStage> stage;
    std::optional<RunOutcome> outcome;
    std::optional<int64_t> testBatches;
    int64_t testBatchesNs = 0; ///< with `testBatches`
    std::string failure;
    std::string failureDetail;
    int64_t startUnixMs = 0; ///< 0: unchanged
    int64_t endUnixMs = 0;   ///< 0: unchanged
    std::vector<StepMetrics> steps;
    std::vector<EpochMetrics> epochs;
    std::shared_ptr<const NetworkGraph> graph;
    std::vector<TraceChunk> chunks;
    EventsLeftOut leftOut;              ///< new ones that are not in the chunks
    std::filesystem::path traceFile;    ///< empty: unchanged
    std::vector<TraceCounter> counters; ///< whole ones, to append to those of the trace
    std::optional<OperatorTotals> totals;
    std::vector<LogEntry> log;
    std::vector<MachineSample> samples;
    std::optional<Environment> environment;
    std::vector<ScalarSeries> scalars; ///< points to append to those of the run, by tag

    void applyTo(Run& run) &&;
};

} // namespace stepscope
