#include "core/run/run_words.h"

#include "core/language/translation.h"

namespace stepscope {

std::string outcomeWord(RunOutcome outcome)
{
    switch (outcome) {
    case RunOutcome::Running:
        return translated("running");
    case RunOutcome::Finished:
        return translated("finished");
    case RunOutcome::Stopped:
        return translated("stopped");
    case RunOutcome::Failed:
        return translated("failed");
    case RunOutcome::Crashed:
        return translated("crashed");
    case RunOutcome::NotStarted:
        break;
    }
    return translated("not started");
}

std::string importedWord()
{
    return translated("imported");
}

} // namespace stepscope
