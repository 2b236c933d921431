#pragma once

#include "core/run/run.h"

#include <mutex>
#include <optional>

namespace stepscope {

/// Carries a run from the thread that trains to the one that reads. The trainer appends to a batch that waits;
/// a reader takes the whole batch by swapping it for an empty one, so neither holds the lock for longer than
/// that. What no reader takes stays: nothing is dropped.
class RunFeed : public RunSink
{
public:
    void planned(const RunPlan& plan) override;
    void stageChanged(RunStage stage) override;
    void stepsDone(std::span<const StepMetrics> steps) override;
    void testProgressed(int64_t batches) override;
    void epochDone(const EpochMetrics& epoch) override;
    void graphCaptured(NetworkGraph graph) override;
    void traceRecorded(TraceChunk chunk) override;
    void totalsCounted(OperatorTotals totals) override;
    void logged(LogLevel level, std::string text) override;

    void started();
    void ended(RunOutcome outcome, std::string failure = {}, std::string detail = {});

    /// Moves what has come since the last call into the run. Returns whether there was anything.
    bool drainInto(Run& run);

private:
    struct Batch
    {
        std::optional<RunPlan> plan;
        std::optional<RunStage> stage;
        std::optional<RunOutcome> outcome;
        std::optional<int64_t> testBatches;
        std::string failure;
        std::string failureDetail;
        int64_t startUnixMs = 0;
        int64_t endUnixMs = 0;
        std::vector<StepMetrics> steps;
        std::vector<EpochMetrics> epochs;
        std::shared_ptr<const NetworkGraph> graph;
        std::vector<TraceChunk> chunks;
        std::optional<OperatorTotals> totals;
        std::vector<LogEntry> log;
        bool any = false;
    };

    template<typename Change>
    void change(Change&& apply);

    std::mutex m_mutex;
    Batch m_waiting;
};

} // namespace stepscope
