#pragma once

#include "core/language/translation.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The questions of the guided analysis. Those from CopyTime on need device events.
enum class FindingId : uint8_t {
    DataLoading,
    CostliestOperators,
    Threads,
    WarmUp,
    RecorderCost,
    BetweenOperators,
    Memory,
    SmallOperators,
    OtherPrograms,
    GpuUse,
    CopyTime,
    CopyOverlap,
    CopyThroughput,
    SmallKernels,
    TensorCores,
    CopyDirections,
    Utilization,
    DeviceIdle,
    CostliestKernels,
    DeviceFill,
    KernelConcurrency,
    Communication,
    DeviceMemory,
    // For the ranks of a distributed run
    RankOverlap,
    Stragglers,
    HostCommunication,
};

/// "data-loading": for files and the command line.
const char* findingName(FindingId id);

enum class FindingVerdict : uint8_t {
    LookHere,
    Good,
    NotApplicable, ///< nothing to judge; the finding says why
    CannotBeTold,  ///< not from this recording; the finding says why
};

/// In the user's language: "Needs attention".
std::string verdictText(FindingVerdict verdict);
/// "look-here", for files.
const char* verdictKey(FindingVerdict verdict);

/// A share (1: the whole) and Stepscope's threshold.
struct FindingMeasure
{
    double value = 0.0;
    double threshold = 0.0;
    bool isWorseAbove = true; ///< the threshold is an upper limit
    bool isGain = false; ///< it is the possible gain, not the figure that the finding's question is about

    bool isCrossed() const { return isWorseAbove ? value > threshold : value < threshold; }
};

/// The findings that cause this one: while they apply, it cannot be judged by itself, so they are listed
/// first. "Other programs" comes before everything that takes time.
std::span<const FindingId> causesOf(FindingId id);

/// What improving an operator can gain, after G. M. Amdahl, "Validity of the single processor approach to
/// achieving large scale computing capabilities" (1967): with p the operator's share of the step, the step
/// is 1 / (1 - p + p / s) times as fast when the operator is s times as fast.
struct OperatorGain
{
    std::string name; ///< as in Trace::names
    Pass pass = Pass::Other;
    double share = 0.0;     ///< p: own time / wall time of the counted steps, at most 1
    double perStepNs = 0.0; ///< own time in a mean step: self time and calls of the device's runtime
    double runtimeNs = 0.0; ///< of perStepNs, in these calls
    /// How many times as fast the step is when the operator takes half its time. What it takes while a device
    /// works cannot be gained.
    double half = 1.0;
    double free = 1.0; ///< the same when it takes no time; infinite if nothing else is left
};

/// The view that shows a finding's figures in detail.
enum class FindingPlace : uint8_t { Nowhere, Operators, Steps, Machine };

/// One question with its answer. Texts are plain, in the user's language; names in them come from the run, so
/// the writer of a format must escape them.
struct Finding
{
    FindingId id = FindingId::DataLoading;
    FindingVerdict verdict = FindingVerdict::CannotBeTold;
    bool isOfDevice = false; ///< needs device events
    std::string title;
    std::string question;
    std::string formula;
    std::optional<FindingMeasure> measure;
    std::string meaning;            ///< what the measured value says, or why there is no answer
    std::vector<std::string> tries; ///< what to try, if the figure is worth a look
    std::vector<OperatorGain> operators;
    FindingPlace place = FindingPlace::Nowhere;
    std::string operatorName; ///< to select in that view, or empty
    /// The largest possible gain in time per step (for a trace without steps: in total), by which findings
    /// are ranked; none: not known.
    std::optional<double> gainNs;
    bool isGainPerStep = true;
    bool hasRuntimeCalls = false; ///< the times of its operators include calls of the device's runtime
    bool isGainOfHalf = false;    ///< of halving the time: it cannot become 0
    /// The figure and the gain are of the whole run, while the others are of selected steps.
    bool isOfWholeRun = false;
};

/// The column titles of a finding's table of operators or kernels, with figures per step or per trace.
struct GainTableHeads
{
    Translatable name;
    Translatable time;      ///< "Self time per step"; "Own time per step" includes calls of the runtime
    Translatable shortTime; ///< "Self"
    Translatable share;     ///< "Share of step"
    Translatable half;      ///< of OperatorGain::half
    Translatable free;
};
GainTableHeads gainTableHeads(const Finding& finding);

/// "Possible gain: up to 3.10 ms per step, if twice as fast", "Possible gain: not known".
std::string gainText(const Finding& finding);
/// "12.3 %": of a measure or its threshold.
std::string measureText(double share);
/// With up to two more digits if needed to distinguish it from the threshold.
std::string measureText(const FindingMeasure& measure);
/// "at most 5 %", "at least 65 %".
std::string thresholdText(const FindingMeasure& measure);

} // namespace stepscope
