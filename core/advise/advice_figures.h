#pragma once

#include "core/comparison/recorder_trial.h"
#include "core/run/run_figures.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/host_communication.h"
#include "core/trace/steps/rank_figures.h"
#include "core/trace/steps/step_breakdown.h"

#include <optional>
#include <vector>

namespace stepscope {

/// How much longer the first steps of a run took than the others.
struct WarmUp
{
    int64_t steps = 0;    ///< from the first, that took longer than the 95th percentile of all but the first
    int64_t extraNs = 0;  ///< their time minus the same number of median steps
    double share = 0.0;   ///< extraNs / duration of all training steps
    int64_t recorded = 0; ///< of these steps in the recording
};

WarmUp warmUp(const Run& run, const StepTimes& times);

/// The peak use of a device's memory, as far as the trace shows it.
struct DevicePeak
{
    int64_t process = 0;
    int16_t device = 0;
    int64_t bytes = 0;
    /// Only a lower bound: the sum of single allocations, without those from before the recording.
    bool isLowerBound = true;
};
std::vector<DevicePeak> devicePeaks(const Trace& trace);

/// The figures from which findings are made. Those from the trace cover its steps in a range, the others the
/// whole run.
struct AdviceFigures
{
    StepFigures steps;
    /// There are no steps: `steps` contains the whole trace as one step.
    bool isOfWholeTrace = false;
    /// The steps with their device work, split by the activity of device and host; without such work, none.
    StepFigures deviceSteps;
    /// Over these, figures of devices and ranks are means: see countedSteps(). Steps without events on the
    /// host are among them if a device worked in them.
    int64_t countedSteps = 0;
    OperatorStatistics operators; ///< by operator; callsOutside is set once the run is over
    int64_t smallCalls = 0;       ///< calls shorter than AdviceThresholds::smallCallNs
    int64_t smallNs = 0;          ///< their time; of nested calls, only the outermost
    StepTimes times;
    WarmUp warmUp;
    MachineUse machine;
    std::optional<RecorderCost> recorder;
    std::vector<DeviceFigures> devices; ///< those with events in the steps
    std::vector<DevicePeak> peaks;      ///< by device, if its memory is known
    RanksFigures ranks;                 ///< of a distributed run
    HostCommunication communication;    ///< of the process groups of the CPU

    /// The split in which the overview and the report show the steps as well, and the steps in that split.
    StepSplit split() const { return deviceSteps.steps > 0 ? StepSplit::Device : StepSplit::Passes; }
    const StepFigures& splitSteps() const { return deviceSteps.steps > 0 ? deviceSteps : steps; }
    /// How long a step waits for its data.
    const StepTimeFigures& dataTime() const { return splitSteps().part(dataPart(split())); }
};

/// Collects the figures of a run as it grows.
class AdviceBuilder
{
public:
    explicit AdviceBuilder(const StepRange& steps = {});

    /// Processes new events of the trace, at most `limit`, and returns whether that was all. The last call
    /// also splits the new steps by their device work, which takes time in proportion to all their events.
    /// `run` must always be the same run.
    bool update(const Run& run, uint32_t limit = allEvents);
    /// The figures so far. Takes time in proportion to the run's steps and events.
    AdviceFigures figures(const Run& run) const;

private:
    void countSmall(const Trace& trace, EventId event);
    bool isSmall(const Trace& trace, EventId event) const;

    StepRange m_range;
    OperatorStatisticsBuilder m_operators;
    std::vector<StepBreakdown> m_steps; ///< all of the trace
    DeviceSplitter m_splitter;
    std::vector<StepBreakdown> m_deviceSteps; ///< all of a trace with device work
    size_t m_smallStep = 0;                   ///< the first step that ends after m_smallEvent
    EventId m_seenEvents{0};
    int64_t m_smallCalls = 0;
    int64_t m_smallNs = 0;
};

} // namespace stepscope
