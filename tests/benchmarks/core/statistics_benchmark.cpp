// The speed of computing the operator table's figures from a long trace: as in the program, on one thread,
// and in a simple version.

#include "core/trace/operators/operator_statistics.h"
#include "tests/ui/operators/sample_run.h"

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <utility>

using namespace stepscope;

namespace {

constexpr uint32_t events = 10'000'000;

/// Training steps of the MNIST ConvNet.
const Trace& trainingTrace()
{
    static const Trace made = [] {
        Trace trace;
        test::SampleRecorder recorder;
        for (int64_t step = 0; trace.size() < events; ++step)
            trace.append(recorder.step(step, StepPhase::Active));
        return trace;
    }();
    return made;
}

void takeIn(benchmark::State& state, OperatorGrouping grouping, bool onOneThread)
{
    const Trace& trace = trainingTrace();
    for (auto _ : state) {
        OperatorStatisticsBuilder builder({}, grouping);
        if (onOneThread)
            builder.shareFrom(allEvents);
        builder.update(trace);
        benchmark::DoNotOptimize(builder.statistics().selfNs);
    }
    state.SetItemsProcessed(state.iterations() * trace.size());
}

/// Only calls, total and self time by name and pass, without percentiles, operations and layers.
void sumsInAMap(benchmark::State& state)
{
    const Trace& trace = trainingTrace();
    struct Sums
    {
        int64_t calls = 0;
        int64_t totalNs = 0;
        int64_t selfNs = 0;
    };
    for (auto _ : state) {
        std::map<std::pair<std::string, Pass>, Sums> sums;
        for (EventId event(0); event < trace.endEvent(); ++event) {
            Sums& mine = sums[{trace.names[trace.name[event]], trace.pass[event]}];
            ++mine.calls;
            mine.totalNs += trace.durationNs[event];
            mine.selfNs += trace.durationNs[event];
            if (const EventId parent = trace.parent[event]; parent != noEvent)
                sums[{trace.names[trace.name[parent]], trace.pass[parent]}].selfNs -= trace.durationNs[event];
        }
        benchmark::DoNotOptimize(sums.size());
    }
    state.SetItemsProcessed(state.iterations() * trace.size());
}

BENCHMARK_CAPTURE(takeIn, by_operator, OperatorGrouping::ByOperator, false)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(takeIn, by_operator_on_one_thread, OperatorGrouping::ByOperator, true)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(takeIn, by_pass, OperatorGrouping::ByPass, false)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(takeIn, by_layer, OperatorGrouping::ByLayer, false)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK(sumsInAMap)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

} // namespace

BENCHMARK_MAIN();
