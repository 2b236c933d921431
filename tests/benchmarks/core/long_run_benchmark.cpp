// The cost of a long recording: a simulated training passes its steps and events like a trainer to the same
// feed, recorder and run. Then the program shows and exports the run file. Each part runs in its own process,
// whose peak memory and time are printed.
//
//   stepscope-bench-long-run [--quick] [--steps N] [--events N]     events of a step
//
// The default is a run file of about a gigabyte, like that of a tiny network after about ten minutes with
// --profile-repeat 0. --steps 10000000 --events 8 is a recording of ten million steps.

#include "core/base/allocator.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/text/format.h"
#include "core/run/run_sink_tee.h"
#include "core/run_file/run_feed.h"
#include "core/run_file/run_recorder.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stepscope;

namespace {

struct Options
{
    int64_t steps = 1'300'000;
    uint32_t events = 64; ///< per step
};

/// A step as passed by the recorder: operators that call others, with shapes, and allocations.
class SimulatedSteps
{
public:
    explicit SimulatedSteps(uint32_t events)
        : m_events(events)
    {
    }

    TraceChunk next(int64_t step)
    {
        TraceChunk chunk;
        if (step == 0) {
            for (uint32_t name = 0; name < names; ++name)
                chunk.newNames.push_back(fmt::format("aten::operator_{}", name));
            for (uint32_t shape = 0; shape < shapes; ++shape)
                chunk.newShapes.push_back(fmt::format("[{}, 8], [8]", shape + 1));
            chunk.newThreads = {{.id = 4711, .name = "training"}, {.id = 4712, .name = "autograd 1"}};
        }
        const int64_t startNs = m_nowNs;
        for (uint32_t i = 0; i < m_events; ++i) {
            const bool isOuter = i % 4 == 0;
            const auto durationNs = int64_t(1000 + m_random() % 2000);
            chunk.events.push_back({.startNs = m_nowNs,
                                    .durationNs = isOuter ? 4 * durationNs : durationNs,
                                    .sequence = isOuter ? step * m_events + i : -1,
                                    .name = NameId(i % names),
                                    .shape = ShapeId(i % shapes),
                                    .parent = isOuter ? noEvent : EventId(i - i % 4),
                                    .thread = ThreadId(i >= m_events / 2),
                                    .pass = i < m_events / 2 ? Pass::Forward : Pass::Backward});
            if (i % 3 == 0)
                chunk.allocations.push_back({.timeNs = m_nowNs,
                                             .bytes = i % 2 ? -64 : 64,
                                             .address = 64 * uint64_t(i),
                                             .event = EventId(i)});
            m_nowNs += durationNs;
        }
        chunk.steps = {{.number = step,
                        .startNs = startNs,
                        .durationNs = m_nowNs - startNs,
                        .endEvent = EventId(m_events),
                        .phase = StepPhase::Active}};
        return chunk;
    }

    int64_t nowNs() const { return m_nowNs; }
    /// The totals that the recorder counts over all steps.
    OperatorTotals totals(int64_t steps) const
    {
        OperatorTotals totals{.steps = steps};
        for (uint32_t name = 0; name < names; ++name)
            totals.rows.push_back(
                {.name = NameId(name), .calls = steps, .selfNs = steps * 2000, .totalNs = steps * 2000});
        return totals;
    }

private:
    static constexpr uint32_t names = 40;
    static constexpr uint32_t shapes = 25;

    uint32_t m_events;
    int64_t m_nowNs = 1'000'000'000;
    std::minstd_rand m_random;
};

/// Trains nothing, as fast as the disk can store the recording: a real training is slower.
void simulate(const Options& options, RunSink& sink, const RunFeed& recorder)
{
    sink.planned({.epochs = 1, .stepsPerEpoch = options.steps, .totalSteps = options.steps});
    sink.stageChanged(RunStage::Training);
    SimulatedSteps steps(options.events);
    sink.trainingBegan(steps.nowNs());
    for (int64_t step = 0; step < options.steps; ++step) {
        const auto beginNs = steps.nowNs();
        sink.traceRecorded(steps.next(step));
        const StepMetrics metrics{.step = step,
                                  .startNs = beginNs - 1'000'000'000,
                                  .durationNs = steps.nowNs() - beginNs,
                                  .images = 1,
                                  .correct = int32_t(step % 2),
                                  .loss = 1.0F / float(step + 1),
                                  .epoch = 1,
                                  .phase = StepPhase::Active};
        sink.stepsDone({&metrics, 1});
        if (step % 1000 == 0 || step + 1 == options.steps)
            sink.totalsCounted(steps.totals(step + 1));
        while (recorder.waitingBytes() > RunRecorder::defaultWaitingBytes() / 2)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// Like TrainingSession and `stepscope run`.
int record(const Options& options, const std::filesystem::path& file)
{
    setEventMemoryLimit(eventMemoryLimit() / 16); // like a command
    Run run;
    RunRecorder recorder(file, {});
    RunFeed feed({.total = eventMemoryLimit()});
    recorder.feed().started();
    feed.keptIn(file);
    std::thread training([&] {
        RunSinkTee both(feed, recorder.feed());
        simulate(options, both, recorder.feed());
        recorder.feed().ended(RunOutcome::Finished);
        recorder.finish();
        feed.ended(RunOutcome::Finished);
    });
    while (!run.isOver()) {
        feed.drainInto(run);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    training.join();
    if (recorder.lost().any() || int64_t(run.steps.size()) != options.steps)
        fmt::print("  {} steps lost!\n", recorder.lost().steps);
    fmt::print("  {}\n", leftOutText(run));
    std::fflush(stdout);
    return 0;
}

void measure(const char* what, const std::vector<std::string>& command, const char* goal)
{
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> arguments;
        for (const auto& argument : command)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        if (command[1] != "record") {
            const int nothing = open("/dev/null", O_WRONLY);
            dup2(nothing, STDOUT_FILENO);
        }
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("  {:<28} {:>8.2f} s {:>8.0f} MB   {}{}\n", what, seconds, double(usage.ru_maxrss) / 1000,
               goal, status == 0 ? "" : "   FAILED");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string recordInto;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--quick")
            options.steps = 100'000;
        else if (argument == "--steps" && i + 1 < argc)
            options.steps = std::atoll(argv[++i]);
        else if (argument == "--events" && i + 1 < argc)
            options.events = uint32_t(std::atoi(argv[++i]));
        else if (argument == "record" && i + 1 < argc)
            recordInto = argv[++i];
    }
    keepFreedMemory(); // like the program
    if (!recordInto.empty())
        return record(options, recordInto);

    const TemporaryFolder folder;
    const std::string file = folder.path() / "long.stepscope";
    const std::string program = std::filesystem::path(self).parent_path() / "stepscope";
    fmt::print("A recording of {} steps with {} events each\n", formatCount(options.steps), options.events);
    measure("recording",
            {self, "record", file, "--steps", std::to_string(options.steps), "--events",
             std::to_string(options.events)},
            "10 million steps in at most 1 GB");
    fmt::print("  run file: {}\n", formatBytes(double(std::filesystem::file_size(file))));
    measure("show", {program, "show", file}, "of 1 GB in 0.5 s, 300 MB");
    measure("export --what metrics", {program, "export", file, "--what", "metrics"}, "streams");
    measure("export --what operators", {program, "export", file, "--what", "operators"}, "in pieces");
    measure("export --what steps", {program, "export", file, "--what", "steps"}, "in pieces");
    measure("export --what calls", {program, "export", file, "--what", "calls"}, "in pieces");
    measure("export --what trace", {program, "export", file, "--what", "trace"}, "in pieces");
    measure("report", {program, "report", file, "--out", folder.path() / "report.html"}, "in pieces");
    return 0;
}
