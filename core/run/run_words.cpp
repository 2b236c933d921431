#include "core/run/run_words.h"

#include "core/language/sentences.h"

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

} // namespace stepscope
