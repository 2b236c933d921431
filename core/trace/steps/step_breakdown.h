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
#include <string>
#include <vector>

namespace stepscope {

/// The parts of a step's wall time: the passes of the host, or the activity of the device and the host.
enum class StepPart : uint8_t {
    Data,
    Copy, ///< of the batch to the device; on the CPU nothing is copied
    Forward,
    Loss,
    Backward,
    Optimizer,
    // Of StepSplit::Device, in decreasing priority:
    Kernel,
    MemoryCopy,
    MemorySet,
    Communication,
    Runtime,
    DataLoader,
    Operator,
    Other, ///< in both splits
    Idle,  ///< nothing was recorded
};

inline constexpr size_t stepPartCount = size_t(StepPart::Idle) + 1;

enum class StepSplit : uint8_t { Passes, Device };

StepPart stepPartOf(Pass pass);
/// "Memory copy": for files, in English.
const char* stepPartName(StepPart part);
/// "Memory copy": in the user's language. Idle is "Host and device idle".
std::string stepPartWord(StepPart part);
/// In display order.
std::span<const StepPart> partsOf(StepSplit split);
/// The part of a step that its data takes. In the split of the device, only the time in which the step waits
/// for it: no device works, and no call of its runtime is running.
StepPart dataPart(StepSplit split);

/// One recorded step. Times in nanoseconds.
struct StepBreakdown
{
    int64_t number = 0; ///< counted from 0
    StepPhase phase = StepPhase::Off;
    bool isSplit = false; ///< it has events; otherwise only the wall time is known
    bool hasWork = false; ///< as hasWork() says
    int64_t wallNs = 0;
    /// Those of one split; the others are 0. Adds up to exactly wallNs if the step is split.
    std::array<int64_t, stepPartCount> partNs{};
    int64_t betweenNs = 0;       ///< of wallNs, in which no operator ran on any thread
    int64_t betweenInDataNs = 0; ///< of betweenNs, in the data pass; 0 in the split of the device

    int64_t part(StepPart which) const { return partNs[size_t(which)]; }
    bool operator==(const StepBreakdown&) const = default;
};

/// Splits the steps of a trace, from `firstStep` to before `endStep` (indices in Trace::steps), so that each
/// moment of a step counts once.
///
/// - A moment in an outermost event of the step belongs to the part of that event's pass, whatever is called
///   inside. Where outermost events of several threads overlap, the lowest thread counts: threads are
///   numbered in order of appearance, so the training thread comes first, and others count where it waits for
///   them. Of siblings that overlap by clock rounding, the one that began first counts.
/// - A moment outside of events, but between two events of the same pass, belongs to that pass: the recorder
///   enters and leaves a pass once per step, so this is the host's work between its operators. The same
///   applies to the time before the first event if that event is in the data pass, with which each step
///   begins.
/// - Every other moment is Other: between two passes it is not known when one ended and the next began, nor
///   what happened after the last event.
///
/// Events are cut at the step's ends. A layer counts as an event for the parts, but not as an operator for
/// betweenNs. Events that enclose operators without belonging to a pass (a Python function, a range of the
/// program) are looked through, and work on a device belongs to no part: see DeviceSplitter. Takes time in
/// proportion to the events of the steps.
std::vector<StepBreakdown> stepBreakdowns(const Trace& trace, size_t firstStep = 0,
                                          size_t endStep = std::numeric_limits<size_t>::max());

/// The same for a trace without steps, which is split as if it were one step: from the first event to the end
/// of the last.
StepBreakdown wholeBreakdown(const Trace& trace);

/// Which parts of StepSplit::Passes the trace's events on the host belong to, by StepPart; Other is always
/// true. Only events in steps count, unless the trace has no steps. Where a part is false, its time of 0 in
/// stepBreakdowns() does not say that it took no time: the recording may not tell it apart.
std::array<bool, stepPartCount> partsWithEvents(const Trace& trace);

/// Splits steps by the activity of the device and the host, as in PyTorch's plugin for TensorBoard. Each
/// moment of a step counts once, for the first of these that covers it: a kernel, a copy, a memory set, a
/// communication between devices, a runtime call, the data loader, an operator, anything else that was
/// recorded on the host. A moment in none of them is Idle. Events that began before the step count where they
/// reach into it. betweenNs is the time without an operator, whatever the device does. The time of a step,
/// and so its wall time, is that of DeviceSteps.
///
/// Follows a trace as it grows. The data loader is what the host does in the data pass, or a range named
/// "enumerate(DataLoader)…" or "DataLoader…", and the optimizer's update, a range named "Optimizer.…", counts
/// as an operator. What the workers of Stepscope's own data loader do is no part of the step: see
/// isLoaderRange().
class DeviceSplitter
{
public:
    /// The steps added since the last call. `trace` must always be the same one. Takes time in proportion to
    /// the new events, and to the logarithm of the number in a step.
    std::vector<StepBreakdown> update(const Trace& trace);
    /// The steps in a piece of a trace that arrives in pieces: each continues the previous ones, refers to
    /// nothing in them, and has the same names. Do not mix with update().
    std::vector<StepBreakdown> addPiece(const Trace& piece);

private:
    struct Span
    {
        int64_t startNs;
        int64_t endNs;
        StepPart part;
    };

    StepBreakdown split(const Trace& trace, const TraceStep& step, const DeviceSteps::Time& at);
    void gather(const Trace& trace, EventId end);
    std::optional<StepPart> partOf(const Trace& trace, EventId event);
    void handOut(StepBreakdown& step, int64_t startNs, int64_t endNs) const;

    DeviceSteps m_times;
    size_t m_nextStep = 0;
    EventId m_nextEvent{0};
    std::vector<Span> m_spans; ///< of this step, and of earlier ones that have not ended
    std::vector<std::optional<StepPart>> m_partOfName; ///< of ranges; none: not determined yet
};

/// Statistics of a time over steps. Percentiles are interpolated linearly between the two neighbors.
struct StepTimeFigures
{
    double medianNs = 0.0;
    double p5Ns = 0.0;
    double p95Ns = 0.0;
    int64_t totalNs = 0;
    double share = 0.0; ///< totalNs / that of the wall time: those of the parts add up to 1
};

/// All zero when no step counts.
struct StepFigures
{
    int64_t steps = 0; ///< that count
    int64_t firstStep = 0;
    int64_t lastStep = 0;
    StepTimeFigures wall;
    std::array<StepTimeFigures, stepPartCount> parts;
    StepTimeFigures between; ///< of StepBreakdown::betweenNs, outside of the data pass

    const StepTimeFigures& part(StepPart which) const { return parts[size_t(which)]; }
    /// Mean time per step.
    double perStepNs(const StepTimeFigures& figures) const
    {
        return steps > 0 ? double(figures.totalNs) / double(steps) : 0.0;
    }
};

/// Those of countedSteps() that are split: their figures are comparable.
std::vector<const StepBreakdown*> countedSplits(std::span<const StepBreakdown> steps,
                                                const StepRange& range = {});

/// Over countedSplits().
StepFigures stepFigures(std::span<const StepBreakdown> steps, const StepRange& range = {});

} // namespace stepscope
