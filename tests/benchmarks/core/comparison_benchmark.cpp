// The time to compare ten runs: their figures, and a hundred operators each over fifty recorded steps.

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <random>

using namespace stepscope;

namespace {

constexpr int runCount = 10;
constexpr int operators = 100;
constexpr int callsOfOperator = 4;

/// `recorded` of the steps are in the trace.
Run noisyRun(uint32_t seed, int64_t steps, int64_t recorded)
{
    std::mt19937 random(seed);
    std::lognormal_distribution<double> noise(0.0, 0.05);
    Run run;
    for (int64_t step = 0; step < steps; ++step) {
        const auto durationNs = int64_t(4e6 * noise(random));
        run.steps.push_back(
            {.step = step, .startNs = step * 4'200'000, .durationNs = durationNs, .images = 64});
        if (step >= recorded)
            continue;
        const EventId first = run.trace.endEvent();
        for (int call = 0; call < operators * callsOfOperator; ++call)
            run.trace.append(
                {.durationNs = int64_t(1e4 * noise(random)),
                 .name = run.trace.names.intern(fmt::format("aten::operator{}", call % operators)),
                 .pass = Pass::Forward});
        run.trace.steps.push_back({.number = step,
                                   .durationNs = durationNs,
                                   .firstEvent = first,
                                   .endEvent = run.trace.endEvent(),
                                   .phase = StepPhase::Active});
    }
    return run;
}

struct TenRuns
{
    std::vector<Run> runs;
    std::vector<NamedRun> named;

    TenRuns(int64_t steps, int64_t recorded)
    {
        for (int i = 0; i < runCount; ++i)
            runs.push_back(noisyRun(uint32_t(i + 1), steps, recorded));
        for (const Run& run : runs)
            named.push_back({&run, fmt::format("run {}", named.size() + 1)});
    }
};

void comparingOperators(benchmark::State& state)
{
    const TenRuns ten(state.range(0), state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(compareOperators(ten.named).rows.size());
}

void comparingFigures(benchmark::State& state)
{
    const TenRuns ten(state.range(0), 0);
    for (auto _ : state)
        benchmark::DoNotOptimize(compareRuns(ten.named).runs.size());
}

BENCHMARK(comparingOperators)->Arg(50)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(comparingFigures)->Arg(938)->Arg(100'000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
