#pragma once

#include "core/language/sentences.h"

#include <array>

namespace stepscope {

struct CatalogueEntry
{
    SentenceId id;
    std::string_view pattern;
};

inline constexpr auto hostSentenceCount = size_t(SentenceId::ReasonNoDataEvents) + 1;

/// The English catalogue, except the entries of englishAdviceSentences() and englishDeviceSentences().
/// Placeholders are in braces; numbers include their units.
constexpr std::array<CatalogueEntry, size_t(SentenceId::VerdictLookHere)> englishSentences()
{
    using enum SentenceId;
    return {{
        {ReportTitle, "Training {network} on {dataset}"},
        {ReportTitleAcross, "Training {network} on {dataset}: {what}"},
        {ReportTitleImported, "Profile of {network}"},
        {ReportTitleImportedSeveral, "Profiles of {network}"},
        {ReportTitleImportedAcross, "Profiles of {network}: {what}"},
        {TitleBatchSizes, "batch sizes {sizes}"},
        {TitleDevices, "{devices}"},
        {TitleBatchSizesAndDevices, "batch sizes {sizes} on {devices}"},
        {OneRun, "one run"},
        {ManyRuns, "{count} runs"},
        {HeadingRuns, "What was run"},
        {HeadingEnvironment, "Environment"},
        {HeadingSummary, "Analysis"},
        {HeadingComparison, "Comparison"},
        {HeadingGraph, "The network"},
        {HeadingCurves, "Loss and accuracy"},
        {HeadingLogged, "Logged scalars"},
        {HeadingCharts, "Comparison charts"},
        {HeadingChartsOfRun, "Charts"},
        {HeadingOperators, "The most expensive operators"},
        {HeadingOperatorComparison, "Operators compared"},
        {HeadingForwardPass, "The cold forward pass of one image"},
        {TopicOperators, "Where the time goes"},
        {TopicTime, "Time"},
        {TopicTimeAndBatchSize, "Time and batch size"},
        {TopicDevices, "Devices"},
        {TopicFirstSteps, "The first step"},
        {TopicAccuracy, "Accuracy"},
        {TopicMachine, "Use of the machine"},

        {WrittenBy, "Written by Stepscope {version} from {runs}; measured from {first} to {last}."},
        {WrittenByUndated,
         "Written by Stepscope {version} from {runs}; the time of measurement is not known."},
        {WrittenAt, "Written by Stepscope {version} from {runs}; measured at {first}."},
        {AboutComparison,
         "The runs are compared with “{baseline}”, the baseline. A run is called slower or faster when the "
         "95 % interval of its ratio to the baseline excludes 1 and the ratio differs from 1 by more than "
         "{effect}, and the same when the whole interval is within {threshold} of 1; otherwise it is too "
         "noisy to tell. The interval includes the scatter of the steps (block bootstrap), the drift of the "
         "machine's speed within the runs, the difference in its speed between them (measured with a "
         "reference loop between the steps, where the runs have one), the wake-up latency of threads, and "
         "the largest slowdown that "
         "other programs can have caused. Runs of different batch sizes are compared by time per image. "
         "Verdicts on operators are corrected for their number: of pairs of identical runs, at most one in "
         "twenty has any operator that is called different."},
        {AboutOneRun, "There is one run, so there is nothing to compare it with."},
        {AboutGraph, "Recorded in the forward pass of the first step, at batch size {batch}: {nodes} "
                     "operators and {parameters}."},
        {AboutGraphImported,
         "As the imported file describes it: {nodes} {nodes:operator|operators}{parameters}."},
        {AboutCurves, "Loss and accuracy of the training batches. The pale line shows the measured values, "
                      "the strong line their exponential moving average over about {share} of the run's "
                      "steps. Dots are tests after an epoch."},
        {AboutLogged, "Scalars over the step numbers that the program logged: loss and accuracy or, if it "
                      "logged neither, its first tag. The pale line shows the logged values, the strong line "
                      "their exponential moving average over about {share} of the points. Dots are tests."},
        {AboutOverlays, "All runs in one chart: the smoothed training curves, and the tests as dots. Plotted "
                        "over images, points one above the other have seen the same amount of data, whatever "
                        "their batch size; plotted over time, the chart shows which run learns fastest."},
        {AboutOperators,
         "Profiles of whole training steps in their steady state, at the run's batch size: the data, the "
         "forward pass, the loss, the backward pass and the update of the weights. The first steps are left "
         "out. Self time is an operator's time without the operators and the calls of a device's runtime "
         "inside "
         "it, so that nothing is counted twice; total time includes them."},
        {AboutOperatorsImported,
         "Operators of the recorded steps of the imported profile, or of its whole length if it has no "
         "steps. Self time is an operator's time without the operators and the calls of a device's runtime "
         "inside "
         "it, so that nothing is counted twice; total time includes them."},
        {AboutOperatorsOfRun,
         "{count:This operator accounts|These operators account} for {share} of all self time."},
        {AboutOperatorComparison,
         "Self time, and the operator's share of the step; after “device”, the time of the work that it "
         "launched there. In brackets, the comparison with the baseline: the difference in percent if the "
         "verdict is slower or faster, “same” within a threshold, or the reason why there is no verdict, "
         "with the ratio of the times (×) if it is known. The largest differences come first."},
        {AboutOperatorTotals,
         "Self time; after “device”, the time of the work that the operator launched there. In brackets, the "
         "comparison with the baseline: the difference in percent if the verdict is slower or faster, “same” "
         "within a threshold, or the reason why there is no verdict, with the ratio of the times (×) if it "
         "is known. The largest differences come first."},
        {AboutForwardPass,
         "This is not a training step. It is what the lab's own profiler script measures: the first forward "
         "pass of one image of noise in a new process, including everything that is set up at the first "
         "convolution. It does not depend on the batch size of the training, which is why such tables for "
         "batch sizes 1, 16 and 64 look alike. It has no backward pass and no update of the weights. The "
         "profiles of whole steps above show what training costs."},
        {AboutForwardPassNested,
         "Read the columns with care: a call's total time includes the operators that it calls, so a "
         "convolution is counted again at each level of nesting. Add up self times only."},
        {AboutForwardPassSteps, "One image on {device}: the first forward pass of its process"},
        {CaptionGraph, "The network {network} as recorded in the first training step"},
        {CaptionGraphImported, "The network {network}, from the imported file"},
        {CaptionLoss, "Loss of “{run}”"},
        {CaptionAccuracy, "Accuracy of “{run}”"},
        {CaptionTag, "{tag} of “{run}”"},
        {CaptionOverlay, "{what} of all runs over the images trained on"},
        {CaptionTime, "{what} of all runs over the training time"},
        {CaptionOperatorsOfRun, "“{run}”: operators by self time, {steps}"},

        {ImagesPerSecond, "Images per second"},
        {ChartStepTime, "Time of a training step"},
        {Speedup, "Speedup"},
        {ChartEpochTime, "Training time of an epoch"},
        {CpuUseTitle, "CPU use"},
        {ChartMemory, "Peak memory of the process"},
        {ChartTestAccuracy, "Test accuracy at the end"},
        {ChartOperatorsPerStep, "Operators: self time per step"},
        {ChartOperatorsPerImage, "Operators: self time per image"},
        {BatchSize, "Batch size"},
        {AxisStepTime, "median, with 5th to 95th percentile"},
        {AxisStepTimeRepeats, "median of a run's steps"},
        {AxisSpeedup, "images in the same time, baseline = 1"},
        {AxisSpeedupRepeats, "images in the same time, median of the baseline's repeats = 1"},
        {AxisEpochTime, "mean"},
        {AxisCpuUse, "of one processor"},
        {AxisMemory, "resident"},
        {AxisTestAccuracy, "of the test images"},
        {AxisSelfTimePerStep, "self time per step"},
        {AxisSelfTimePerImage, "self time per image"},
        {LegendOthers, "all others"},
        {LegendMore, "and {count} more"},
        {RepeatsAsLine, "Line: median of {count} repeats; bars: lowest to highest; rings: single runs."},
        {RepeatsAsBars, "Median of {count} repeats, with a line from the lowest to the highest."},
        {RepeatsStacked, "Mean of {count} repeats."},
        {RangeOfNumbers, "{low} to {high}"},

        {LanguageTag, "en"},
        {LengthSteps, "{count} {count:step|steps}"},
        {LengthEpochs, "{count} {count:epoch|epochs}"},
        {NoGpu, "none"},
        {NoGpuUsed, "none: the file has no device events"},
        {GpusUsed, "{count} of {all} listed ({devices})"},
        {BuiltWith, "{version}, built with {compiler}"},
        {BaselineColumn, "{run} (baseline)"},
        {HeadRun, "Run"},
        {HeadNetwork, "Network"},
        {HeadData, "Data"},
        {HeadDevice, "Device"},
        {HeadLength, "Length"},
        {HeadLearningRate, "Learning rate"},
        {HeadSeed, "Seed"},
        {HeadThreads, "Threads"},
        {HeadBegan, "Began"},
        {HeadOutcome, "Outcome"},
        {HeadPart, "Part"},
        {HeadValue, "Value"},
        {HeadFigure, "Figure"},
        {HeadOperator, "Operator"},
        {HeadPass, "Pass"},
        {HeadCalls, "Calls"},
        {HeadCallsPerStep, "Calls per step"},
        {HeadSelfTime, "Self time"},
        {HeadSelfTimePerStep, "Self time per step"},
        {HeadSelf, "Self"},
        {HeadTotalTime, "Total time"},
        {HeadTotalTimePerStep, "Total time per step"},
        {HeadTimePerStep, "Per step"},
        {HeadTotal, "Total"},
        {HeadMeanOfCall, "Mean per call"},
        {PartProcessors, "vCPUs"},
        {PartCpu, "CPU"},
        {PartMemory, "Memory"},
        {PartGpus, "GPUs"},
        {PartGpusUsed, "GPUs with recorded work"},
        {PartRank, "Distributed run"},
        {PartGpuDriver, "GPU driver"},
        {PartOperatingSystem, "Operating system"},
        {PartKernel, "Kernel"},
        {PartPython, "Python"},
        {PartFramework, "Framework"},
        {PartBlas, "BLAS"},
        {PartOneDnn, "oneDNN"},
        {PartCudaBuild, "CUDA, built with"},
        {PartCudaRuntime, "CUDA, loaded"},
        {PartCudnn, "cuDNN"},
        {PartStepscope, "Stepscope"},
        {FigureParameters, "Parameters"},
        {FigureSteps, "Steps"},
        {FigureTraining, "Training"},
        {FigureTesting, "Testing"},
        {FigureFirstStep, "First step"},
        {FigureStepMedian, "Step time, median"},
        {FigureStepP5, "Step time, 5th percentile"},
        {FigureStepP95, "Step time, 95th percentile"},
        {FigureStepRatio, "Step time against the baseline"},
        {FigureImageRatio, "Time per image against the baseline"},
        {FigureInterval, "{figure}: ratio, 95 % interval"},
        {FigureToAccuracy, "Time to {accuracy} test accuracy"},
        {FigureLossFinal, "Test loss, final"},
        {FigureLossBest, "Test loss, best"},
        {FigureAccuracyBest, "Test accuracy, best"},
        {FigurePeakMemory, "Peak memory"},
        {FigureReferenceLoop, "Reference loop"},
        {FigureRecorder, "Recorder's cost"},
        {ChartLoss, "Loss"},
        {ChartAccuracy, "Accuracy"},
        {AxisImages, "Images trained on"},
        {AxisLoggedSteps, "Logged steps"},
        {AxisTime, "Time since training began"},
        {AxisRight, "correct"},
        {AxisLoss, "mean negative log likelihood"},
        {LegendSmoothed, "training, smoothed"},
        {LegendTest, "test"},
        {LegendLogged, "{tag}, smoothed"},
        {ShareBelow, "less than {share}"},

        {HeadingSettings, "Repeats"},
        {AboutSettings,
         "Runs that differ only in their seed are repeats of one setting. Each figure is the median, with "
         "the lowest and the highest value in brackets: this is how much runs of one setting differ by "
         "chance and because of the machine. Images per second include all steps except the first and those "
         "that measure the recorder's cost; the slowest ones count too, although they do not change a "
         "median. The speedup compares the median time per image with that of the baseline's repeats. With "
         "three runs or more of both, the ratio of times has a verdict and a 95 % interval over the repeats "
         "(Student's t of the runs' median times), which includes the variation from run to run. Settings "
         "with different batch sizes are compared by time per image."},
        {HeadSetting, "Setting"},
        {HeadRepeats, "Runs"},
        {TrainingPerEpoch, "Training per epoch"},
        {TestAccuracyFinal, "Test accuracy, final"},
        {MedianWithRange, "{median} ({low} to {high})"},
        {RatioWithVerdict, "{ratio} ({low} to {high}), {verdict}"},
        {RatioOfFewRepeats, "{ratio}, too few repeats"},
        {SettingImagesPerSecond, "Images per second, mean"},
        {SettingSpeedup, "Speedup, by median time per image"},

        {OperatorLeads, "With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time, "
                        "{factor} times as much as {second} ({secondPass}) with {secondShare}."},
        {OperatorLeadsAlone,
         "With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time."},
        {OperatorsTogether,
         "The top {count} of {all} rows (one per operator and pass) take {share} together."},
        {PassShares, "By pass: {list}."},
        {PassShare, "{pass} {share}"},
        {FusedUpdate,
         "The update of the weights is fused: one call, where PyTorch's Python optimizers call some 100 to "
         "300 operators per step. Set optimizer.form = pytorch to call those instead."},
        {OperatorShareMoves, "From {from} to {to}, the share of {operator} ({pass}) in the self time changes "
                             "most: from {before} to {after}."},
        {OperatorLeaderChanges, "The most expensive operator is {before} with {from} and {after} with {to}."},

        {StepTimeRatio, "A step takes {before} (median) with {from} and {after} with {to}: {ratio} times as "
                        "long (95 % interval {low} to {high}) for {images} times as many images."},
        {StepTimeRatioSame, "A step takes {before} (median) with {from} and {after} with {to}: {ratio} times "
                            "as long (95 % interval {low} to {high})."},
        {StepTimeAlike, "A step takes {before} (median) with {from} and {after} with {to}: the same within "
                        "{threshold} ({ratio} times as long, 95 % interval {low} to {high})."},
        {StepTimeUnclear, "A step takes {before} (median) with {from} and {after} with {to}. That is too "
                          "noisy to tell: {ratio} times as long, 95 % interval {low} to {high}. {advice}"},
        {StepTimeUnjudged, "A step takes {before} (median) with {from} and {after} with {to}; there are too "
                           "few steps to say more."},
        {ImageTimeFaster,
         "Per image, {to} is {ratio} times as fast as {from} (95 % interval {low} to {high})."},
        {ImageTimeSlower,
         "Per image, {to} takes {ratio} times as long as {from} (95 % interval {low} to {high})."},
        {ImageTimeAlike, "Per image, {to} takes as long as {from} within {threshold} ({ratio} times as long, "
                         "95 % interval {low} to {high})."},
        {ImageTimeUnclear, "Per image, {to} and {from} are too noisy to tell: {ratio} times as long, 95 % "
                           "interval {low} to {high}. {advice}"},
        {RepeatsFaster, "Over the repeats, per image, {to} ({runs} runs) is {ratio} times as fast as {from} "
                        "({others} runs; 95 % interval {low} to {high})."},
        {RepeatsSlower, "Over the repeats, per image, {to} ({runs} runs) takes {ratio} times as long as "
                        "{from} ({others} runs; 95 % interval {low} to {high})."},
        {RepeatsAlike, "Over the repeats, per image, {to} ({runs} runs) takes as long as {from} ({others} "
                       "runs) within {threshold} ({ratio} times as long, 95 % interval {low} to {high})."},
        {RepeatsUnclear, "Over the repeats, per image, {to} ({runs} runs) and {from} ({others} runs) are too "
                         "noisy to tell: {ratio} times as long, 95 % interval {low} to {high}. {advice}"},
        {EpochTime,
         "Training for one epoch takes {after} with {to} and {before} with {from}, a ratio of {ratio}."},
        {FastestRun, "Throughput is highest with {run}, {speed}, and lowest with {slowest}, {slowestSpeed}."},

        {DeviceFaster,
         "With the same settings, at batch size {batch}, {device} trains an image {ratio} times as fast as "
         "{other} (95 % interval {low} to {high}); a step takes {after} against {before}."},
        {DeviceSlower,
         "With the same settings, at batch size {batch}, {device} takes {ratio} times as long per image as "
         "{other} (95 % interval {low} to {high}); a step takes {after} against {before}."},
        {DeviceAlike, "With the same settings, at batch size {batch}, {device} trains an image as fast as "
                      "{other} within {threshold} ({ratio} times as long, 95 % interval {low} to {high}): a "
                      "step takes {after} against {before}."},
        {DeviceUnclear, "With the same settings, at batch size {batch}, {device} and {other} are too noisy "
                        "to tell: {ratio} times as long per image, 95 % interval {low} to {high}; a step "
                        "takes {after} against {before}. {advice}"},

        {FirstStepSlower, "With {run}, the first step took {first}, {ratio} times the median of the {count} "
                          "steps after it ({median}). The extra time is {share} of the whole training."},
        {FirstStepAlike, "With {run}, the first step took {first}, which is not unusual: of the steps after "
                         "it, one in twenty took more than {high}."},

        {AccuracyEnded,
         "With {run}, the last test classified {correct} of {images} images correctly ({accuracy}), with a "
         "mean loss of {loss}, after {steps} steps and {trained} training images."},
        {AccuracyBestEarlier, "Its best test was better than its last: {best}."},
        {AccuracyHighest,
         "The final accuracy is highest with {run}, {accuracy}, and lowest with {lowestRun}, {lowest}."},
        {AccuracyReached, "A test accuracy of {accuracy} was first reached after {time}."},

        {CpuUse, "With {run}, the process kept {busy} of {processors} processors busy on average."},
        {PeakMemory,
         "The process's peak memory is lowest with {leastRun}, {least}, and highest with {mostRun}, {most}."},
        {RecorderCost, "With {run}, recording every operator made a step {share} longer (95 % interval {low} "
                       "to {high}, from {pairs} pairs of blocks of steps with and without it)."},
        {RecorderCostNotFound, "With {run}, the cost of recording the operators cannot be distinguished from "
                               "chance: a step's time changed by {share} (95 % interval {low} to {high}, "
                               "from {pairs} pairs of blocks of steps with and without it)."},
        {GpuUse, "With {run}, the GPU ran a kernel during {share} of the time."},

        {ForwardPassTook,
         "On {device} it took {time}; {operator} alone takes {share} of the operators' self time ({self})."},
        {ForwardPassNests, "Nearly the same time appears in {count} rows of the table because each of these "
                           "operators calls the next: {rows}."},
        {ForwardPassAgainstStep,
         "A whole training step of one image takes {step} in its steady state ({run}, median), with forward "
         "pass, backward pass and update; the cold forward pass alone takes {ratio} times as long."},

        {NoteBusyOthers, "The machine was busy: of its {processors} processors, other programs used on "
                         "average {others}. Times are longer and less steady than on an idle machine."},
        {BusyDuring, "{others} during “{run}”"},
        {NoteBusyAtStart, "The machine was busy when “{run}” began (load average {load} on {processors} "
                          "processors). Its times may be longer and less steady than on an idle machine."},
        {NoteFailed, "“{run}” failed: {failure}"},
        {NoteStopped, "“{run}” was stopped after {steps} of {all} steps."},
        {NoteCrashed,
         "“{run}” ended abruptly after {steps} of {all} steps; its process was killed or crashed."},
        {NoteRunning,
         "“{run}” was still running when this report was written: {steps} of {all} steps were done."},
        {NoteNoSteps, "“{run}” trained no steps, so there are no figures for it."},
        {NoteNoStepsInFile,
         "“{run}” was imported from a file without steps, so there are no figures per step."},
        {NoteStepsMade,
         "The steps of “{run}” were derived from {source}. The recording does not mark these steps."},
        {NoteNotProfiled, "“{run}” was not profiled, so there is no table of its operators."},
        {NoteNoOperatorsInFile,
         "“{run}” was imported from a file without operators, so there is no table of them."},
        {NoteSumsInFile, "“{run}” is a profile of sums by stack. This report has no figures for such "
                         "profiles; `stepscope export --what operators` lists its functions."},
        {NoteEventsLeftOut,
         "“{run}” recorded the operators of {all} steps, more than fit in memory. Comparisons of operators "
         "use the first {steps} in its file; its table of operators covers {covered}."},
        {NoteEventsNotRead,
         "“{run}” recorded the operators of {all} steps, more than fit in memory. Comparisons of operators "
         "use its totals; its table of operators covers {covered}."},
        {NoteEventsLost, "“{run}” lacks the operators of {lost} of {all} recorded steps: they came faster "
                         "than the disk could write them. Its table of operators covers {covered}."},
        {NoteDamaged, "{problem}"},
        {NoteEnvironmentsDiffer, "The runs were not all measured on the same machine and software; the table "
                                 "of the environment has a column for each."},
        {NoteGraphMissing, "The network's graph could not be drawn: {problem}"},
        {NoteNotWritten, "{file} could not be written: {problem}"},

        {WordData, "Data"},
        {WordForward, "Forward"},
        {WordLoss, "Loss"},
        {WordBackward, "Backward"},
        {WordOptimizer, "Optimizer"},
        {WordCopy, "Copy"},
        {WordOther, "Other"},
        {WordNotStarted, "not started"},
        {WordRunning, "running"},
        {WordFinished, "finished"},
        {WordStopped, "stopped"},
        {WordFailed, "failed"},
        {WordCrashed, "crashed"},
        {WordImported, "imported"},
        {WordSameWithin, "the same within {threshold}"},
        {WordTooNoisy, "too noisy to tell"},
        {WordOtherBatchSize, "other batch size"},
        {WordSlower, "slower"},
        {WordFaster, "faster"},
        {WordTooFewSteps, "too few steps"},
        {DifferenceWithVerdict, "{difference}, {verdict}"},
        {DifferenceTooNoisy, "too noisy to tell: ×{ratio}, {low}–{high}"},
        {DifferenceTooNoisyOpen, "too noisy to tell: ×{ratio}, {low} to {high}"},
        {DifferenceAnyRatio, "too noisy to tell: ×{ratio}, but any ratio is possible"},
        {BoundBelow, "below {bound}"},
        {BoundAbove, "above {bound}"},
        {DifferenceOtherBatchSize, "×{ratio}, for another batch size"},
        {TooNoisyAdvice, "Repeat the runs on a quieter machine."},
        {TimeWithDifference, "{time} ({difference})"},
        {NotInTheBaseline, "not in the baseline"},
        {TooFewCallsToTell, "too few calls to tell"},
        {HostAndDevice, "{host}; device {device}"},
        {HeadKernel, "Kernel, copy or fill"},
        {ComparedPerStep, "Times are per step."},
        {ComparedPerImage, "Times are per image."},
        {ComparedInTotal, "Times are totals: at least one of the runs has no steps with recorded operators, "
                          "so there are no shares of a step."},
        {ComparedEnvironmentsDiffer, "Differences between the machines and software of the runs, including "
                                     "facts that are known for only some of them:"},
        {OperatorsLeftOut, "Operators with smaller differences, left out: {count}."},
        {KernelsLeftOut, "Kernels with smaller differences, left out: {count}."},
        {MeasuredWithRange, "{share} ({low} to {high})"},
        {NotMeasurable, "not measurable: {share}"},
    }};
}

} // namespace stepscope
