#include "core/run/progress.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace stepscope {

namespace {

constexpr int64_t recentNs = 2'000'000'000;

/// The first of the last steps, at least one, that began within the last two seconds of training. Never the
/// run's very first step if there are others, because it sets everything up.
size_t firstRecentStep(const std::vector<StepMetrics>& steps)
{
    const auto endNs = steps.back().startNs + steps.back().durationNs;
    size_t first = steps.size() - 1;
    while (first > 1 && endNs - steps[first - 1].startNs < recentNs)
        --first;
    return first;
}

double medianStepNs(const std::vector<StepMetrics>& steps, size_t first)
{
    constexpr size_t enough = 1000;
    first = std::max(first, steps.size() > enough ? steps.size() - enough : 0);
    std::vector<int64_t> durations;
    for (size_t i = first; i < steps.size(); ++i)
        durations.push_back(steps[i].durationNs);
    const auto middle = durations.begin() + std::ptrdiff_t(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    return double(*middle);
}

/// Mean duration of the last steps, in all and of those that are recorded in the trace or are not.
struct StepSpeed
{
    double meanNs = 0.0;
    double activeNs = 0.0;
    double otherNs = 0.0;
};

/// The mean of some steps.
struct StepMean
{
    int64_t sumNs = 0;
    int64_t count = 0;

    void add(const StepMetrics& step)
    {
        sumNs += step.durationNs;
        ++count;
    }
    double ns() const { return double(sumNs) / double(count); }
};

/// Considers the steps since the middle of the training so far, at least of half a minute: on a busy machine,
/// single steps take several times as long as others.
StepSpeed speedOf(const std::vector<StepMetrics>& steps)
{
    constexpr int64_t leastNs = 30'000'000'000;
    constexpr size_t farthest = 20'000; // a reader asks several times per second
    constexpr int64_t enough = 10;      // of a kind; the few before the first recorded ones say little
    if (steps.size() == 1) {
        const auto onlyNs = double(steps.front().durationNs);
        return {onlyNs, onlyNs, onlyNs};
    }
    const auto endNs = steps.back().startNs + steps.back().durationNs;
    const auto windowNs = std::max(leastNs, (endNs - steps.front().startNs) / 2);
    const size_t end = steps.size() > farthest ? steps.size() - farthest : 1;
    StepMean all;
    StepMean active;
    StepMean other;
    for (size_t i = steps.size(); i-- > end;) {
        if (all.count > 0 && endNs - steps[i].startNs > windowNs)
            break;
        all.add(steps[i]);
        (steps[i].phase == StepPhase::Active ? active : other).add(steps[i]);
    }
    return {.meanNs = all.ns(),
            .activeNs = active.count >= enough ? active.ns() : all.ns(),
            .otherNs = other.count >= enough ? other.ns() : all.ns()};
}

/// Duration of tests, as far as it was measured.
struct TestSpeed
{
    std::optional<double> testNs;    ///< of a whole test
    std::optional<double> runningNs; ///< remaining time of the running test
    double doneNs = 0.0;             ///< elapsed time of all tests
};

TestSpeed testSpeedOf(const Run& run)
{
    constexpr size_t last = 3;
    TestSpeed speed;
    const auto count = std::min(last, run.epochs.size());
    for (size_t i = run.epochs.size() - count; i < run.epochs.size(); ++i)
        speed.testNs = speed.testNs.value_or(0.0) + double(run.epochs[i].testNs) / double(count);
    for (const auto& epoch : run.epochs)
        speed.doneNs += double(epoch.testNs);
    if (run.stage == RunStage::Testing && run.testBatchesDone > 0 && run.testBatchesNs > 0) {
        const double batchNs = double(run.testBatchesNs) / double(run.testBatchesDone);
        speed.runningNs = batchNs * double(run.plan.testBatches - run.testBatchesDone);
        speed.doneNs += double(run.testBatchesNs);
        if (!speed.testNs)
            speed.testNs = batchNs * double(run.plan.testBatches);
    }
    return speed;
}

/// Remaining time of all tests, of which one takes `testNs`.
double testsLeftNs(const Run& run, const TestSpeed& speed, double testNs)
{
    const bool isTesting = run.stage == RunStage::Testing;
    const auto toCome = run.plan.tests - int64_t(run.epochs.size()) - (isTesting ? 1 : 0);
    return (isTesting ? speed.runningNs.value_or(testNs) : 0.0) +
           testNs * double(std::max<int64_t>(toCome, 0));
}

} // namespace

Progress progressOf(const Run& run)
{
    Progress progress;
    progress.step = int64_t(run.steps.size());
    progress.totalSteps = run.plan.totalSteps;
    progress.epochs = int(run.plan.epochs);
    progress.testing = run.stage == RunStage::Testing;
    if (run.steps.empty())
        return progress;
    progress.epoch = run.steps.back().epoch;

    const auto first = firstRecentStep(run.steps);
    int64_t images = 0;
    int64_t durationNs = 0;
    for (size_t i = first; i < run.steps.size(); ++i) {
        images += run.steps[i].images;
        durationNs += run.steps[i].durationNs;
    }
    if (durationNs > 0)
        progress.imagesPerSecond = double(images) * 1e9 / double(durationNs);
    progress.stepMs = medianStepNs(run.steps, first) / 1e6;
    if (run.plan.totalSteps == 0)
        return progress; // of a recorded program

    const auto speed = speedOf(run.steps);
    progress.meanStepSeconds = speed.meanNs / 1e9;
    const auto trainNs = [&](int64_t begin, int64_t end) {
        const auto active = activeSteps(run.experiment, end) - activeSteps(run.experiment, begin);
        return speed.activeNs * double(active) + speed.otherNs * double(end - begin - active);
    };
    const auto tests = testSpeedOf(run);
    progress.testsAreTimed = run.plan.tests == 0 || tests.testNs.has_value();

    double trainingLeftNs = trainNs(progress.step, std::max(progress.step, progress.totalSteps));
    if (run.experiment.seconds > 0)
        trainingLeftNs = std::min(trainingLeftNs, run.experiment.seconds * 1e9);
    // The first step sets everything up and takes longer than any other.
    const double doneNs = double(run.steps.front().durationNs) + trainNs(1, progress.step) + tests.doneNs;
    const double testNs =
        tests.testNs.value_or(assumedTestNs(run.plan, speed.meanNs, run.steps.front().images));
    const double testingLeftNs = testsLeftNs(run, tests, testNs);
    const double leftNs = trainingLeftNs + testingLeftNs;
    if (run.outcome == RunOutcome::Finished)
        progress.fraction = 1.0;
    else if (doneNs + leftNs > 0)
        progress.fraction = std::clamp(doneNs / (doneNs + leftNs), 0.0, 1.0);
    if (run.isOver() || progress.step <= 1)
        return progress;
    constexpr double leastShownNs = 0.5e9; // less is rounded to "at least 0 s", which says nothing
    progress.trainingSecondsLeft = std::max(0.0, trainingLeftNs / 1e9);
    if (progress.testsAreTimed)
        progress.secondsLeft = std::max(0.0, leftNs / 1e9);
    else if (trainingLeftNs >= leastShownNs)
        progress.secondsLeft = progress.trainingSecondsLeft;
    else
        progress.isLeftToTests = true;
    return progress;
}

double assumedTestNs(const RunPlan& plan, double stepNs, int64_t stepSamples)
{
    constexpr double forwardShare = 1.0 / 3.0; // a backward pass costs about two forward passes
    // What a step costs besides its samples, in samples: with few of them, most of its time.
    constexpr double fixedSamples = 5.0;
    const auto samples = std::max(plan.testImages + plan.validationImages, plan.testBatches);
    return double(samples) * forwardShare * stepNs /
           (double(std::max<int64_t>(stepSamples, 1)) + fixedSamples);
}

double SteadyFraction::of(const Run& run, const Progress& progress)
{
    const bool isSameRun = run.startUnixMs == m_startUnixMs;
    m_startUnixMs = run.startUnixMs;
    m_fraction = isSameRun ? std::max(m_fraction, progress.fraction) : progress.fraction;
    return m_fraction;
}

std::string timeLeftText(const Progress& progress)
{
    if (progress.isLeftToTests)
        return translated("time of tests not known yet");
    if (progress.secondsLeft < 0)
        return translated("time left not known yet");
    return translated(progress.testsAreTimed ? translatable("{time} left")
                                             : translatable("at least {time} left"),
                      {{"time", formatSeconds(progress.secondsLeft)}});
}

std::string epochNumberText(int64_t epoch, int64_t planned, const Experiment& experiment)
{
    if (experiment.seconds > 0)
        return formatCount(epoch);
    return translated("{epoch} of {planned}",
                      {{"epoch", formatCount(epoch)}, {"planned", formatCount(planned)}});
}

std::string plannedStepsText(const Run& run)
{
    const auto steps = formatCount(run.plan.totalSteps);
    return run.experiment.seconds > 0 ? translated("about {count}", {{"count", steps}}) : steps;
}

} // namespace stepscope
