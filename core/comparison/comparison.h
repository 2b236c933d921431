#pragma once

#include "core/comparison/bootstrap.h"
#include "core/comparison/data_time.h"
#include "core/comparison/recorder_trial.h"
#include "core/comparison/sample_shape.h"
#include "core/experiment/setting_text.h"
#include "core/run/run.h"
#include "core/run/run_figures.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A run to compare, with its name and color; the run belongs to the caller and is not kept.
struct NamedRun
{
    const Run* run = nullptr;
    std::string name;
    std::string color = {}; ///< "#0072b2", from the light palette, or empty
};

struct ComparisonOptions
{
    size_t baseline = 0;    ///< index of the run that the others are compared with
    double accuracy = 0.98; ///< test accuracy for the time to reach it, 0 to 1
    DifferenceTest test;
    SettingForm settings = SettingForm::Complete; ///< of RunComparison::variant and setting
};

/// One run's figures; those it does not have (no test yet, no complete epoch, no samples) are absent.
struct RunComparison
{
    std::string name;
    std::string color;
    RunOutcome outcome = RunOutcome::NotStarted;
    bool imported = false; ///< recorded by another program, so its outcome is not known
    std::string device;
    std::string network;                   ///< empty: not known
    std::string dataset;                   ///< empty: not known
    std::optional<double> validationShare; ///< of the training samples, 0 to 1; none: not known
    /// What distinguishes it from the others besides batch size, seed and length: runs of one variant form a
    /// line over the batch size. Includes the length if otherwise equal runs differ in it.
    std::string variant;
    /// What distinguishes it from the others besides the seed, or the network's name, and the step from which
    /// it was resumed: repeats have the same setting.
    std::string setting;
    /// Otherwise it is never a repeat: another program recorded it, and its settings are not known.
    bool hasKnownSettings = true;
    /// Index of an earlier run of the comparison that is the same training: it was named twice, or its file
    /// was copied. It is no repeat of its setting.
    std::optional<size_t> sameAs = {};
    int64_t batchSize = 0;
    int64_t parameters = 0; ///< trainable values of the network; 0 before the run was planned
    SampleShape sampleShape = {};

    int64_t steps = 0;
    double trainingNs = 0.0; ///< all training steps, without pauses
    double testingNs = 0.0;
    std::optional<double> epochNs; ///< training steps of an epoch, mean over whole epochs
    int64_t epochSamples = 0;      ///< training samples of such an epoch; 0: not known
    std::optional<double> imagesPerSecond;
    std::optional<double> firstStepNs;
    std::optional<StepTimes> stepTimes; ///< without the first step and the recorder's trial
    std::optional<DataTime> dataTime;   ///< of the recorded steps whose events are in memory
    std::optional<double> nsToAccuracy; ///< for ComparisonOptions::accuracy; since the first step began
    std::optional<TestResults> test;
    std::optional<TestResults> validation; ///< of the samples that the training sets aside

    /// Per recorded step, or without steps in total: the time in which a device works. Of several devices,
    /// their sum.
    std::optional<double> deviceNs;
    std::optional<double> cpuPercent; ///< mean, in percent of one processor
    std::optional<int64_t> peakResidentBytes;
    std::optional<RecorderCost> recorderCost;
    /// Median time of the reference loop: shows the speed of the processor.
    std::optional<double> referenceNs;

    /// Median times divided by the baseline's; absent for the baseline. The time per image is that of a step
    /// divided by its images, so that both ratios agree at equal batch sizes. At different batch sizes only
    /// the time per image is judged: the verdict on steps is OtherBatchSize. If the samples have another size
    /// than the baseline's, there is no ratio per image, and the verdict on steps is OtherSamples.
    std::optional<RatioEstimate> stepTime;
    std::optional<RatioEstimate> imageTime;
    double slowdownByOthers = 0.0; ///< see slowdownByOthers(): the intervals allow for it

    /// Per image if images are known, else per step; absent for the baseline.
    const std::optional<RatioEstimate>& judgedTime() const { return imageTime ? imageTime : stepTime; }
};

/// Runs side by side.
struct Comparison
{
    std::vector<RunComparison> runs; ///< in the order given
    size_t baseline = 0;
    double accuracy = 0.0; ///< the accuracy for RunComparison::nsToAccuracy
    DifferenceTest test;   ///< the test that gave the verdicts
};

/// "The samples have different sizes (…)" for readers, with what that means for their times; empty if all
/// runs whose samples are known have samples of one size.
std::string otherSamplesText(const Comparison& comparison);

/// Whether both runs have whole epochs that are known to have different numbers of training samples, as with
/// different validation shares: their times say nothing about which training is faster.
bool areOtherEpochs(const RunComparison& a, const RunComparison& b);
/// "The epochs have different numbers of training samples (…)" for readers, with what that means for their
/// times; empty if the number is the same for all runs with whole epochs for which it is known.
std::string otherEpochsText(const Comparison& comparison);

/// Which runs are in the comparison more than once, for readers, with what that means for the repeats; empty
/// if none is.
std::string sameRunsText(const Comparison& comparison);

/// `options.baseline` is the index of a run.
Comparison compareRuns(std::span<const NamedRun> runs, const ComparisonOptions& options = {});
/// Replaces names, settings and variants, which are as compareRuns() would give them. `runs` are those of the
/// comparison, in its order.
void renameRuns(Comparison& comparison, std::span<const NamedRun> runs, SettingForm settings);

/// What distinguishes each run from the others, "batch size 16, cpu": the experiments' fields that differ
/// among the runs that use them (only an MLP has a width), without an optimizer's parameters when each run
/// has the default ones, and without the number of steps when it only compensates for the batch size. The
/// most telling ones come first: network, data set, batch size, device. Equal experiments have equal texts,
/// which are empty when all are equal.
std::vector<std::string> distinguishingLabels(std::span<const Experiment> experiments,
                                              SettingForm form = SettingForm::Complete);
std::vector<std::string> distinguishingLabels(std::span<const Run* const> runs,
                                              SettingForm form = SettingForm::Complete);
/// The parts of these labels, without those that more than half of the experiments share.
std::vector<std::vector<std::string>> unusualSettings(std::span<const Experiment> experiments,
                                                      SettingForm form = SettingForm::Complete);

} // namespace stepscope
