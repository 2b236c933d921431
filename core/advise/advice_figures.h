#pragma once

#include "core/comparison/recorder_trial.h"
#include "core/run/run_figures.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/rank_figures.h"
#include "core/trace/steps/step_breakdown.h"

#include <optional>
#include <vector>

namespace stepscope {

/// How much longer the first steps of a run took than the rest.
struct WarmUp
{
    int64_t steps = 0; ///< from the first on, that took longer than the 95th percentile of all but the first
    int64_t extraNs = 0;  ///< their time beyond as many median steps
    double share = 0.0;   ///< extraNs / duration of all training steps
    int64_t recorded = 0; ///< of these steps that are in the recording
};

WarmUp warmUp(const Run& run, const StepTimes& times);

/// The most of a device's memory that was in use, as far as the trace tells.
struct DevicePeak
{
    int64_t process = 0;
    int16_t device = 0;
    int64_t bytes = 0;
};
std::vector<DevicePeak> devicePeaks(const Trace& trace);

/// All that findings are made of. What comes from the trace speaks of its steps in a range, the rest of the
/// whole run.
struct AdviceFigures
{
    StepFigures steps;
    /// There are no steps: `steps` has all of the trace as one.
    bool isOfWholeTrace = false;
    OperatorStatistics operators; ///< by operator; callsOutside is set once the run is over
    int64_t smallCalls = 0;       ///< calls shorter than AdviceThresholds::smallCallNs
    int64_t smallNs = 0;          ///< their time; of such calls inside others only that of the outermost
    StepTimes times;
    WarmUp warmUp;
    MachineUse machine;
    std::optional<RecorderCost> recorder;
    std::vector<DeviceFigures> devices; ///< with events in the steps
    std::vector<DevicePeak> peaks;      ///< by device, those whose memory is known
    RanksFigures ranks;                 ///< of a distributed run
};

/// Takes in a run as it grows.
class AdviceBuilder
{
public:
    explicit AdviceBuilder(const StepRange& steps = {});

    /// Takes in what is new of the trace, `limit` events at most, and returns whether that was all. `run` is
    /// always the same one.
    bool update(const Run& run, uint32_t limit = noEvent);
    /// Of what was taken in. Takes time in proportion to the run's steps.
    AdviceFigures figures(const Run& run) const;

private:
    void countSmall(const Trace& trace, uint32_t event);
    bool isSmall(const Trace& trace, uint32_t event) const;

    StepRange m_range;
    OperatorStatisticsBuilder m_operators;
    std::vector<StepBreakdown> m_steps; ///< all of the trace
    size_t m_smallStep = 0;             ///< the first step that ends behind m_smallEvent
    uint32_t m_seenEvents = 0;
    int64_t m_smallCalls = 0;
    int64_t m_smallNs = 0;
};

} // namespace stepscope
