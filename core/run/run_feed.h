#pragma once

#include "core/run/run_clock.h"
#include "core/run/run_update.h"

#include <mutex>

namespace stepscope {

/// Carries a run from the thread that trains to the one that reads. The trainer appends to a batch that
/// waits; a reader takes the whole batch by swapping it for an empty one, so neither holds the lock for
/// longer than that. What no reader takes stays: nothing is dropped.
class RunFeed : public RunSink
{
public:
    void planned(const RunPlan& plan) override;
    void trainingBegan(int64_t monotonicNs) override;
    void stageChanged(RunStage stage) override;
    void stepsDone(std::span<const StepMetrics> steps) override;
    void testProgressed(int64_t batches, int64_t durationNs) override;
    void epochDone(const EpochMetrics& epoch) override;
    void graphCaptured(NetworkGraph graph) override;
    void traceRecorded(TraceChunk chunk) override;
    void totalsCounted(OperatorTotals totals) override;
    void logged(LogLevel level, std::string text) override;
    /// Samples from before the first step wait for it, since a run's times count from there.
    void sampled(MachineSample sample) override;

    void started();
    void ended(RunOutcome outcome, std::string failure = {}, std::string detail = {});

    /// What has come since the last call, if there was anything.
    std::optional<RunUpdate> take();
    /// Moves what has come since the last call into the run. Returns whether there was anything.
    bool drainInto(Run& run);

private:
    template<typename Change>
    void change(Change&& apply);

    std::mutex m_mutex;
    RunUpdate m_waiting;
    std::optional<RunClock> m_clock;    ///< since the start
    std::optional<int64_t> m_beganNs;   ///< of the first step, on the monotonic clock
    std::vector<MachineSample> m_early; ///< samples from before it
    bool m_any = false;
};

} // namespace stepscope
