#pragma once

#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepscope {

/// What the wall time of a step is split into: the passes that the host goes through. On the CPU nothing is
/// copied.
enum class StepPart : uint8_t { Data, Copy, Forward, Loss, Backward, Optimizer, Other };

inline constexpr size_t stepPartCount = size_t(StepPart::Other) + 1;

StepPart stepPartOf(Pass pass);
const char* stepPartName(StepPart part);

/// One recorded step. Times in nanoseconds.
struct StepBreakdown
{
    int64_t number = 0; ///< counted from 0
    StepPhase phase = StepPhase::Off;
    bool isSplit = false; ///< it has events; of one without, only the wall time is known
    int64_t wallNs = 0;
    std::array<int64_t, stepPartCount> partNs{}; ///< sums to wallNs exactly where the step is split
    int64_t betweenNs = 0;                       ///< of wallNs, in which no operator ran on any thread

    int64_t part(StepPart which) const { return partNs[size_t(which)]; }
    bool operator==(const StepBreakdown&) const = default;
};

/// Splits the steps of a trace, from `firstStep` to before `endStep` (indices in Trace::steps), so that each
/// instant of a step counts once.
///
/// - An instant in an outermost event of the step belongs to the part of that event's pass, whatever is
///   called inside. Where outermost events of several threads overlap, that of the lowest thread counts:
///   threads are numbered as they appear, so the one that trains comes first, and others count where it
///   waits for them. Of siblings that overlap by clock rounding, the one that began first counts.
/// - An instant in no event, but between two events of the same pass, belongs to that pass: the recorder
///   enters a pass once in a step and leaves it once, so it was in that pass all along. It is the host's work
///   around its operators. So is the time before the first event when that one is of the data pass, with
///   which each step begins.
/// - Every other instant is Other: between two passes nothing tells when the one ended and the next began,
///   nor after the last event.
///
/// Events are cut at the step's ends. A layer is an event for the parts, but no operator for betweenNs.
/// Takes time in proportion to the events of the steps.
std::vector<StepBreakdown> stepBreakdowns(const Trace& trace, size_t firstStep = 0,
                                          size_t endStep = std::numeric_limits<size_t>::max());

/// Of a time over steps. Percentiles lie between the two neighbours, linearly.
struct StepTimeFigures
{
    double medianNs = 0.0;
    double p5Ns = 0.0;
    double p95Ns = 0.0;
    int64_t totalNs = 0;
    double share = 0.0; ///< totalNs / that of the wall time: the parts' sum to 1
};

/// All zero when no step was split.
struct StepFigures
{
    int64_t steps = 0; ///< that were split
    int64_t firstStep = 0;
    int64_t lastStep = 0;
    StepTimeFigures wall;
    std::array<StepTimeFigures, stepPartCount> parts;
    StepTimeFigures between;

    const StepTimeFigures& part(StepPart which) const { return parts[size_t(which)]; }
    /// Mean time of a step.
    double perStepNs(const StepTimeFigures& figures) const
    {
        return steps > 0 ? double(figures.totalNs) / double(steps) : 0.0;
    }
};

/// Of the split steps in the range.
StepFigures stepFigures(std::span<const StepBreakdown> steps, const StepRange& range = {});

} // namespace stepscope
