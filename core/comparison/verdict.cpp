#include "core/comparison/verdict.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace stepscope {

namespace {

boost::math::students_t student(double degrees)
{
    return boost::math::students_t(std::clamp(degrees, 1.0, 1e6));
}

} // namespace

const char* verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Same:
        return "same";
    case Verdict::Slower:
        return "slower";
    case Verdict::Faster:
        return "faster";
    case Verdict::Unclear:
        return "too noisy to tell";
    case Verdict::TooFewSamples:
        return "too few steps";
    case Verdict::OtherBatchSize:
        return "other batch size";
    case Verdict::OtherSamples:
        return "samples of another size";
    }
    return "";
}

void VarianceSum::add(double variance, double degrees)
{
    m_variance += variance;
    m_parts += variance * variance / std::max(degrees, 1.0);
}

double VarianceSum::degrees() const
{
    return m_parts > 0.0 ? m_variance * m_variance / m_parts : 1.0;
}

double studentQuantile(double confidence, double degrees)
{
    return boost::math::quantile(boost::math::complement(student(degrees), (1.0 - confidence) / 2));
}

Interval logInterval(const LogRatio& ratio, double confidence)
{
    const double reach =
        ratio.variance > 0.0 ? studentQuantile(confidence, ratio.degrees) * std::sqrt(ratio.variance) : 0.0;
    return {ratio.value - std::hypot(reach, ratio.raisedBy),
            ratio.value + std::hypot(reach, ratio.loweredBy)};
}

double chanceOf(const LogRatio& ratio)
{
    const double bound = ratio.value > 0.0 ? ratio.raisedBy : ratio.loweredBy;
    const double beyond = ratio.value * ratio.value - bound * bound;
    if (beyond <= 0.0)
        return 1.0;
    if (ratio.variance <= 0.0)
        return 0.0;
    const double quantile = std::sqrt(beyond / ratio.variance);
    return 2.0 * boost::math::cdf(boost::math::complement(student(ratio.degrees), quantile));
}

Verdict verdictOf(double ratio, const Interval& interval, const DifferenceTest& test)
{
    if (interval.low > 1.0 && ratio > 1.0 + test.minimumEffect)
        return Verdict::Slower;
    if (interval.high < 1.0 && ratio < 1.0 - test.minimumEffect)
        return Verdict::Faster;
    const bool isWithin = interval.low >= 1.0 - test.sameWithin && interval.high <= 1.0 + test.sameWithin;
    return isWithin ? Verdict::Same : Verdict::Unclear;
}

RatioEstimate estimateOf(const LogRatio& ratio, const DifferenceTest& test, double confidence)
{
    const auto logs = logInterval(ratio, confidence);
    RatioEstimate estimate{.ratio = std::exp(ratio.value),
                           .interval = {std::exp(logs.low), std::exp(logs.high)},
                           .sameWithin = test.sameWithin};
    estimate.verdict = verdictOf(estimate.ratio, estimate.interval, test);
    return estimate;
}

double confidenceForAll(std::vector<double> chances, double falseShare)
{
    std::ranges::sort(chances);
    const auto count = double(std::max<size_t>(chances.size(), 1));
    for (size_t rejected = chances.size(); rejected > 0; --rejected) {
        const double chance = falseShare * double(rejected) / count;
        if (chances[rejected - 1] <= chance)
            return 1.0 - chance;
    }
    return 1.0 - falseShare / count;
}

} // namespace stepscope
