#pragma once

#include "core/run/run.h"
#include "core/trace/operators/operator_statistics.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

struct KernelStatistics;

/// Statistics of the active steps, or of all steps when the schedule had no active step or when not all
/// events are in memory: see recordedStatistics().
OperatorStatistics runStatistics(const Run& run, OperatorGrouping grouping);

/// Which steps statistics cover: "active steps 10 to 59", "all 938 steps", "active steps 5 to 10 and 18 calls
/// outside of steps", "the whole trace" for a trace without steps. Steps count from 0. Steps without
/// operators are mentioned: "active steps 1 and 2 (1 of them with operators)", "4 calls, all outside of
/// active step 551".
std::string coveredSteps(const OperatorStatistics& statistics, const Trace& trace);
/// The same for any figures that cover this number of recorded steps, with these active steps.
std::string coveredSteps(const ActiveSteps& active, int64_t steps);
/// "active steps 5 to 10 and 3 kernels outside of steps".
std::string coveredSteps(const KernelStatistics& statistics);

/// The usual last line of PyTorch's examples: "Test set: Average loss: 0.0275, Accuracy: 9914/10000 (99%)".
std::string testLine(const EpochMetrics& epoch);

/// Images trained per second of training steps, which are added one at a time. The run's first step, which
/// sets everything up, does not count unless it is the only one, nor do those of the recorder's trial.
class TrainingSpeed
{
public:
    void add(const StepMetrics& step);
    /// 0 if it is not known: no step, images or time was added.
    double imagesPerSecond() const;

private:
    StepMetrics m_first;
    int64_t m_steps = 0;
    int64_t m_images = 0;
    int64_t m_durationNs = 0;
};

/// The TrainingSpeed of all steps of a run; 0 if it is not known.
double trainingImagesPerSecond(const Run& run);

/// How many steps recentTraining() usually covers.
inline constexpr size_t recentSteps = 50;

/// Current training loss and accuracy: means over the images of the last steps. Both are 0 if these steps
/// have no images.
struct RecentTraining
{
    double loss = 0.0;
    double accuracy = 0.0; ///< 0 to 1; NaN if the hits of one of the steps were not counted
};
RecentTraining recentTraining(const Run& run, size_t steps = recentSteps);

/// Whether the steps' hits were counted, judged by the first step.
bool hasAccuracy(const Run& run);

/// Of fewer values, the 5th and the 95th percentile are little more than the extremes, and are not shown.
inline constexpr int64_t fewestForPercentiles = 20;

struct StepTimes
{
    int64_t count = 0;
    double medianNs = 0.0;
    double p5Ns = 0.0;
    double p95Ns = 0.0;
    double firstNs = 0.0; ///< of the run's very first step, which sets everything up

    bool hasPercentiles() const { return count >= fewestForPercentiles; }
};

/// Speeds in images per second.
struct SpeedRange
{
    double low = 0.0;
    double high = 0.0;
};
/// The speeds of 90 % of the steps: those at the 95th and the 5th percentile of their times. None if the
/// percentiles or the batch size are not known.
std::optional<SpeedRange> usualSpeeds(const StepTimes& times, int64_t batchSize);

/// Whether step times include a step. The first step of a training sets everything up and is left out; the
/// first one in an imported file may be any step of the program. There, steps without any work are left out
/// (StepPhase::Off). The steps of the recorder's trial never count.
bool isInStepTimes(const StepMetrics& step, bool isFirst, bool isImported);

/// The times of all steps for which isInStepTimes() holds, and that of the first step separately. Percentiles
/// are interpolated linearly between the two neighbors. All zero without steps.
StepTimes stepTimes(const Run& run);

/// Figures of all training steps of a run.
struct TrainingFigures
{
    int64_t steps = 0;
    StepTimes times;              ///< see stepTimes()
    double imagesPerSecond = 0.0; ///< see trainingImagesPerSecond()
};

/// Computes them from steps that are added in turn, with their duration, images and phase. Takes 8 bytes of
/// memory per step.
class TrainingFiguresBuilder
{
public:
    /// `isImported`: see isImported(const Run&).
    explicit TrainingFiguresBuilder(bool isImported);

    void add(std::span<const StepMetrics> steps);
    TrainingFigures figures();

private:
    bool m_isImported;
    int64_t m_steps = 0;
    int64_t m_firstNs = 0;
    std::vector<int64_t> m_durations; ///< of the steps whose times count
    TrainingSpeed m_speed;
};

/// The epoch of a step, counted from 1. In a recorded program evaluations end the epochs, and the steps after
/// the last one are of another epoch. None if it is not known: the run has no epochs.
std::optional<int32_t> epochOf(const Run& run, const StepMetrics& step);

/// Duration of all training steps, without pauses and tests.
int64_t trainingNs(const Run& run);
/// Duration of all finished tests.
int64_t testingNs(const Run& run);
/// Mean duration of an epoch's training steps, without its test, over all completed epochs; none when there
/// is no such epoch.
std::optional<double> epochTrainingNs(const Run& run);
/// Mean number of training samples of the same epochs, rounded; 0 if it is not known.
int64_t epochTrainingImages(const Run& run);
/// The end of the first test with at least this accuracy (0 to 1), since the run's first step began; includes
/// pauses and earlier tests.
std::optional<int64_t> nsToAccuracy(const Run& run, double accuracy);

struct TestResults
{
    double finalLoss = 0.0;
    double bestLoss = 0.0;               ///< lowest of all tests
    std::optional<double> finalAccuracy; ///< 0 to 1; of a classification
    std::optional<double> bestAccuracy;  ///< highest of all tests
};
/// Adds the result of another test; `accuracy` is from 0 to 1, or NaN unless the task is a classification.
void addResult(std::optional<TestResults>& results, double loss, double accuracy);
/// None before the end of the first test.
std::optional<TestResults> testResults(const Run& run);

/// The machine's load during training and testing, from the samples between the run's first step and the end
/// of its last step or test. Means are over time. NaN and -1: not known.
struct MachineUse
{
    int64_t samples = 0;
    double processCpuPercent = std::numeric_limits<double>::quiet_NaN(); ///< of one processor
    /// Of all other processes together, in percent of one processor. Not known for recorded programs: the
    /// recorder and other ranks cannot be told from other programs.
    double othersCpuPercent = std::numeric_limits<double>::quiet_NaN();
    int64_t processors = 0; ///< of the machine, switched on; 0: not known
    int64_t peakResidentBytes = -1;
    int64_t peakAllocatedBytes = -1; ///< by LibTorch on the device that trains
    double gpuUtilizationPercent = std::numeric_limits<double>::quiet_NaN(); ///< mean of the training GPUs
    int64_t peakGpuMemoryBytes = -1; ///< of the most used GPU, by all processes
};
MachineUse machineUse(const Run& run);

/// The use of the machine by other programs while a step ran.
struct OthersInStep
{
    double share = 0.0;       ///< of the time of all processors, 0 to 1
    double medianShare = 0.0; ///< the same in the other recorded steps with samples
};
/// From the samples whose time overlaps that of the step. None: there is no such sample, or no other recorded
/// step has one, or it is not known, see MachineUse::othersCpuPercent.
std::optional<OthersInStep> othersInStep(const Run& run, int64_t step);

/// The number of processors that other programs took from a run that may use `processors` of the machine's.
/// The load of processors that the run may not use does not matter. NaN: not known.
double processorsTaken(const MachineUse& use, int processors);

} // namespace stepscope
