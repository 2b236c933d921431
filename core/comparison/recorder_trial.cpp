#include "core/comparison/recorder_trial.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace stepscope {

namespace {

constexpr double mostDoubt = 0.05;

/// How many of the lowest, and of the highest, of n values can be left out so that the others still enclose
/// the median with 95 % confidence; -1 when even all of them do not.
int64_t leftOut(int64_t n)
{
    double chance = std::pow(0.5, double(n)); // of exactly k values below the median
    double below = 0.0;                       // of at most k values
    int64_t k = 0;
    for (; k < n; ++k) {
        below += chance;
        if (2.0 * below > mostDoubt)
            break;
        chance *= double(n - k) / double(k + 1);
    }
    return k - 1;
}

double medianDuration(std::span<const StepMetrics> block)
{
    std::vector<double> durations;
    for (const auto& step : block.subspan(1))
        durations.push_back(double(step.durationNs));
    return medianOf(durations);
}

bool isBlock(std::span<const StepMetrics> block)
{
    return isRecorderTrial(block.front().phase) && std::ranges::all_of(block, [&](const StepMetrics& step) {
               return step.phase == block.front().phase;
           });
}

/// Time with the recorder divided by the time without it; none unless this is a pair of comparable blocks.
std::optional<double> ratioOfPair(std::span<const StepMetrics> pair)
{
    const auto first = pair.first(pair.size() / 2);
    const auto second = pair.subspan(pair.size() / 2);
    const bool sameImages = std::ranges::all_of(
        pair, [&](const StepMetrics& step) { return step.images == pair.front().images; });
    if (!sameImages || !isBlock(first) || !isBlock(second) || first.front().phase == second.front().phase)
        return std::nullopt;
    const bool recordedFirst = first.front().phase == StepPhase::WithRecorder;
    const double with = medianDuration(recordedFirst ? first : second);
    const double without = medianDuration(recordedFirst ? second : first);
    return without > 0.0 ? std::optional(with / without) : std::nullopt;
}

std::vector<double> ratiosOfPairs(const Run& run)
{
    std::vector<double> ratios;
    const auto begin =
        std::ranges::find_if(run.steps, [](const StepMetrics& step) { return isRecorderTrial(step.phase); });
    if (begin == run.steps.end())
        return ratios;
    // The first block gives the length: the one after it is of the other kind.
    const auto second =
        std::find_if(begin, run.steps.end(), [&](const auto& step) { return step.phase != begin->phase; });
    const auto pairSteps = size_t(2 * (second - begin));
    if (pairSteps < 4)
        return ratios;
    std::span<const StepMetrics> left(begin, run.steps.end());
    for (; left.size() >= pairSteps && isRecorderTrial(left.front().phase); left = left.subspan(pairSteps))
        if (const auto ratio = ratioOfPair(left.first(pairSteps)))
            ratios.push_back(*ratio);
    return ratios;
}

} // namespace

StepPhase RecorderTrial::phaseOf(int64_t step) const
{
    const int64_t at = step - firstStep;
    if (at < 0 || at >= steps())
        return StepPhase::Off;
    const int64_t block = at / blockSteps;
    const bool isFirst = block % 2 == 0;
    const bool recordedFirst = block / 2 % 2 == 0;
    return isFirst == recordedFirst ? StepPhase::WithRecorder : StepPhase::WithoutRecorder;
}

bool RecorderTrial::isBoundary(int64_t step) const
{
    const int64_t at = step - firstStep;
    return pairs > 0 && at >= 0 && at <= steps() && at % blockSteps == 0;
}

RecorderTrial planRecorderTrial(int64_t firstStep, int64_t totalSteps)
{
    const int64_t affordable = (totalSteps - firstStep) / 2 / (2 * RecorderTrial::blockSteps);
    const int64_t pairs = std::min(affordable, RecorderTrial::mostPairs) / 2 * 2; // as many of either order
    return {firstStep, pairs >= RecorderTrial::fewestPairs ? pairs : 0};
}

std::optional<RecorderCost> recorderCost(const Run& run)
{
    auto ratios = ratiosOfPairs(run);
    const auto pairs = int64_t(ratios.size());
    const int64_t out = leftOut(pairs);
    if (out < 0)
        return std::nullopt;
    std::ranges::sort(ratios);
    return RecorderCost{.share = medianOf(ratios) - 1.0,
                        .interval = {ratios[size_t(out)] - 1.0, ratios[size_t(pairs - 1 - out)] - 1.0},
                        .pairs = pairs};
}

} // namespace stepscope
