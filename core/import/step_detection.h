#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct Run;

/// Steps that no recorder marked, detected from repetition in a trace.
struct DetectedSteps
{
    std::vector<TraceStep> steps; ///< numbered from 0; between two of them there may be something else
    /// What they were detected from: "the ranges Optimizer.step#SGD.step". Empty: there are none. English in
    /// every language, as stepSourceOf() reads it from a run's log; stepSourceText() translates it.
    std::string source;
};

/// Detects steps from the first of these that repeats regularly; none if nothing does, because a wrong step
/// is worse than none.
///
/// - Ranges of the optimizer's step and of the data loader, as marked by PyTorch's profiler. A step lasts
///   from the first batch loaded after the optimizer's last step to the next such batch. If there is an
///   optimizer's step, nine in ten must follow the same number of batches; the others are not steps. Ranges
///   of only one kind are steps if four in five of their intervals are between half and twice the median;
///   anything before the optimizer's first range or after the data loader's last is not a step.
/// - The kernels of the busiest stream, if the sequence of their names repeats at least four times up to the
///   end, and the repeats make up at least half of it. A step begins with the launch of the kernel before
///   which the stream pauses longest (the median of all repeats).
DetectedSteps detectSteps(const Trace& trace);

/// Makes steps from the events of a name on the thread that has the most of them. If no event has exactly
/// this name, numbers at the end of names are ignored: "iteration" finds "iteration 12". If the events cover
/// half of the time from the first to the last, each is a step; otherwise each begins a step that lasts until
/// the next. Throws Error if there are fewer than two events.
DetectedSteps stepsOn(const Trace& trace, std::string_view name);

/// The name to pass to stepsOn() when the user picks an event of this name: the name or, if it ends in a
/// number and only one event has it, the name without the number ("iteration" for "iteration 12").
std::string nameForSteps(const Trace& trace, std::string_view name);

/// Replaces the steps of a run by these and logs that. Returns the sentences logged.
std::vector<std::string> setDetectedSteps(Run& run, DetectedSteps detected);

/// setDetectedSteps() with stepsOn(). Throws Error, also for a run without timed events.
std::vector<std::string> useStepsOn(Run& run, std::string_view name);

} // namespace stepscope
