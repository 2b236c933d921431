// How fast Stepscope trains: against a bare LibTorch loop, with the recorder on against off, and against
// Python. The contestants take turns in every round, so that a drifting machine is the same for all; medians
// are quoted.

#include "tests/benchmarks/bare_loop.h"
#include "tests/benchmarks/line_process.h"
#include "tests/benchmarks/statistics.h"

#include "core/base/error.h"
#include "core/base/temporary_folder.h"
#include "core/engine/data/tensor_data_set.h"
#include "core/engine/devices.h"
#include "core/engine/train/trainer.h"
#include "core/experiment/experiment_fields.h"
#include "core/run/run_feed.h"
#include "core/run/run_recorder.h"
#include "core/run/run_sink_tee.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <malloc.h>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

struct Setting
{
    int64_t batchSize;
    int64_t warmup;
    int64_t steps; ///< timed, in each round
    int rounds;
};

DataSetCache& dataSets()
{
    static DataSetCache cache;
    return cache;
}

/// The data set that all contestants train on: MNIST, where it is on disk.
Experiment benchmarkExperiment()
{
    auto experiment = referenceExperiment("mnist-convnet");
    try {
        dataSets().get(experiment, torch::kCPU);
    } catch (const Error& error) {
        fmt::print("{} Synthetic digits take its place.\n", error.what());
        experiment.dataset = "synthetic";
        experiment.syntheticImages = 6000;
    }
    return experiment;
}

/// Mean over the steps after the warm-up, of the time from one step's begin to the next one's: all that the
/// loop does.
double stepscopeNsPerStep(Experiment experiment, const Setting& setting, bool profile, bool keep, int threads)
{
    experiment.batchSize = setting.batchSize;
    experiment.steps = setting.warmup + setting.steps + 1;
    experiment.threads = threads;
    experiment.profile = profile;
    experiment.profileWait = setting.warmup;
    experiment.profileWarmup = 0;
    experiment.profileActive = setting.steps;
    RunFeed feed;
    TrainingControl control;
    if (keep) {
        const TemporaryFolder folder;
        RunRecorder recorder(folder.path() / "run.stepscope", experiment);
        RunSinkTee both(feed, recorder.feed());
        trainExperiment(experiment, dataSets(), control, both);
    } else {
        trainExperiment(experiment, dataSets(), control, feed);
    }
    Run run;
    feed.drainInto(run);
    const auto first = run.steps[size_t(setting.warmup)].startNs;
    const auto last = run.steps[size_t(setting.warmup + setting.steps)].startNs;
    return double(last - first) / double(setting.steps);
}

void measure(const Experiment& experiment, const Setting& setting, LineProcess* python, int threads)
{
    const auto data = dataSets().get(experiment, torch::kCPU);
    std::vector<double> bare;
    std::vector<double> off;
    std::vector<double> on;
    std::vector<double> kept;
    std::vector<double> inPython;
    const auto runBare = [&] {
        bare.push_back(bareLoopNsPerStep(data->trainImages, data->trainLabels, setting.batchSize,
                                         setting.warmup, setting.steps, threads));
    };
    const auto runOff = [&] {
        off.push_back(stepscopeNsPerStep(experiment, setting, false, false, threads));
    };
    const auto runOn = [&] { on.push_back(stepscopeNsPerStep(experiment, setting, true, false, threads)); };
    const auto runKept = [&] {
        kept.push_back(stepscopeNsPerStep(experiment, setting, true, true, threads));
    };
    const auto runPython = [&] {
        if (python)
            inPython.push_back(std::stod(python->ask(
                fmt::format("{} {} {} {}", setting.batchSize, setting.warmup, setting.steps, threads))));
    };
    const std::vector<std::function<void()>> contestants = {runBare, runOff, runOn, runKept, runPython};
    for (int round = 0; round < setting.rounds; ++round) {
        for (size_t i = 0; i < contestants.size(); ++i)
            contestants[(i + size_t(round)) % contestants.size()](); // nobody is always first
    }

    const auto row = [&](const char* what, double ratioToShow, const std::vector<double>& a,
                         const std::vector<double>& b, const char* goal) {
        fmt::print("{:<44} {:>6} {:>10.3f} {:>10.3f} {:>8.3f}   {}\n", what, setting.batchSize,
                   median(a) / 1e6, median(b) / 1e6, ratioToShow, goal);
        std::fflush(stdout);
    };
    row("Stepscope, profiler off / bare loop", medianRatio(off, bare), off, bare,
        setting.batchSize >= 64  ? "at most 1.01"
        : setting.batchSize == 1 ? "at most 1.03"
                                 : "");
    row("Recorder on / off", medianRatio(on, off), on, off,
        setting.batchSize >= 64  ? "at most 1.03"
        : setting.batchSize == 1 ? "at most 1.10"
                                 : "");
    row("Kept in a run file / not kept, recorder on", medianRatio(kept, on), kept, on,
        setting.batchSize >= 64  ? "at most 1.01"
        : setting.batchSize == 1 ? "at most 1.02"
                                 : "");
    if (python)
        row("Stepscope, profiler off / Python", medianRatio(off, inPython), off, inPython,
            setting.batchSize == 1 ? "below 1.00" : "at most 1.00");
}

void writeRaw(const std::filesystem::path& path, const torch::Tensor& tensor)
{
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char*>(tensor.data_ptr()), std::streamsize(tensor.nbytes()));
    if (!file.flush())
        throw Error(fmt::format("The benchmark's data could not be written to {}.", path.string()));
}

std::unique_ptr<LineProcess> startPython(const char* script, const Experiment& experiment)
{
    const TemporaryFolder folder;
    const auto data = dataSets().get(experiment, torch::kCPU);
    const auto images = folder.path() / "images";
    const auto labels = folder.path() / "labels";
    writeRaw(images, data->trainImages);
    writeRaw(labels, data->trainLabels);

    for (const char* interpreter : {"/usr/bin/python3", "python3"}) {
        auto process =
            std::make_unique<LineProcess>(std::vector<std::string>{interpreter, script, images, labels});
        if (process->readLine().starts_with("ready"))
            return process;
    }
    fmt::print("Python with PyTorch was not found (Debian: apt install python3-torch): not compared.\n");
    return nullptr;
}

} // namespace

int main(int argc, char** argv)
{
    if (!std::getenv("OMP_WAIT_POLICY")) { // as the program sets it before it loads the engine
        setenv("OMP_WAIT_POLICY", "passive", 1);
        execv("/proc/self/exe", argv);
    }
    mallopt(M_MMAP_THRESHOLD, 1 << 30); // as the engine does
    mallopt(M_TRIM_THRESHOLD, -1);
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const int threads = usableProcessors();
    const auto experiment = benchmarkExperiment();
    const auto python = startPython(STEPSCOPE_PYTHON_BASELINE, experiment);
    fmt::print("{} threads; milliseconds a step, medians of the rounds\n", threads);
    fmt::print("{:<44} {:>6} {:>10} {:>10} {:>8}   {}\n", "", "batch", "first", "second", "ratio", "goal");
    try {
        if (quick) {
            measure(experiment, {64, 3, 10, 3}, python.get(), threads);
            measure(experiment, {1, 20, 100, 3}, python.get(), threads);
            return 0;
        }
        measure(experiment, {64, 5, 60, 7}, python.get(), threads);
        measure(experiment, {16, 10, 150, 7}, python.get(), threads);
        measure(experiment, {1, 50, 800, 7}, python.get(), threads);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
