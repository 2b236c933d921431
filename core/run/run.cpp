#include "core/run/run.h"

namespace stepscope {

const char* runOutcomeName(RunOutcome outcome)
{
    switch (outcome) {
    case RunOutcome::NotStarted:
        return "not started";
    case RunOutcome::Running:
        return "running";
    case RunOutcome::Finished:
        return "finished";
    case RunOutcome::Stopped:
        return "stopped";
    case RunOutcome::Failed:
        return "failed";
    case RunOutcome::Crashed:
        return "crashed";
    }
    return "";
}

} // namespace stepscope
