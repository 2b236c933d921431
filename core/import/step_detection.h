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

/// Makes them the steps of a run without recorded ones, and says so in its log.
void setDetectedSteps(Run& run, DetectedSteps detected);

} // namespace stepscope
