#pragma once

#include "core/record/program_description.h"
#include "core/record/recording_plan.h"
#include "core/run/run_sink.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

// The sentences with which the log of a recorded program's run begins and ends.

struct RecordingSentence
{
    LogLevel level = LogLevel::Info;
    std::string text;
};

/// What was run, with which versions, and what cannot be recorded of it.
std::vector<RecordingSentence> openingSentences(const RecordingPlan& plan, const ProgramDescription& program,
                                                bool isPython);

/// What a recording left out, and what else its log says at the end.
struct RecordingSummary
{
    uint64_t events = 0;              ///< the program wrote them faster than they were read
    int64_t calls = 0;                ///< of Python functions: too many waited for the end of their step
    int64_t allocations = 0;          ///< likewise
    int64_t steps = 0;                ///< of the run
    int64_t partSteps = 0;            ///< steps whose operators were not or only partly recorded
    bool arePartStepsPlanned = false; ///< RecordingPlan::windowsOnly
    bool hasLeftMemory = false;       ///< a profiler of the program recorded memory instead
    int64_t skippedUpdates = 0;       ///< by a gradient scaler, because gradients were not finite
    bool hasTooManyShapes = false;
};

std::vector<RecordingSentence> closingSentences(const RecordingSummary& summary);

} // namespace stepscope
