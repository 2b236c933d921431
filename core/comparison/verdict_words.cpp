#include "core/comparison/verdict_words.h"

#include "core/base/text/format.h"
#include "core/language/sentences.h"

#include <fmt/format.h>

namespace stepscope {

std::string verdictWord(const RatioEstimate& estimate)
{
    switch (estimate.verdict) {
    case Verdict::Same:
        return sentence(SentenceId::WordSameWithin, {{"threshold", thresholdText(estimate.sameWithin)}});
    case Verdict::Slower:
        return sentence(SentenceId::WordSlower);
    case Verdict::Faster:
        return sentence(SentenceId::WordFaster);
    case Verdict::TooFewSamples:
        return sentence(SentenceId::WordTooFewSteps);
    case Verdict::OtherBatchSize:
        return sentence(SentenceId::WordOtherBatchSize);
    case Verdict::Unclear:
        break;
    }
    return sentence(SentenceId::WordTooNoisy);
}

std::string ratioBoundText(double bound, std::string text)
{
    if (bound < leastRatioBound)
        return sentence(SentenceId::BoundBelow, {{"bound", fmt::format("{:g}", leastRatioBound)}});
    if (bound > largestRatioBound)
        return sentence(SentenceId::BoundAbove, {{"bound", formatTimes(largestRatioBound)}});
    return text;
}

std::string ratioBoundText(double bound)
{
    return ratioBoundText(bound, fmt::format("{:.3f}", bound));
}

std::string thresholdText(double share)
{
    return fmt::format("{:.4g} %", 100 * share);
}

} // namespace stepscope
