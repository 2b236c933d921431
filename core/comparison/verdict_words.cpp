#include "core/comparison/verdict_words.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

namespace stepscope {

std::string verdictWord(const RatioEstimate& estimate)
{
    switch (estimate.verdict) {
    case Verdict::Same:
        return translated("the same within {threshold}", {{"threshold", thresholdText(estimate.sameWithin)}});
    case Verdict::Slower:
        return translated("slower");
    case Verdict::Faster:
        return translated("faster");
    case Verdict::TooFewSamples:
        return translated("too few steps");
    case Verdict::OtherBatchSize:
        return translated("other batch size");
    case Verdict::OtherSamples:
        return translated("samples of another size");
    case Verdict::Unclear:
        break;
    }
    return translated("too noisy to tell");
}

std::string ratioBoundText(double bound, std::string text)
{
    if (bound < leastRatioBound)
        return translated("below {bound}", {{"bound", fmt::format("{:g}", leastRatioBound)}});
    if (bound > largestRatioBound)
        return translated("above {bound}", {{"bound", formatTimes(largestRatioBound)}});
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
