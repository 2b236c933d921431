// Stepscope's training speed: compared with a bare LibTorch loop, with the recorder on and off, and with
// Python. The contestants take turns of less than a second, so that a drifting machine affects all equally.

#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/torch/bare_loop.h"
#include "tests/benchmarks/torch/benchmark_experiment.h"
#include "tests/benchmarks/torch/line_process.h"

#include "core/base/error.h"
#include "core/base/files/temporary_folder.h"
#include "core/run/run_sink_tee.h"
#include "core/run_file/run_recorder.h"
#include "core/torch/train/trainer.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <set>
#include <unistd.h>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

enum class Profile { Off, On, OnAndKept };

std::set<std::string> threadsOfProcess()
{
    std::set<std::string> threads;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        threads.insert(entry.path().string());
    return threads;
}

/// Processor time of the thread that was started last.
class ThreadMeter
{
public:
    explicit ThreadMeter(const std::set<std::string>& before)
    {
        for (const auto& thread : threadsOfProcess()) {
            if (!before.contains(thread))
                m_thread = thread;
        }
    }

    double seconds() const
    {
        int64_t nanoseconds = 0;
        std::ifstream(m_thread + "/schedstat") >> nanoseconds;
        return double(nanoseconds) / 1e9;
    }

private:
    std::string m_thread;
};

/// `writerSeconds` receives the processor time of the thread that stores the run.
void runStepscope(Experiment experiment, Profile profile, Turn& turn, double& writerSeconds)
{
    const auto& [steps, skipped, rounds] = turn.slices();
    experiment.profile = profile != Profile::Off;
    experiment.profileWait = steps + skipped;
    experiment.profileWarmup = 0;
    experiment.profileActive = (steps + skipped) * rounds;
    TrainingControl control;
    FeedInTurns feed(turn, control);
    if (profile == Profile::OnAndKept) {
        const TemporaryFolder folder;
        const auto before = threadsOfProcess();
        RunRecorder recorder(folder.path() / "run.stepscope", experiment);
        const ThreadMeter meter(before);
        RunSinkTee both(feed, recorder.feed());
        trainExperiment(experiment, dataSets(), control, both);
        writerSeconds = meter.seconds();
    } else {
        trainExperiment(experiment, dataSets(), control, feed);
    }
}

void runPython(LineProcess& python, const Experiment& experiment, Turn& turn)
{
    const auto& [steps, skipped, rounds] = turn.slices();
    python.tell(fmt::format("begin {} {}", experiment.batchSize, experiment.threads));
    while (turn.turnDone(std::stod(python.ask(fmt::format("go {} {}", skipped, steps)))))
        ;
}

/// For all steps of a contestant with these turns, including those that were not timed.
double stepSeconds(const std::vector<double>& nsPerStep, const Slices& slices)
{
    const auto perTurn = double(slices.steps + slices.skipped);
    return std::accumulate(nsPerStep.begin(), nsPerStep.end(), 0.0) * perTurn / 1e9 *
           double(slices.rounds + 1) / double(slices.rounds);
}

void measure(Experiment experiment, int64_t batchSize, const Slices& slices, LineProcess* python)
{
    experiment.batchSize = batchSize;
    const auto data = dataSets().get(experiment, torch::kCPU);
    double writerSeconds = 0;
    const auto stepscope = [&](Profile profile) {
        return [&, profile](Turn& turn) { runStepscope(experiment, profile, turn, writerSeconds); };
    };
    std::vector<Turns::Contestant> contestants{
        [&](Turn& turn) {
            runBareLoop(data->trainSamples.range(0, data->trainSamples.count()), data->trainTargets,
                        batchSize, experiment.threads, [&] { return turn.stepDone(); });
        },
        stepscope(Profile::Off), stepscope(Profile::On), stepscope(Profile::On),
        stepscope(Profile::OnAndKept)};
    if (python)
        contestants.push_back([&](Turn& turn) { runPython(*python, experiment, turn); });
    const auto times = Turns::take(slices, contestants);

    const auto& bare = times[0];
    const auto& off = times[1];
    const auto& on = times[2];
    const auto& again = times[3];
    const auto& kept = times[4];
    const auto goal = [&](const char* large, const char* single) {
        return batchSize >= 64 ? large : batchSize == 1 ? single : "";
    };
    printRatio("Stepscope, profiler off / bare loop", batchSize, off, bare,
               goal("at most 1.01", "at most 1.03"));
    printRatio("Recorder on / off", batchSize, on, off, goal("at most 1.03", "at most 1.10"));
    printRatio("Saved in a run file / not saved, recorder on", batchSize, kept, on,
               goal("at most 1.01", "at most 1.02"));
    printShare("Time of the thread that saves the run / training", batchSize, writerSeconds,
               stepSeconds(kept, slices), goal("at most 1.0 %", "at most 2.0 %"));
    printRatio("The same twice, recorder on: effect of noise", batchSize, again, on, "");
    if (python)
        printRatio("Stepscope, profiler off / Python", batchSize, off, times[5],
                   batchSize == 1 ? "below 1.00" : "at most 1.00");
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
    writeRaw(images, data->trainSamples.range(0, data->trainSamples.count()));
    writeRaw(labels, data->trainTargets);

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
    beLikeTheProgram(argv);
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const auto experiment = benchmarkExperiment();
    const auto python = startPython(STEPSCOPE_PYTHON_BASELINE, experiment);
    fmt::print("{} threads; milliseconds per step, medians of the rounds\n", experiment.threads);
    printRatioHeader();
    try {
        const auto rounds = [&](int number) { return quick ? 8 : number; };
        measure(experiment, 64, {.steps = 8, .skipped = 2, .rounds = rounds(60)}, python.get());
        measure(experiment, 16, {.steps = 24, .skipped = 4, .rounds = rounds(60)}, python.get());
        measure(experiment, 1, {.steps = 80, .skipped = 10, .rounds = rounds(80)}, python.get());
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
