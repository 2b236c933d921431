#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace stepscope {

/// Every sentence and heading that a report is written with. What each says, and which placeholders it has,
/// stands in the catalogue of a language; nothing else puts words together.
enum class SentenceId : uint8_t {
    // Headings
    ReportTitle,
    ReportTitleAcross,
    TitleBatchSizes,
    TitleDevices,
    TitleBatchSizesAndDevices,
    OneRun,
    ManyRuns,
    HeadingRuns,
    HeadingEnvironment,
    HeadingSummary,
    HeadingNotes,
    HeadingComparison,
    HeadingGraph,
    HeadingCurves,
    HeadingCurvesOfRun,
    HeadingCharts,
    HeadingOperators,
    HeadingOperatorComparison,
    HeadingForwardPass,
    TopicOperators,
    TopicTime,
    TopicDevices,
    TopicFirstSteps,
    TopicAccuracy,
    TopicMachine,
    // What stands above tables and below pictures
    WrittenBy,
    AboutComparison,
    AboutOneRun,
    AboutGraph,
    AboutCurves,
    AboutOverlays,
    AboutOperators,
    AboutOperatorsOfRun,
    AboutOperatorComparison,
    AboutForwardPass,
    AboutForwardPassNested,
    AboutForwardPassSteps,
    CaptionGraph,
    CaptionLoss,
    CaptionAccuracy,
    CaptionOverlay,
    CaptionTime,
    CaptionOperatorsOfRun,
    CaptionForwardPass,
    // Charts
    ImagesPerSecond,
    ChartStepTime,
    Speedup,
    ChartEpochTime,
    CpuUseTitle,
    ChartMemory,
    ChartTestAccuracy,
    ChartOperatorsPerStep,
    ChartOperatorsPerImage,
    BatchSize,
    AxisStepTime,
    AxisStepTimeRepeats,
    AxisSpeedup,
    AxisSpeedupRepeats,
    AxisEpochTime,
    AxisCpuUse,
    AxisMemory,
    AxisTestAccuracy,
    AxisSelfTimePerStep,
    AxisSelfTimePerImage,
    LegendOthers,
    LegendMore,
    RepeatsAsLine,
    RepeatsAsBars,
    RepeatsStacked,
    RangeOfNumbers,
    // Repeats of a setting
    HeadingSettings,
    AboutSettings,
    HeadSetting,
    HeadRepeats,
    TrainingPerEpoch,
    TestAccuracyFinal,
    MedianWithRange,
    // Which operators dominate
    OperatorLeads,
    OperatorLeadsAlone,
    OperatorsTogether,
    PassShares,
    OperatorShareMoves,
    OperatorLeaderChanges,
    // How time moves with the batch size
    StepTimeRatio,
    StepTimeRatioSame,
    StepTimeAlikeSame,
    StepTimeAlike,
    StepTimeUnjudged,
    ImageTimeFaster,
    ImageTimeSlower,
    ImageTimeAlike,
    EpochTime,
    FastestRun,
    // What differs between devices
    DeviceFaster,
    DeviceSlower,
    DeviceAlike,
    // What the first step cost
    FirstStepSlower,
    FirstStepAlike,
    // Where the accuracy ended
    AccuracyEnded,
    AccuracyBestEarlier,
    AccuracyHighest,
    AccuracyReached,
    // What it asked of the machine
    CpuUse,
    PeakMemory,
    RecorderCost,
    GpuUse,
    // The cold forward pass
    ForwardPassTook,
    ForwardPassNests,
    ForwardPassAgainstStep,
    // Notes
    NoteBusyOthers,
    BusyDuring,
    NoteBusyAtStart,
    NoteFailed,
    NoteStopped,
    NoteCrashed,
    NoteRunning,
    NoteNoSteps,
    NoteNotProfiled,
    NoteDamaged,
    NoteEnvironmentsDiffer,
    NoteGraphMissing,
    NoteNotWritten,
};

inline constexpr size_t sentenceCount = size_t(SentenceId::NoteNotWritten) + 1;

using SentenceValues = std::initializer_list<std::pair<std::string_view, std::string>>;

/// The sentence with its placeholders filled in. `values` names each of them, and no other.
std::string sentence(SentenceId id, SentenceValues values = {});

/// As it stands in the catalogue, "{run} took {time}."; for tests and translators.
std::string_view sentencePattern(SentenceId id);

} // namespace stepscope
