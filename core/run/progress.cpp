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

/// Mean duration of the last steps that are recorded in the trace, or of the last that are not.
struct StepSpeed
{
    std::optional<double> activeNs;
    std::optional<double> otherNs;

    double active() const { return activeNs ? *activeNs : otherNs.value_or(0.0); }
    double other() const { return otherNs ? *otherNs : activeNs.value_or(0.0); }
};

/// Considers the steps of one kind within `recentNs` of the last step of that kind, among the last steps.
std::optional<double> recentMeanNs(const std::vector<StepMetrics>& steps, bool active)
{
    constexpr size_t farthest = 20'000; // a reader asks several times per second
    const size_t end = steps.size() > farthest ? steps.size() - farthest : 1;
    int64_t sumNs = 0;
    int64_t count = 0;
    int64_t lastNs = 0;
    for (size_t i = steps.size(); i-- > end;) {
        if ((steps[i].phase == StepPhase::Active) != active)
            continue;
        if (count == 0)
            lastNs = steps[i].startNs + steps[i].durationNs;
        else if (lastNs - steps[i].startNs >= recentNs)
            break;
        sumNs += steps[i].durationNs;
        ++count;
    }
    if (count == 0)
        return std::nullopt;
    return double(sumNs) / double(count);
}

StepSpeed speedOf(const std::vector<StepMetrics>& steps)
{
    if (steps.size() == 1) {
        const auto onlyNs = double(steps.front().durationNs);
        return {onlyNs, onlyNs};
    }
    return {recentMeanNs(steps, true), recentMeanNs(steps, false)};
}

/// Duration of tests, as far as it was measured.
struct TestSpeed
{
    std::optional<double> testNs; ///< of a whole test
    double runningNs = 0.0;       ///< remaining time of the running test
    double doneNs = 0.0;          ///< elapsed time of all tests
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
    if (run.stage != RunStage::Testing)
        return speed;
    if (run.testBatchesDone > 0 && run.testBatchesNs > 0) {
        const double batchNs = double(run.testBatchesNs) / double(run.testBatchesDone);
        speed.runningNs = batchNs * double(run.plan.testBatches - run.testBatchesDone);
        speed.doneNs += double(run.testBatchesNs);
        if (!speed.testNs)
            speed.testNs = batchNs * double(run.plan.testBatches);
    } else {
        speed.runningNs = speed.testNs.value_or(0.0);
    }
    return speed;
}

double countedFraction(const Run& run)
{
    const auto batches = double(run.plan.testBatches);
    double done = double(run.steps.size()) + batches * double(run.epochs.size());
    if (run.stage == RunStage::Testing)
        done += double(run.testBatchesDone);
    return done / (double(run.plan.totalSteps) + batches * double(run.plan.tests));
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
    const auto trainNs = [&](int64_t begin, int64_t end) {
        const auto active = activeSteps(run.experiment, end) - activeSteps(run.experiment, begin);
        return speed.active() * double(active) + speed.other() * double(end - begin - active);
    };
    const auto tests = testSpeedOf(run);
    progress.testsAreTimed = run.plan.tests == 0 || tests.testNs.has_value();

    double leftNs = trainNs(progress.step, std::max(progress.step, progress.totalSteps));
    if (run.experiment.seconds > 0)
        leftNs = std::min(leftNs, run.experiment.seconds * 1e9);
    constexpr double leastShownNs = 0.5e9; // less is rounded to "at least 0 s", which says nothing
    const bool isLeastShown = leftNs >= leastShownNs;
    // The first step sets everything up and takes longer than any other.
    double doneNs = double(run.steps.front().durationNs) + trainNs(1, progress.step);
    if (progress.testsAreTimed) {
        const auto toCome =
            run.plan.tests - int64_t(run.epochs.size()) - (run.stage == RunStage::Testing ? 1 : 0);
        leftNs += tests.runningNs + tests.testNs.value_or(0.0) * double(std::max<int64_t>(toCome, 0));
        doneNs += tests.doneNs;
    }
    if (run.outcome == RunOutcome::Finished)
        progress.fraction = 1.0;
    else if (!progress.testsAreTimed)
        progress.fraction = std::clamp(countedFraction(run), 0.0, 1.0);
    else if (doneNs + leftNs > 0)
        progress.fraction = std::clamp(doneNs / (doneNs + leftNs), 0.0, 1.0);
    if (!run.isOver() && progress.step > 1 && (progress.testsAreTimed || isLeastShown))
        progress.secondsLeft = std::max(0.0, leftNs / 1e9);
    progress.isLeftToTests =
        !run.isOver() && progress.step > 1 && !progress.testsAreTimed && progress.secondsLeft < 0;
    return progress;
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
