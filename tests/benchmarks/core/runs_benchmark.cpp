// The cost of stored runs: listing a library of a thousand and one of ten thousand runs, and opening a run
// with a trace of a million events. The baselines are a thousand file stats, and reading the packed trace as
// plain bytes.

#include "core/base/clock.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_folder.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_library.h"
#include "tests/core/run_file/sample_update.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

using namespace stepscope;

namespace {

constexpr int libraryRuns = 1000;

const std::filesystem::path& libraryFolder()
{
    static const TemporaryFolder folder;
    static const bool made = [] {
        for (int i = 0; i < libraryRuns; ++i) {
            const auto path = folder.path() / fmt::format("run-{:04}.stepscope", i);
            if (i > 0) {
                std::filesystem::copy_file(folder.path() / "run-0000.stepscope", path);
                continue;
            }
            RunFileWriter writer(path, {});
            auto update = test::sampleUpdate(0, 100);
            update.outcome = RunOutcome::Finished;
            writer.write(update);
            writer.close();
        }
        return true;
    }();
    (void)made;
    return folder.path();
}

const std::filesystem::path& largeRun()
{
    static const TemporaryFolder folder;
    static const auto path = [] {
        RunFileWriter writer(folder.path() / "large.stepscope", {});
        constexpr int64_t steps = 10'000; // of 100 events
        for (int64_t first = 0; first < steps; first += 250) {
            auto update = test::sampleUpdate(first, 250);
            update.outcome = first + 250 < steps ? RunOutcome::Running : RunOutcome::Finished;
            writer.write(update);
        }
        writer.close();
        return writer.path();
    }();
    return path;
}

void listingAThousandRuns(benchmark::State& state)
{
    const auto& folder = libraryFolder();
    for (auto _ : state)
        benchmark::DoNotOptimize(RunLibrary(folder).list().size());
}
BENCHMARK(listingAThousandRuns)->Unit(benchmark::kMillisecond);

void listingThemAgain(benchmark::State& state)
{
    RunLibrary library(libraryFolder());
    library.list();
    for (auto _ : state)
        benchmark::DoNotOptimize(library.list().size());
}
BENCHMARK(listingThemAgain)->Unit(benchmark::kMillisecond);

/// Ten thousand runs, listed as by a starting program: from the cache, and by reading each. In turns.
void listingTenThousandRuns(benchmark::State& state)
{
    const TemporaryFolder cache;
    setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
    const TemporaryFolder folder;
    const auto& first = libraryFolder() / "run-0000.stepscope";
    for (int i = 0; i < 10 * libraryRuns; ++i)
        std::filesystem::copy_file(first, folder.path() / fmt::format("run-{:05}.stepscope", i));
    std::this_thread::sleep_for(
        std::chrono::milliseconds(2100)); // files that have just changed are not cached
    double readNs = 0;
    double keptNs = 0;
    for (auto _ : state) {
        std::filesystem::remove_all(cache.path() / "stepscope");
        const auto beganNs = monotonicNs();
        benchmark::DoNotOptimize(RunLibrary(folder.path()).list().size());
        const auto listedNs = monotonicNs();
        benchmark::DoNotOptimize(RunLibrary(folder.path()).list().size());
        const auto endNs = monotonicNs();
        readNs += double(listedNs - beganNs);
        keptNs += double(endNs - listedNs);
        state.SetIterationTime(double(endNs - listedNs) / 1e9);
    }
    state.counters["read_ms"] = readNs / 1e6 / double(state.iterations());
    state.counters["ratio"] = keptNs / readNs;
}
BENCHMARK(listingTenThousandRuns)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(3);

void askingForTheSizesOfAThousandFiles(benchmark::State& state)
{
    const auto& folder = libraryFolder();
    for (auto _ : state) {
        uintmax_t bytes = 0;
        for (const auto& file : std::filesystem::directory_iterator(folder))
            bytes += file.file_size();
        benchmark::DoNotOptimize(bytes);
    }
}
BENCHMARK(askingForTheSizesOfAThousandFiles)->Unit(benchmark::kMillisecond);

void openingAMillionEvents(benchmark::State& state)
{
    const auto& path = largeRun();
    uint32_t events = 0;
    for (auto _ : state)
        events = readRunFile(path).run.trace.size();
    state.counters["events"] = events;
    state.counters["bytes"] = double(std::filesystem::file_size(path));
}
BENCHMARK(openingAMillionEvents)->Unit(benchmark::kMillisecond);

void readingTheSameFileAsBytes(benchmark::State& state)
{
    const auto& path = largeRun();
    for (auto _ : state)
        benchmark::DoNotOptimize(readFile(path).size());
}
BENCHMARK(readingTheSameFileAsBytes)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
