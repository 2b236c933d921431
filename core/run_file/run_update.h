#pragma once

#include "core/machine/environment.h"
#include "core/run/run.h"

#include <optional>

namespace stepscope {

/// What happened in a run between two looks at it.
struct RunUpdate
{
    std::optional<RunPlan> plan;
    std::optional<RunStage> stage;
    std::optional<RunOutcome> outcome;
    std::optional<int64_t> testBatches;
    int64_t testBatchesNs = 0; ///< with `testBatches`
    std::string failure;
    std::string failureDetail;
    int64_t startUnixMs = 0; ///< 0: as before
    int64_t endUnixMs = 0;   ///< 0: as before
    std::vector<StepMetrics> steps;
    std::vector<EpochMetrics> epochs;
    std::shared_ptr<const NetworkGraph> graph;
    std::vector<TraceChunk> chunks;
    EventsLeftOut leftOut;              ///< that have come since, and are not in the chunks
    std::filesystem::path traceFile;    ///< empty: as before
    std::vector<TraceCounter> counters; ///< whole ones, behind those that the trace has
    std::optional<OperatorTotals> totals;
    std::vector<LogEntry> log;
    std::vector<MachineSample> samples;
    std::optional<Environment> environment;
    std::vector<ScalarSeries> scalars; ///< points behind those that the run has, by tag

    void applyTo(Run& run) &&;
};

} // namespace stepscope
