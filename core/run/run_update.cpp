#include "core/run/run_update.h"

#include <iterator>

namespace stepscope {

template<typename T>
static void appendAll(std::vector<T>& to, std::vector<T>&& from)
{
    if (to.empty())
        to = std::move(from);
    else
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void RunUpdate::applyTo(Run& run) &&
{
    if (plan)
        run.plan = *plan;
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
