#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct Run;

/// Steps that no recorder marked, found by what repeats in a trace.
struct DetectedSteps
{
    std::vector<TraceStep> steps; ///< numbered from 0; between two of them there may be something else
    /// What they were detected from: "the ranges Optimizer.step#SGD.step". Empty: there are none.
    std::string source;
};

/// From the first of these that repeats regularly; without steps when none does, for a wrong step is worse
/// than none.
///
/// - Ranges of the optimizer's step and of the data loader, as PyTorch's profiler marks them. A step goes
/// from
///   the first batch that is loaded after the optimizer's last step to the next such batch. Where there is an
///   optimizer's step, nine in ten must follow the same number of batches; the others are no steps. Ranges of
///   one kind alone are steps where four in five of their distances are within half and twice the median;
///   what comes before the first of the optimizer's and after the last of the data loader's is no step.
/// - The kernels of the busiest stream, where the sequence of their names repeats itself at least four times
/// up
///   to the end, and that is at least half of it. A step begins with what launches the kernel before which
///   the stream pauses longest (the median of all repeats).
DetectedSteps detectSteps(const Trace& trace);

/// From the events of a name on the thread that has the most of them; numbers behind a name are left out
/// where none is called exactly so: "iteration" finds "iteration 12". Where they cover half of the time from
/// the first to the last, each is a step; else each begins one that lasts to the next. Throws Error when
/// there are fewer than two of them.
DetectedSteps stepsOn(const Trace& trace, std::string_view name);

/// What stepsOn() is to be asked for, when the user has picked an event of this name: the name, or, of a
/// single event whose name ends in a number, the name without it, as "iteration" for "iteration 12".
std::string nameForSteps(const Trace& trace, std::string_view name);

/// Makes them the steps of a run, in place of those that it has, and says so in its log. Returns what it
/// said.
std::vector<std::string> setDetectedSteps(Run& run, DetectedSteps detected);

/// setDetectedSteps() with stepsOn(). Throws Error, also for a run without events in time.
std::vector<std::string> useStepsOn(Run& run, std::string_view name);

} // namespace stepscope
