#include "core/ab_test/ab_test.h"
#include "core/comparison/repeats.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope {

namespace {

constexpr size_t spans = 8; ///< in the second half of the images
/// Losses of fewer steps in a span would be those of single batches.
constexpr int fewestStepsPerSpan = 2;

int64_t imagesOf(std::span<const StepMetrics> steps)
{
    return std::accumulate(steps.begin(), steps.end(), int64_t(0),
                           [](int64_t sum, const StepMetrics& step) { return sum + step.images; });
}

struct SpanLosses
{
    std::vector<double> means; ///< one per span in which a step ends
    double mean = 0.0;         ///< over all images
    bool isFinite = true;
    bool isComplete = true; ///< each span has enough steps
};

/// Of the spans that end at `images`; a step belongs to the span in which it ends.
SpanLosses spanLosses(std::span<const StepMetrics> steps, int64_t images)
{
    std::vector<double> sums(spans);
    std::vector<int64_t> counts(spans);
    std::vector<int> stepCounts(spans);
    SpanLosses losses;
    int64_t seen = 0;
    for (const StepMetrics& step : steps) {
        seen += step.images;
        if (seen * 2 <= images || seen > images)
            continue;
        const auto span = std::min(size_t((seen * 2 - images - 1) * int64_t(spans) / images), spans - 1);
        sums[span] += double(step.loss) * step.images;
        counts[span] += step.images;
        ++stepCounts[span];
        losses.isFinite &= std::isfinite(step.loss);
    }
    for (size_t span = 0; span < spans; ++span)
        if (counts[span] > 0)
            losses.means.push_back(sums[span] / double(counts[span]));
    losses.isComplete = std::ranges::min(stepCounts) >= fewestStepsPerSpan;
    losses.mean = std::reduce(sums.begin(), sums.end()) / double(std::reduce(counts.begin(), counts.end()));
    return losses;
}

LossVerdict verdictOf(const RatioEstimate& ratio)
{
    if (ratio.verdict != Verdict::TooFewSamples && ratio.interval.low >= 1.0 - ratio.sameWithin &&
        ratio.interval.high <= 1.0 + ratio.sameWithin)
        return LossVerdict::Same; // even if the difference is real
    switch (ratio.verdict) {
    case Verdict::Same:
        return LossVerdict::Same;
    case Verdict::Faster:
        return LossVerdict::Lower;
    case Verdict::Slower:
        return LossVerdict::Higher;
    default:
        return LossVerdict::Unclear;
    }
}

/// A few steps with a much higher loss hardly change the ratio of geometric means, but they do change what
/// the training reached on average.
bool isContradicted(LossVerdict verdict, const SpanLosses& a, const SpanLosses& b)
{
    return (verdict == LossVerdict::Lower && b.mean >= a.mean) ||
           (verdict == LossVerdict::Higher && b.mean <= a.mean);
}

} // namespace

const char* lossVerdictName(LossVerdict verdict)
{
    switch (verdict) {
    case LossVerdict::Same:
        return "same";
    case LossVerdict::Lower:
        return "lower";
    case LossVerdict::Higher:
        return "higher";
    case LossVerdict::Unclear:
        return verdictName(Verdict::Unclear);
    case LossVerdict::NotComparable:
        return "not comparable";
    case LossVerdict::TooShort:
        break;
    }
    return verdictName(Verdict::TooFewSamples);
}

DifferenceTest abTestOfLosses()
{
    DifferenceTest test;
    test.sameWithin = 0.05;
    test.falseShare = 0.01; // the test ends by the width of this interval, which raises the share
    return test;
}

LossChange lossChange(std::span<const StepMetrics> a, std::span<const StepMetrics> b)
{
    LossChange change{.images = std::min(imagesOf(a), imagesOf(b))};
    if (change.images == 0)
        return change;
    const SpanLosses ofA = spanLosses(a, change.images);
    const SpanLosses ofB = spanLosses(b, change.images);
    if (ofA.means.empty() || ofB.means.empty())
        return change;
    change.a = geometricMean(ofA.means);
    change.b = geometricMean(ofB.means);
    if (!ofA.isFinite || !ofB.isFinite) {
        change.verdict = ofA.isFinite ? LossVerdict::Higher : LossVerdict::NotComparable;
        return change;
    }
    if (!ofA.isComplete || !ofB.isComplete)
        return change;
    if (std::min(std::ranges::min(ofA.means), std::ranges::min(ofB.means)) <= 0.0) {
        change.verdict = LossVerdict::NotComparable; // ratios of losses of 0 mean nothing
        return change;
    }
    change.ratio = ratioOfRepeats(ofB.means, ofA.means, abTestOfLosses());
    change.verdict = verdictOf(change.ratio);
    if (isContradicted(change.verdict, ofA, ofB))
        change.verdict = LossVerdict::Unclear;
    return change;
}

} // namespace stepscope
