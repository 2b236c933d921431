#include "core/language/words.h"

#include "core/base/format.h"
#include "core/language/sentences.h"

#include <fmt/format.h>

namespace stepscope {

std::string passWord(Pass pass)
{
    switch (pass) {
    case Pass::Data:
        return sentence(SentenceId::WordData);
    case Pass::Forward:
        return sentence(SentenceId::WordForward);
    case Pass::Loss:
        return sentence(SentenceId::WordLoss);
    case Pass::Backward:
        return sentence(SentenceId::WordBackward);
    case Pass::Optimizer:
        return sentence(SentenceId::WordOptimizer);
    case Pass::Copy:
        return sentence(SentenceId::WordCopy);
    case Pass::Other:
        break;
    }
    return sentence(SentenceId::WordOther);
}

std::string outcomeWord(RunOutcome outcome)
{
    switch (outcome) {
    case RunOutcome::Running:
        return sentence(SentenceId::WordRunning);
    case RunOutcome::Finished:
        return sentence(SentenceId::WordFinished);
    case RunOutcome::Stopped:
        return sentence(SentenceId::WordStopped);
    case RunOutcome::Failed:
        return sentence(SentenceId::WordFailed);
    case RunOutcome::Crashed:
        return sentence(SentenceId::WordCrashed);
    case RunOutcome::NotStarted:
        break;
    }
    return sentence(SentenceId::WordNotStarted);
}

std::string importedWord()
{
    return sentence(SentenceId::WordImported);
}

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
