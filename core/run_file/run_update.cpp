#include "core/run_file/run_update.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace stepscope {

template<typename T>
static void appendAll(std::vector<T>& to, std::vector<T>&& from)
{
    if (to.empty() && to.capacity() < from.size())
        to = std::move(from);
    else
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Reserves room for the planned steps, which takes no memory until it is used: otherwise millions of steps
/// would be copied, and in memory twice, each time that the room doubles. Does nothing when the process may
/// not have that much memory, because the plan may be much longer than the training.
static void reserveSteps(std::vector<StepMetrics>& steps, int64_t planned)
{
    constexpr int64_t most = 10'000'000;
    const auto wanted = size_t(std::clamp<int64_t>(planned, 0, most));
    if (wanted <= steps.capacity())
        return;
    try {
        steps.reserve(std::max(wanted, steps.capacity() + steps.capacity() / 2));
    } catch (const std::bad_alloc&) {
        // It grows as steps arrive.
    }
}

void RunUpdate::applyTo(Run& run) &&
{
    if (plan) {
        run.plan = *plan;
        reserveSteps(run.steps, plan->totalSteps);
    }
    if (stage)
        run.stage = *stage;
    if (testBatches) {
        run.testBatchesDone = *testBatches;
        run.testBatchesNs = testBatchesNs;
    }
    if (startUnixMs)
        run.startUnixMs = startUnixMs;
    if (endUnixMs)
        run.endUnixMs = endUnixMs;
    if (outcome) {
        run.outcome = *outcome;
        run.failure = std::move(failure);
        run.failureDetail = std::move(failureDetail);
    }
    if (graph)
        run.graph = std::move(graph);
    for (auto& chunk : chunks)
        run.trace.append(std::move(chunk));
    run.leftOut.add(leftOut);
    if (!traceFile.empty())
        run.traceFile = std::move(traceFile);
    appendAll(run.trace.counters, std::move(counters));
    if (totals)
        run.totals = std::move(*totals);
    appendAll(run.steps, std::move(steps));
    appendAll(run.epochs, std::move(epochs));
    appendAll(run.log, std::move(log));
    appendAll(run.samples, std::move(samples));
    appendScalars(run.scalars, std::move(scalars));
}

} // namespace stepscope
