#include "core/run_file/run_feed.h"

#include "core/base/clock.h"

#include <utility>

namespace stepscope {

RunFeed::RunFeed(EventLimits limits)
    : m_limits(std::move(limits))
{
}

template<typename Change>
void RunFeed::change(Change&& apply)
{
    const std::lock_guard lock(m_mutex);
    apply(m_waiting);
    m_any = true;
}

void RunFeed::planned(const RunPlan& plan)
{
    change([&](RunUpdate& update) { update.plan = plan; });
}

void RunFeed::trainingBegan(int64_t monotonicNs)
{
    change([&](RunUpdate& update) {
        m_beganNs = monotonicNs;
        for (auto& sample : m_early) {
            sample.timeNs -= monotonicNs;
            update.samples.push_back(std::move(sample));
        }
        m_early.clear();
    });
}

void RunFeed::stageChanged(RunStage stage)
{
    change([&](RunUpdate& update) {
        update.stage = stage;
        update.testBatches = 0;
        update.testBatchesNs = 0;
    });
}

void RunFeed::stepsDone(std::span<const StepMetrics> steps)
{
    change([&](RunUpdate& update) { update.steps.insert(update.steps.end(), steps.begin(), steps.end()); });
}

void RunFeed::testProgressed(int64_t batches, int64_t durationNs)
{
    change([&](RunUpdate& update) {
        update.testBatches = batches;
        update.testBatchesNs = durationNs;
    });
}

void RunFeed::epochDone(const EpochMetrics& epoch)
{
    change([&](RunUpdate& update) { update.epochs.push_back(epoch); });
}

void RunFeed::graphCaptured(NetworkGraph graph)
{
    auto shared = std::make_shared<const NetworkGraph>(std::move(graph));
    change([&](RunUpdate& update) { update.graph = std::move(shared); });
}

void RunFeed::traceRecorded(TraceChunk chunk)
{
    const int64_t bytes = eventMemoryOf(chunk);
    change([&](RunUpdate& update) {
        if (bytes > 0 && !isRoomFor(bytes))
            leaveOut(chunk);
        const bool isEmpty = chunk.events.empty() && chunk.steps.empty() && chunk.allocations.empty() &&
                             chunk.newNames.empty() && chunk.newShapes.empty() && chunk.newThreads.empty() &&
                             chunk.newDevices.empty();
        if (!isEmpty)
            update.chunks.push_back(std::move(chunk));
    });
}

bool RunFeed::isRoomFor(int64_t bytes)
{
    m_isFull = m_isFull || bytes > m_limits.total - m_passedBytes;
    if (m_isFull || bytes > m_limits.waiting - m_waitingBytes)
        return false;
    m_passedBytes += bytes;
    m_waitingBytes += bytes;
    return true;
}

/// Drops everything that takes memory per step; keeps new names and the like.
void RunFeed::leaveOut(TraceChunk& chunk)
{
    m_waiting.leftOut.add(chunk);
    if (m_isFull)
        m_waiting.leftOut.limitBytes = m_limits.total;
    chunk.events = {};
    chunk.steps = {};
    chunk.allocations = {};
    chunk.deviceWork = {};
    if (!std::exchange(m_hasLeftOut, true) && !m_limits.warning.empty())
        m_waiting.log.push_back({unixMsNow(), m_limits.level, m_limits.warning});
}

void RunFeed::totalsCounted(OperatorTotals totals)
{
    change([&](RunUpdate& update) { update.totals = std::move(totals); });
}

void RunFeed::scalarsLogged(std::vector<ScalarSeries> scalars)
{
    if (!scalars.empty())
        change([&](RunUpdate& update) { appendScalars(update.scalars, std::move(scalars)); });
}

void RunFeed::logged(LogLevel level, std::string text)
{
    change([&](RunUpdate& update) { update.log.push_back({unixMsNow(), level, std::move(text)}); });
}

void RunFeed::sampled(MachineSample sample)
{
    change([&](RunUpdate& update) {
        if (!m_beganNs) {
            m_early.push_back(std::move(sample));
            return;
        }
        sample.timeNs -= *m_beganNs;
        update.samples.push_back(std::move(sample));
    });
}

void RunFeed::setLimits(EventLimits limits)
{
    const std::lock_guard lock(m_mutex);
    m_limits = std::move(limits);
}

void RunFeed::started()
{
    change([&](RunUpdate& update) {
        update.outcome = RunOutcome::Running;
        m_clock.emplace();
        update.startUnixMs = m_clock->unixMs();
    });
}

void RunFeed::keptIn(const std::filesystem::path& runFile)
{
    change([&](RunUpdate& update) { update.traceFile = runFile; });
}

void RunFeed::fileClosed(const EventsLeftOut& lost, bool isWhole)
{
    change([&](RunUpdate& update) {
        update.leftOut.isFileCut = !isWhole;
        if (!m_hasLeftOut)
            return; // the run has all of them in memory
        update.leftOut.lostEvents += lost.events;
        update.leftOut.lostSteps += lost.steps;
    });
}

void RunFeed::ended(RunOutcome outcome, std::string failure, std::string detail)
{
    change([&](RunUpdate& update) {
        update.outcome = outcome;
        update.failure = std::move(failure);
        update.failureDetail = std::move(detail);
        update.endUnixMs = m_clock ? m_clock->unixMs() : unixMsNow();
    });
}

std::optional<RunUpdate> RunFeed::take()
{
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_any, false))
        return std::nullopt;
    m_waitingBytes = 0;
    return std::exchange(m_waiting, {});
}

int64_t RunFeed::waitingBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_waitingBytes;
}

bool RunFeed::drainInto(Run& run)
{
    auto update = take();
    if (update)
        std::move(*update).applyTo(run);
    return update.has_value();
}

} // namespace stepscope
