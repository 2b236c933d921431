#include "core/run/run_feed.h"

#include <chrono>
#include <iterator>

namespace stepscope {

static int64_t unixMsNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

template<typename T>
static void appendAll(std::vector<T>& to, std::vector<T>&& from)
{
    if (to.empty())
        to = std::move(from);
    else
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

template<typename Change>
void RunFeed::change(Change&& apply)
{
    const std::lock_guard lock(m_mutex);
    apply(m_waiting);
    m_waiting.any = true;
}

void RunFeed::planned(const RunPlan& plan)
{
    change([&](Batch& batch) { batch.plan = plan; });
}

void RunFeed::stageChanged(RunStage stage)
{
    change([&](Batch& batch) {
        batch.stage = stage;
        batch.testBatches = 0;
    });
}

void RunFeed::stepsDone(std::span<const StepMetrics> steps)
{
    change([&](Batch& batch) { batch.steps.insert(batch.steps.end(), steps.begin(), steps.end()); });
}

void RunFeed::testProgressed(int64_t batches)
{
    change([&](Batch& batch) { batch.testBatches = batches; });
}

void RunFeed::epochDone(const EpochMetrics& epoch)
{
    change([&](Batch& batch) { batch.epochs.push_back(epoch); });
}

void RunFeed::graphCaptured(NetworkGraph graph)
{
    auto shared = std::make_shared<const NetworkGraph>(std::move(graph));
    change([&](Batch& batch) { batch.graph = std::move(shared); });
}

void RunFeed::traceRecorded(TraceChunk chunk)
{
    change([&](Batch& batch) { batch.chunks.push_back(std::move(chunk)); });
}

void RunFeed::totalsCounted(OperatorTotals totals)
{
    change([&](Batch& batch) { batch.totals = std::move(totals); });
}

void RunFeed::logged(LogLevel level, std::string text)
{
    change([&](Batch& batch) { batch.log.push_back({unixMsNow(), level, std::move(text)}); });
}

void RunFeed::started()
{
    change([&](Batch& batch) {
        batch.outcome = RunOutcome::Running;
        batch.startUnixMs = unixMsNow();
    });
}

void RunFeed::ended(RunOutcome outcome, std::string failure, std::string detail)
{
    change([&](Batch& batch) {
        batch.outcome = outcome;
        batch.failure = std::move(failure);
        batch.failureDetail = std::move(detail);
        batch.endUnixMs = unixMsNow();
    });
}

bool RunFeed::drainInto(Run& run)
{
    Batch batch;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_waiting.any)
            return false;
        std::swap(batch, m_waiting);
    }
    if (batch.plan)
        run.plan = *batch.plan;
    if (batch.stage)
        run.stage = *batch.stage;
    if (batch.testBatches)
        run.testBatchesDone = *batch.testBatches;
    if (batch.startUnixMs)
        run.startUnixMs = batch.startUnixMs;
    if (batch.endUnixMs)
        run.endUnixMs = batch.endUnixMs;
    if (batch.outcome) {
        run.outcome = *batch.outcome;
        run.failure = std::move(batch.failure);
        run.failureDetail = std::move(batch.failureDetail);
    }
    if (batch.graph)
        run.graph = std::move(batch.graph);
    for (auto& chunk : batch.chunks)
        run.trace.append(std::move(chunk));
    if (batch.totals)
        run.totals = std::move(*batch.totals);
    appendAll(run.steps, std::move(batch.steps));
    appendAll(run.epochs, std::move(batch.epochs));
    appendAll(run.log, std::move(batch.log));
    return true;
}

} // namespace stepscope
