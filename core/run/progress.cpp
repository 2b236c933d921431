#include "core/run/progress.h"

#include <algorithm>
#include <vector>

namespace stepscope {

static constexpr int64_t recentNs = 2'000'000'000;

/// First of the last steps that began within the last two seconds of training, at least one; never the run's
/// very first step when there are others, for it sets everything up.
static size_t firstRecentStep(const std::vector<StepMetrics>& steps)
{
    const auto endNs = steps.back().startNs + steps.back().durationNs;
    size_t first = steps.size() - 1;
    while (first > 1 && endNs - steps[first - 1].startNs < recentNs)
        --first;
    return first;
}

static double medianStepNs(const std::vector<StepMetrics>& steps, size_t first)
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

/// Expected duration of one test.
static double testNs(const Run& run, double nsPerTrainImage)
{
    double sum = 0.0;
    for (const auto& epoch : run.epochs)
        sum += double(epoch.testNs);
    if (!run.epochs.empty())
        return sum / double(run.epochs.size());
    return nsPerTrainImage * double(run.plan.testImages) / 3.0;
}

Progress progressOf(const Run& run)
{
    Progress progress;
    progress.step = int64_t(run.steps.size());
    progress.totalSteps = run.plan.totalSteps;
    progress.epochs = int(run.plan.epochs);
    progress.testing = run.stage == RunStage::Testing;
    if (run.steps.empty() || run.plan.totalSteps == 0)
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

    const auto recentSteps = double(run.steps.size() - first);
    const double stepNs = double(durationNs) / recentSteps;
    const double oneTestNs = testNs(run, images ? double(durationNs) / double(images) : 0.0);
    double testsDone = double(run.epochs.size());
    if (progress.testing && run.plan.testBatches > 0)
        testsDone += double(run.testBatchesDone) / double(run.plan.testBatches);

    const double doneNs = stepNs * double(progress.step) + oneTestNs * testsDone;
    const double allNs = stepNs * double(progress.totalSteps) + oneTestNs * double(run.plan.tests);
    progress.fraction = run.outcome == RunOutcome::Finished ? 1.0 : std::clamp(doneNs / allNs, 0.0, 1.0);
    if (!run.isOver() && progress.step > 1)
        progress.secondsLeft = std::max(0.0, (allNs - doneNs) / 1e9);
    return progress;
}

} // namespace stepscope
