// Whether the comparison of two runs detects differences. A/A: the same experiment is trained twice in a row,
// twenty times; at most one of the twenty pairs may be called different. A/B: the same with a delay of twice
// the recorder's cost in each step must be detected, with repeats, because single runs differ by more than
// that. There is no limit on speed: only the verdicts count.

#include "tests/benchmarks/statistics.h"
#include "tests/benchmarks/torch/benchmark_experiment.h"

#include "core/base/clock.h"
#include "core/comparison/comparison.h"
#include "core/comparison/repeats.h"
#include "core/torch/train/trainer.h"

#include <ATen/record_function.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <string_view>
#include <vector>

using namespace stepscope;
using namespace stepscope::benchmarks;

namespace {

/// Ends the training after its last step, before the test.
class TrainingOnly : public RunFeed
{
public:
    TrainingOnly(int64_t steps, TrainingControl& control)
        : m_left(steps)
        , m_control(control)
    {
    }

    void stepsDone(std::span<const StepMetrics> steps) override
    {
        RunFeed::stepsDone(steps);
        m_left -= int64_t(steps.size());
        if (m_left <= 0)
            m_control.requestStop();
    }

private:
    int64_t m_left;
    TrainingControl& m_control;
};

Run train(const Experiment& experiment)
{
    TrainingControl control;
    TrainingOnly feed(experiment.steps, control);
    trainExperiment(experiment, dataSets(), control, feed);
    Run run;
    feed.drainInto(run);
    return run;
}

/// The time that the recorder adds to a step: median over adjacent turns with and without it.
double recorderCostNs(Experiment experiment, int rounds)
{
    const auto contestant = [&](bool profile) {
        return [&, profile](Turn& turn) {
            Experiment mine = experiment;
            mine.steps = 50'000;
            mine.profile = profile;
            mine.profileWait = mine.profileWarmup = 0;
            mine.profileActive = mine.steps; // no recorder trial
            TrainingControl control;
            FeedInTurns feed(turn, control);
            trainExperiment(mine, dataSets(), control, feed);
        };
    };
    const auto times =
        Turns::take({.steps = 20, .skipped = 4, .rounds = rounds}, {contestant(false), contestant(true)});
    std::vector<double> costs;
    for (size_t i = 0; i < times[0].size(); ++i)
        costs.push_back(times[1][i] - times[0][i]);
    return median(costs);
}

std::atomic<int64_t> delayNs = 0;

std::unique_ptr<at::ObserverContext> delay(const at::RecordFunction& function)
{
    if (std::string_view(function.name()).starts_with("Optimizer")) {
        const auto end = monotonicNs() + delayNs;
        while (monotonicNs() < end)
            ;
    }
    return nullptr;
}

/// Adds a delay to each optimizer step of this thread during its lifetime.
class DelayedSteps
{
public:
    explicit DelayedSteps(int64_t ns)
    {
        delayNs = ns;
        m_callback = at::addThreadLocalCallback(
            at::RecordFunctionCallback(&delay).scopes({at::RecordScope::FUNCTION}));
    }
    ~DelayedSteps() { at::removeCallback(m_callback); }
    DelayedSteps(const DelayedSteps&) = delete;
    DelayedSteps& operator=(const DelayedSteps&) = delete;

private:
    at::CallbackHandle m_callback;
};

RatioEstimate compared(const Run& run, const Run& baseline)
{
    const std::vector<NamedRun> runs{{&baseline, "A"}, {&run, "B"}};
    return *compareRuns(runs).runs[1].stepTime;
}

void print(const char* what, int number, const Run& a, const RatioEstimate& estimate)
{
    fmt::print("{} {:>2}  {:>8.3f} ms per step   ratio {:.4f}  95 % {:.4f}–{:.4f}   {}\n", what, number,
               stepTimes(a).medianNs / 1e6, estimate.ratio, estimate.interval.low, estimate.interval.high,
               verdictName(estimate.verdict));
    std::fflush(stdout);
}

struct RepeatedRatios
{
    RatioEstimate same;
    RatioEstimate slower;
};

/// Compares the experiment with the same experiment and with one with a delay in each step. The repeats of
/// the three alternate in a rotating order.
RepeatedRatios comparedByRepeats(const Experiment& experiment, int64_t delay, int repeats)
{
    std::array<std::vector<double>, 3> medians;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (size_t turn = 0; turn < medians.size(); ++turn) {
            const size_t which = (turn + size_t(repeat)) % medians.size();
            const DelayedSteps delayed(which == 2 ? delay : 0);
            medians[which].push_back(stepTimes(train(experiment)).medianNs);
        }
    }
    return {ratioOfRepeats(medians[1], medians[0]), ratioOfRepeats(medians[2], medians[0])};
}

void printRepeats(const char* what, int number, const RatioEstimate& estimate)
{
    fmt::print("{} {:>2}  by repeats   ratio {:.4f}  95 % {:.4f}–{:.4f}   {}\n", what, number, estimate.ratio,
               estimate.interval.low, estimate.interval.high, verdictName(estimate.verdict));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    beLikeTheProgram(argv);
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    auto experiment = benchmarkExperiment();
    experiment.batchSize = 16;
    experiment.steps = quick ? 150 : 400;
    const int pairs = quick ? 4 : 20;
    const double costNs = recorderCostNs(experiment, quick ? 8 : 30);
    fmt::print("Batch 16, {} steps per run, recorder on; the recorder costs {:.3f} ms per step\n",
               experiment.steps, costNs / 1e6);
    train(experiment); // warms the machine up
    int different = 0;
    int found = 0;
    for (int pair = 1; pair <= pairs; ++pair) {
        const Run first = train(experiment);
        const Run second = train(experiment);
        const auto same = compared(second, first);
        different += isDifference(same.verdict);
        print("A/A", pair, second, same);
    }
    fmt::print("A/A called different: {} of {} (goal: at most 1 of 20)\n", different, pairs);

    // Repeats as in `stepscope sweep`: many short runs, the settings one after the other.
    auto shortRun = experiment;
    shortRun.steps = 60;
    const int repeats = quick ? 6 : 60;
    const int64_t delay = int64_t(2 * std::max(costNs, 0.0));
    fmt::print("\nAlternating repeats of {} steps, {} of each setting; the delay is {:.3f} ms per step\n",
               shortRun.steps, repeats, double(delay) / 1e6);
    for (int round = 1; round <= 2; ++round) {
        const auto [same, slower] = comparedByRepeats(shortRun, delay, repeats);
        printRepeats("A/A", round, same);
        printRepeats("A/B", round, slower);
        found += slower.verdict == Verdict::Slower;
    }
    fmt::print("A/B found by repeats: {} of 2\n", found);
    return 0;
}
