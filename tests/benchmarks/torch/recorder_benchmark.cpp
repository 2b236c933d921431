// The cost of recording an operator: the time added to the same loop without a recorder, by Stepscope's
// recorder and by PyTorch's profiler through its C++ interface, both with shapes and memory (Stepscope counts
// operations from the shapes afterwards, PyTorch while it records), and by callbacks that do nothing, the
// lower limit for any recorder. They take turns of a few milliseconds in random order, so that a drifting
// machine affects all equally.

#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/torch/benchmark_experiment.h"

#include "core/torch/record/operator_recorder.h"

#include <torch/csrc/autograd/profiler_kineto.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

constexpr int stepsInTurn = 20;

/// Processor time of this thread: it does all the work, and the work of other threads does not count.
int64_t threadNs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

struct Workload
{
    const char* name;
    std::function<void()> step;
};

/// The time of a contestant in a turn, in nanoseconds of its thread.
struct Turn
{
    double steps = 0; ///< for the steps themselves, including their recording
    double after = 0; ///< for merging the recording until it can be read
    double events = 0;
};

int64_t timeSteps(const Workload& workload)
{
    const auto begin = threadNs();
    for (int i = 0; i < stepsInTurn; ++i)
        workload.step();
    return threadNs() - begin;
}

Turn runBare(const Workload& workload, Trace&)
{
    workload.step();
    return {.steps = double(timeSteps(workload))};
}

/// Requests the same from LibTorch as the recorder, and stores nothing.
Turn runEmpty(const Workload& workload, Trace&)
{
    class EmptyReports final : public MemoryReportsBase
    {
        bool memoryProfilingEnabled() const override { return true; }
        void report(const void*, int64_t, c10::Device) override {}
    };
    static int64_t entered;
    entered = 0;
    const c10::DebugInfoGuard reports(c10::DebugInfoKind::PROFILER_STATE, std::make_shared<EmptyReports>());
    const auto callback =
        at::addThreadLocalCallback(at::RecordFunctionCallback(
                                       [](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> {
                                           ++entered;
                                           return nullptr;
                                       },
                                       [](const at::RecordFunction&, at::ObserverContext*) {})
                                       .needsInputs(true)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                                at::RecordScope::USER_SCOPE}));
    workload.step();
    entered = 0;
    Turn turn{.steps = double(timeSteps(workload))};
    turn.events = double(entered);
    at::removeCallback(callback);
    return turn;
}

/// `trace` receives the recording.
Turn runStepscope(const Workload& workload, Trace& trace)
{
    OperatorRecorder recorder(true);
    recorder.beginStep(0, StepPhase::Active); // interns all names and shapes
    workload.step();
    Trace ownTrace;
    ownTrace.append(*recorder.endStep());
    Turn turn;
    for (int i = 0; i < stepsInTurn; ++i) {
        recorder.beginStep(i, StepPhase::Active);
        const auto begin = threadNs();
        workload.step();
        const auto end = threadNs();
        auto chunk = recorder.endStep();
        turn.after += double(threadNs() - end);
        turn.steps += double(end - begin);
        turn.events += double(chunk->events.size());
        ownTrace.append(std::move(*chunk));
    }
    trace = std::move(ownTrace);
    return turn;
}

Turn runPyTorch(const Workload& workload, Trace&)
{
    namespace profiler = torch::autograd::profiler;
    using namespace torch::profiler::impl;
    const ProfilerConfig config(ProfilerState::KINETO, true, true, false, true, false);
    profiler::prepareProfiler(config, {ActivityType::CPU});
    profiler::enableProfiler(config, {ActivityType::CPU});
    workload.step();
    Turn turn;
    turn.steps = double(timeSteps(workload));
    const auto begin = threadNs();
    const auto result = profiler::disableProfiler();
    turn.after = double(threadNs() - begin);
    const auto& events = result->events();
    turn.events = double(std::count_if(events.begin(), events.end(),
                                       [](const auto& event) { return event.name() != "[memory]"; })) *
                  stepsInTurn / (stepsInTurn + 1);
    return turn;
}

struct Cost
{
    std::vector<double> recording; ///< ns per event, by round
    std::vector<double> after;
};

void printCost(const char* what, const Cost& cost, const char* goal)
{
    auto sorted = cost.recording;
    std::sort(sorted.begin(), sorted.end());
    fmt::print("  {:<25} {:>9.0f} {:>6.0f}–{:<6.0f} {:>11.0f}   {}\n", what, median(cost.recording),
               sorted[sorted.size() / 4], sorted[sorted.size() * 3 / 4], median(cost.after), goal);
}

double bytesOf(const Trace& trace)
{
    const auto bytes = [](const auto& column) { return double(column.capacity() * sizeof(column[0])); };
    return bytes(trace.startNs) + bytes(trace.durationNs) + bytes(trace.sequence) + bytes(trace.name) +
           bytes(trace.shape) + bytes(trace.parent) + bytes(trace.thread) + bytes(trace.pass) +
           bytes(trace.kind);
}

void measure(const Workload& workload, int rounds)
{
    static constexpr std::array contestants = {runBare, runEmpty, runStepscope, runPyTorch};
    std::array<size_t, contestants.size()> order = {0, 1, 2, 3};
    std::mt19937 random(1);
    Cost none;
    Cost ours;
    Cost theirs;
    std::vector<double> ratios;      ///< of recording
    std::vector<double> wholeRatios; ///< until it can be read
    Trace trace;
    double bareNs = 0;
    double events = 0;
    for (int round = 0; round <= rounds; ++round) {
        std::array<Turn, contestants.size()> turns;
        std::shuffle(order.begin(), order.end(), random);
        for (const auto i : order)
            turns[i] = contestants[i](workload, trace);
        if (round == 0)
            continue; // caches are cold
        const auto add = [&](Cost& cost, const Turn& turn) {
            cost.recording.push_back((turn.steps - turns[0].steps) / turn.events);
            cost.after.push_back(turn.after / turn.events);
        };
        add(none, turns[1]);
        add(ours, turns[2]);
        add(theirs, turns[3]);
        ratios.push_back(theirs.recording.back() / ours.recording.back());
        wholeRatios.push_back((theirs.recording.back() + theirs.after.back()) /
                              (ours.recording.back() + ours.after.back()));
        bareNs += turns[0].steps / stepsInTurn / rounds;
        events = turns[2].events / stepsInTurn;
    }
    fmt::print("{}: {:.0f} events in {:.0f} us per step, {} rounds of {} steps\n", workload.name, events,
               bareNs / 1e3, rounds, stepsInTurn);
    fmt::print("  {:<25} {:>9} {:^13} {:>11}   goal\n", "ns per event", "recording", "middle half",
               "afterwards");
    printCost("Callbacks that do nothing", none, "");
    printCost("Stepscope's recorder", ours, "at most 250");
    printCost("PyTorch's profiler", theirs, "");
    fmt::print("  {:<25} {:>9.2f} {:>28}at least 2\n", "PyTorch's / Stepscope's", median(ratios), "");
    fmt::print("  {:<25} {:>9.2f} {:>28}at least 2\n", "  including the merge", median(wholeRatios), "");
    fmt::print("  {:<25} {:>9.1f} {:>28}at most 48\n", "bytes per kept event", bytesOf(trace) / trace.size(),
               "");
    fmt::print("  {:<25} {:>9.2f}\n", "allocations per event",
               double(trace.allocations.size()) / trace.size());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    beLikeTheProgram(argv);
    at::set_num_threads(1);
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    const int rounds = quick ? 20 : 200;

    const auto a = torch::randn({16});
    const auto b = torch::ones({16}); // so that products remain normal numbers
    torch::nn::Sequential mlp(torch::nn::Linear(16, 16), torch::nn::ReLU(), torch::nn::Linear(16, 10));
    const auto image = torch::randn({1, 16});
    const auto label = torch::zeros({1}, torch::kInt64);
    measure({"Small operators, every second one allocates",
             [&] {
                 const torch::NoGradGuard noGradients;
                 for (int i = 0; i < 200; ++i) {
                     a.mul_(b);
                     a.add(b);
                 }
             }},
            rounds);
    measure({"A step of a tiny MLP, forward and backward",
             [&] {
                 for (int i = 0; i < 4; ++i) {
                     mlp->zero_grad();
                     torch::nll_loss(torch::log_softmax(mlp->forward(image), 1), label).backward();
                 }
             }},
            rounds);
    return 0;
}
