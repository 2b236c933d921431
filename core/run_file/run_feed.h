#pragma once

#include "core/run_file/run_clock.h"
#include "core/run_file/run_update.h"

#include <limits>
#include <mutex>
#include <string>

namespace stepscope {

/// How many recorded events a feed passes on, in bytes of memory. Further events are left out and counted.
struct EventLimits
{
    static constexpr int64_t none = std::numeric_limits<int64_t>::max();
    int64_t total = none;   ///< in total: after the first chunk that does not fit, no more are passed on
    int64_t waiting = none; ///< waiting for the reader at a time
    std::string warning;    ///< for the run's log, when the first events are left out; may be empty
    LogLevel level = LogLevel::Warning; ///< of this entry
};

/// Passes a run from the training thread to the reading thread. The trainer appends to a waiting batch; a
/// reader takes the whole batch by swapping it for an empty one, so neither holds the lock for longer. Data
/// that no reader takes stays; only events beyond the limits are dropped.
class RunFeed : public RunSink
{
public:
    RunFeed() = default;
    explicit RunFeed(EventLimits limits);

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
    void scalarsLogged(std::vector<ScalarSeries> scalars) override;
    /// Samples from before the first step wait for it, because a run's times count from there.
    void sampled(MachineSample sample) override;

    /// Call it before the first event.
    void setLimits(EventLimits limits);

    void started();
    /// The run file that has all recorded events.
    void keptIn(const std::filesystem::path& runFile);
    /// The run file is closed: reports what it lacks, and whether it was written completely. Call it before
    /// ended().
    void fileClosed(const EventsLeftOut& lost, bool isWhole);
    void ended(RunOutcome outcome, std::string failure = {}, std::string detail = {});

    /// The news since the last call, if any.
    std::optional<RunUpdate> take();
    /// Memory of the events that wait for a reader, in bytes.
    int64_t waitingBytes() const;
    /// Moves the news since the last call into the run. Returns whether there was any.
    bool drainInto(Run& run);

private:
    template<typename Change>
    void change(Change&& apply);
    bool isRoomFor(int64_t bytes);
    void leaveOut(TraceChunk& chunk);

    mutable std::mutex m_mutex;
    EventLimits m_limits;
    RunUpdate m_waiting;
    std::optional<RunClock> m_clock; ///< since the start
    int64_t m_passedBytes = 0;       ///< memory of the events that were passed on or are waiting
    int64_t m_waitingBytes = 0;
    bool m_isFull = false; ///< the total limit was reached
    bool m_hasLeftOut = false;
    std::optional<int64_t> m_beganNs;   ///< of the first step, on the monotonic clock
    std::vector<MachineSample> m_early; ///< samples from before it
    bool m_any = false;
};

} // namespace stepscope
