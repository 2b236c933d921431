#pragma once

#include "core/comparison/bootstrap.h"
#include "core/comparison/recorder_trial.h"
#include "core/run/run.h"
#include "core/run/run_figures.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A run to compare, and the name and colour it goes by; the run belongs to the caller and is not kept.
struct NamedRun
{
    const Run* run = nullptr;
    std::string name;
    std::string color = {}; ///< "#0072b2", as of the light palette, or empty
};

struct ComparisonOptions
{
    size_t baseline = 0;    ///< index of the run that the others are compared with
    double accuracy = 0.98; ///< for the time to reach it: of a test, 0 to 1
    DifferenceTest test;
};

/// One run's figures; what it has not (no test yet, no full epoch, no samples) is absent.
struct RunComparison
{
    std::string name;
    std::string color;
    RunOutcome outcome = RunOutcome::NotStarted;
    bool imported = false; ///< by another program, so its outcome is not known
    std::string device;
    /// What tells it from the others beside batch size, seed and length: runs of one variant make a line over
    /// the batch size. With the length, where runs that are else of one setting differ in it.
    std::string variant;
    /// What tells it from the others beside the seed, or the network's name: repeats have the same.
    std::string setting;
    int64_t batchSize = 0;
    int64_t parameters = 0; ///< trainable values of the network; 0 before the run was planned

    int64_t steps = 0;
    double trainingNs = 0.0; ///< all training steps, without pauses
    double testingNs = 0.0;
    std::optional<double> epochNs; ///< training steps of an epoch, mean over whole epochs
    std::optional<double> imagesPerSecond;
    std::optional<double> firstStepNs;
    std::optional<StepTimes> stepTimes; ///< without the first step and the recorder's trial
    std::optional<double> nsToAccuracy; ///< ComparisonOptions::accuracy; since the first step began
    std::optional<TestResults> test;

    std::optional<double> cpuPercent; ///< mean, of one processor
    std::optional<int64_t> peakResidentBytes;
    std::optional<RecorderCost> recorderCost;
    std::optional<double> referenceNs; ///< median time of the reference loop: how fast the processor was

    /// Median times divided by the baseline's; absent for the baseline. The time of an image is that of a
    /// step by the images of a step, so that both agree at equal batch sizes. At others only the time of an
    /// image is judged: the verdict on steps is OtherBatchSize.
    std::optional<RatioEstimate> stepTime;
    std::optional<RatioEstimate> imageTime;
    double slowdownByOthers = 0.0; ///< see slowdownByOthers(): what the intervals allow for

    /// By image where images are known, else by step; absent for the baseline.
    const std::optional<RatioEstimate>& judgedTime() const { return imageTime ? imageTime : stepTime; }
};

/// Runs side by side.
struct Comparison
{
    std::vector<RunComparison> runs; ///< in the order given
    size_t baseline = 0;
    double accuracy = 0.0; ///< that RunComparison::nsToAccuracy speaks of
    DifferenceTest test;   ///< that verdicts were given by
};

/// `options.baseline` is the index of a run.
Comparison compareRuns(std::span<const NamedRun> runs, const ComparisonOptions& options = {});

/// What tells each run from the others, "batch size 16, cpu": the experiments' fields that differ among the
/// runs that make use of them (only an MLP has a width), without an optimizer's parameters when each run has
/// the default ones, and without the number of steps when that only makes up for the batch size. Equal
/// experiments have equal texts, empty when all are equal.
std::vector<std::string> distinguishingLabels(std::span<const Experiment> experiments);
std::vector<std::string> distinguishingLabels(std::span<const Run* const> runs);

} // namespace stepscope
