// The cost of a long recorded program: the recorder reads a simulated training from a probe's file, as fast
// as it can. Prints its time and peak memory, the size of the run file, and whether all steps are in it.
//
//   stepscope-bench-recorded-program [--quick] [--steps N]
//
// --steps 10000000 is a recording of ten million steps.

#include "core/base/allocator.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "tests/core/record/recorded_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>

using namespace stepscope;

int main(int argc, char** argv)
{
    int64_t steps = 1'000'000;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--quick")
            steps = 100'000;
        else if (argument == "--steps" && i + 1 < argc)
            steps = std::atoll(argv[++i]);
    }
    keepFreedMemory(); // like the program

    constexpr int64_t stepsAtOnce = 1'000; // fit into the ring
    const TemporaryFolder folder;
    const auto file = folder.path() / "4711-1.probe";
    ProbeMemory memory(file);
    RecordingPlan plan;
    plan.library = folder.path();
    plan.name = "long";
    plan.schedule.profileWait = 10;
    plan.schedule.profileWarmup = 0;
    plan.schedule.profileActive = 50;
    plan.schedule.profileRepeat = 1;
    ProgramRun program(file, plan);
    TrainingRecords records;
    std::chrono::steady_clock::duration reading{};
    for (int64_t done = 0; done < steps; done += stepsAtOnce) {
        for (int64_t i = 0; i < std::min(stepsAtOnce, steps - done); ++i)
            records.step(1.0 / double(done + i + 1));
        memory.write(records.take());
        const auto start = std::chrono::steady_clock::now();
        program.update();
        reading += std::chrono::steady_clock::now() - start;
    }
    const auto problem = program.end({});
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double seconds = std::chrono::duration<double>(reading).count();
    fmt::print("A recorded program of {} steps with 9 events each\n", formatCount(steps));
    fmt::print("  read in {:.1f} s, {} a step; peak memory {:.0f} MB; run file {}\n", seconds,
               formatNs(seconds / double(steps) * 1e9), double(usage.ru_maxrss) / 1000,
               formatBytes(double(std::filesystem::file_size(program.runFile()))));
    const bool isWhole = problem.empty() && program.steps() == steps;
    if (!isWhole)
        fmt::print("  FAILED: {} steps. {}\n", formatCount(program.steps()), problem);
    return isWhole ? 0 : 1;
}
