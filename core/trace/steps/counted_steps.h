#pragma once

#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope {

/// Whether work was recorded in a step: an operator or layer, a collective call, work that began on a device,
/// or a call that launches such work. A profiler that stops at the start of a step leaves one without, which
/// must not lower the means.
bool hasWork(const Trace& trace, const TraceStep& step);

/// Whether an operator began in a step.
bool hasOperators(const Trace& trace, const TraceStep& step);

/// The steps over which figures per step are means, as indices in Trace::steps: the recorded ones of the
/// range that have work; if none has, all recorded ones.
std::vector<uint32_t> countedSteps(const Trace& trace, const StepRange& range = {});

/// The recorded steps as ranges of consecutive numbers, in order; a number that several ranks have counts
/// once.
std::vector<StepRange> recordedRanges(const Trace& trace);

/// The number of the recorded step with events that is nearest to a range, and not in it; of two, the earlier
/// one. None if there is no such step.
std::optional<int64_t> nearestRecordedStep(const Trace& trace, const StepRange& range);

} // namespace stepscope
