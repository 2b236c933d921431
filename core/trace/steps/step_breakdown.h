#pragma once

#include "core/trace/step_range.h"
#include "core/trace/steps/device_steps.h"
#include "core/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace stepscope {

/// What the wall time of a step is split into: the passes that the host goes through, or what the device and
/// the host are busy with.
enum class StepPart : uint8_t {
    Data,
    Copy, ///< of the batch to the device; on the CPU nothing is copied
    Forward,
    Loss,
    Backward,
    Optimizer,
    // Of StepSplit::Device, by falling priority:
    Kernel,
    MemoryCopy,
    MemorySet,
    Communication,
    Runtime,
    DataLoader,
    Operator,
    Other, ///< of both splits
    Idle,  ///< nothing was recorded
};

inline constexpr size_t stepPartCount = size_t(StepPart::Idle) + 1;

enum class StepSplit : uint8_t { Passes, Device };

StepPart stepPartOf(Pass pass);
const char* stepPartName(StepPart part);
/// In the order in which they are shown.
std::span<const StepPart> partsOf(StepSplit split);

/// One recorded step. Times in nanoseconds.
struct StepBreakdown
{
    int64_t number = 0; ///< counted from 0
    StepPhase phase = StepPhase::Off;
    bool isSplit = false; ///< it has events; of one without, only the wall time is known
    int64_t wallNs = 0;
    /// Those of one split, the others 0; sums to wallNs exactly where the step is split.
    std::array<int64_t, stepPartCount> partNs{};
    int64_t betweenNs = 0;       ///< of wallNs, in which no operator ran on any thread
    int64_t betweenInDataNs = 0; ///< of betweenNs, in the data pass; 0 in the split of the device

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
/// Events are cut at the step's ends. A layer is an event for the parts, but no operator for betweenNs. What
/// encloses operators without belonging to a pass (a Python function, a range of the program) is looked
/// through, and what runs on a device stands in no part: see DeviceSplitter.
/// Takes time in proportion to the events of the steps.
std::vector<StepBreakdown> stepBreakdowns(const Trace& trace, size_t firstStep = 0,
                                          size_t endStep = std::numeric_limits<size_t>::max());

/// The same of a trace without steps, which is split as if all of it were one step: from the first event to
/// the end of the last.
StepBreakdown wholeBreakdown(const Trace& trace);

/// The same by what the device and the host are busy with, as PyTorch's plugin for TensorBoard has it: each
/// instant of a step counts once, for the first of these that it lies in: a kernel, a copy, a set, a
/// communication between devices, a call of the runtime, the data loader, an operator, anything else that was
/// recorded on the host. Idle is an instant in none of them. What began before the step counts where it
/// reaches into it. betweenNs is that without an operator, whatever the device does. A step is the time that
/// DeviceSteps gives it, and so is its wall time.
///
/// Takes a trace in as it grows. The data loader is a range named "enumerate(DataLoader)…" or "DataLoader…",
/// and the optimizer's update, a range named "Optimizer.…", counts as an operator.
class DeviceSplitter
{
public:
    /// Of the steps that have come since the last call. `trace` is always the same one. Takes time in
    /// proportion to the new events, and to the logarithm of the number in a step.
    std::vector<StepBreakdown> update(const Trace& trace);
    /// Of the steps in a piece of a trace that comes in pieces: each continues those before, refers to
    /// nothing in them, and has the same names. Not to be mixed with update().
    std::vector<StepBreakdown> addPiece(const Trace& piece);

private:
    struct Span
    {
        int64_t startNs;
        int64_t endNs;
        StepPart part;
    };

    StepBreakdown split(const Trace& trace, const TraceStep& step, const DeviceSteps::Time& at);
    void gather(const Trace& trace, uint32_t end);
    std::optional<StepPart> partOf(const Trace& trace, uint32_t event);
    void handOut(StepBreakdown& step, int64_t startNs, int64_t endNs) const;

    DeviceSteps m_times;
    size_t m_nextStep = 0;
    uint32_t m_nextEvent = 0;
    std::vector<Span> m_spans; ///< of this step, and of those before that have not ended
    std::vector<std::optional<StepPart>> m_partOfName; ///< of ranges; none: not looked at
};

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
    StepTimeFigures between; ///< of StepBreakdown::betweenNs, what is not in the data pass

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
