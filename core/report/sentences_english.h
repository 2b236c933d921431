#pragma once

#include "core/report/sentences.h"

#include <array>

namespace stepscope {

struct CatalogueEntry
{
    SentenceId id;
    std::string_view pattern;
};

/// The English catalogue. Placeholders stand in braces; numbers come with their units.
constexpr std::array<CatalogueEntry, sentenceCount> englishSentences()
{
    using enum SentenceId;
    return {{
        {ReportTitle, "Training {network} on {dataset}"},
        {ReportTitleAcross, "Training {network} on {dataset}: {what}"},
        {TitleBatchSizes, "batch sizes {sizes}"},
        {TitleDevices, "{devices}"},
        {TitleBatchSizesAndDevices, "batch sizes {sizes} on {devices}"},
        {OneRun, "one run"},
        {ManyRuns, "{count} runs"},
        {HeadingRuns, "What was run"},
        {HeadingEnvironment, "Environment"},
        {HeadingSummary, "Analysis"},
        {HeadingNotes, "Notes"},
        {HeadingComparison, "Comparison"},
        {HeadingGraph, "The network"},
        {HeadingCurves, "Loss and accuracy"},
        {HeadingCurvesOfRun, "{run}"},
        {HeadingCharts, "Comparison in pictures"},
        {HeadingOperators, "The ten most used operators"},
        {HeadingOperatorComparison, "Operators compared"},
        {HeadingForwardPass, "The cold forward pass of one image"},
        {TopicOperators, "Where the time goes"},
        {TopicTime, "Time and batch size"},
        {TopicDevices, "Devices"},
        {TopicFirstSteps, "The first step"},
        {TopicAccuracy, "Accuracy"},
        {TopicMachine, "Use of the machine"},

        {WrittenBy, "Written by Stepscope {version} from {runs}; measured from {first} to {last}."},
        {AboutComparison, "The runs are compared with “{baseline}”, the baseline. A difference counts as "
                          "real when its 95 % bootstrap "
                          "interval over the steps leaves out “the same” and it is larger than 1 %. The "
                          "interval is widened by how the machine's speed changed within the runs, a guess "
                          "at what it did from one to the next."},
        {AboutOneRun, "There is one run, so there is nothing to compare it with."},
        {AboutGraph, "As one forward pass of the first step showed it, at batch size {batch}: {nodes} "
                     "operators and {parameters}."},
        {AboutCurves,
         "Loss and accuracy of the training batches, while the weights changed: pale as measured, strong "
         "smoothed by an "
         "exponential moving average over about {share} of the run's steps. Dots are tests after an epoch."},
        {AboutOverlays, "All runs over each other: the smoothed training curves, and the tests as dots. "
                        "Counted in images, a point "
                        "on the right has seen as much data, whatever the batch size; counted in time, it "
                        "shows who learns fastest."},
        {AboutOperators, "Profiles of whole training steps in their steady state: the data, the forward "
                         "pass, the loss, the backward "
                         "pass and the update of the weights, at the batch size in question. The first steps "
                         "are left out. Self time "
                         "is an operator's time without the operators that it calls, so that nothing is "
                         "counted twice; total time "
                         "has them in it."},
        {AboutOperatorsOfRun, "{share} of all operators' self time is in these {count}."},
        {AboutOperatorComparison, "Self time per image and the operator's share of the step; in brackets "
                                  "what the difference to the baseline "
                                  "says. The largest differences come first."},
        {AboutForwardPass, "This is not a training step. It is what the lab's own profiler script measures: "
                           "the very first forward pass, "
                           "of one image of noise, in a fresh process, with all that is set up at the first "
                           "convolution in it. It does "
                           "not depend on the batch size that is trained with, which is why such tables for "
                           "batch sizes 1, 16 and 64 look "
                           "alike. It has no backward pass and no update of the weights. What a training "
                           "costs is in the profiles of "
                           "whole steps above."},
        {AboutForwardPassNested, "Read the columns with care: a call's total time has the operators in it "
                                 "that it calls, so a convolution is "
                                 "counted again at each level of its nest. Only self times may be added up."},
        {AboutForwardPassSteps, "One image on {device}: the first forward pass of its process"},
        {CaptionGraph, "The network {network} as the first training step showed it"},
        {CaptionLoss, "Loss of “{run}”"},
        {CaptionAccuracy, "Accuracy of “{run}”"},
        {CaptionOverlay, "{what} of all runs over the images trained on"},
        {CaptionTime, "{what} of all runs over the training time"},
        {CaptionOperatorsOfRun, "“{run}”: operators by self time, {steps}"},
        {CaptionForwardPass, "The cold forward pass of one image on {device}: operators by self time"},

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

        {HeadingSettings, "Repeats"},
        {AboutSettings,
         "Runs that differ in their seed alone are repeats of one setting. Each figure is their "
         "median, with the lowest and the highest in brackets: how far apart they lie is what "
         "the machine and chance make of one setting. A speedup is in images in the same time, "
         "against the median of the baseline's repeats."},
        {HeadSetting, "Setting"},
        {HeadRepeats, "Runs"},
        {TrainingPerEpoch, "Training per epoch"},
        {TestAccuracyFinal, "Test accuracy, final"},
        {MedianWithRange, "{median} ({low} to {high})"},

        {OperatorLeads, "With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time, "
                        "ahead of {second} "
                        "({secondPass}) with {secondShare}: {factor} times as much."},
        {OperatorLeadsAlone,
         "With {run}, {first} ({firstPass}) takes {firstShare} of the operators' self time."},
        {OperatorsTogether, "The first {count} of {all} operators together take {share}."},
        {PassShares, "Of all of it, {forward} is spent in the forward pass, {backward} in the backward pass "
                     "and {optimizer} "
                     "in the update of the weights."},
        {OperatorShareMoves, "From {from} to {to}, the share of {operator} ({pass}) goes from {before} to "
                             "{after} of the self time."},
        {OperatorLeaderChanges, "What costs most changes: {before} with {from}, {after} with {to}."},

        {StepTimeRatio, "A step takes {before} (median) with {from} and {after} with {to}: {ratio} times as "
                        "long (95 % interval {low} "
                        "to {high}) for {images} times as many images."},
        {StepTimeRatioSame, "A step takes {before} (median) with {from} and {after} with {to}: {ratio} times "
                            "as long (95 % interval {low} "
                            "to {high})."},
        {StepTimeAlikeSame,
         "A step takes {before} (median) with {from} and {after} with {to}: no real difference."},
        {StepTimeAlike, "A step takes {before} (median) with {from} and {after} with {to}: no real "
                        "difference, for {images} times as "
                        "many images."},
        {StepTimeUnjudged, "A step takes {before} (median) with {from} and {after} with {to}; these are too "
                           "few steps to say more."},
        {ImageTimeFaster,
         "Image for image, {to} is {ratio} times as fast as {from} (95 % interval {low} to {high})."},
        {ImageTimeSlower,
         "Image for image, {to} takes {ratio} times as long as {from} (95 % interval {low} to {high})."},
        {ImageTimeAlike, "Image for image, there is no real difference between {from} and {to}."},
        {EpochTime,
         "The training of an epoch takes {after} with {to}, against {before} with {from}: {ratio} times "
         "as long."},
        {FastestRun,
         "The most images in a second are trained with {run}: {speed}; the fewest with {slowest}: "
         "{slowestSpeed}."},

        {DeviceFaster, "With the same settings, at batch size {batch}, {device} trains an image {ratio} "
                       "times as fast as {other} (95 % interval "
                       "{low} to {high}); a step takes {after} against {before}."},
        {DeviceSlower, "With the same settings, at batch size {batch}, {device} takes {ratio} times as long "
                       "for an image as {other} (95 % interval "
                       "{low} to {high}); a step takes {after} against {before}."},
        {DeviceAlike, "With the same settings, at batch size {batch}, there is no real difference between "
                      "{device} and {other}: a "
                      "step takes {after} against {before}."},

        {FirstStepSlower, "With {run}, the first step took {first}, {ratio} times the median of the {count} "
                          "steps after it ({median}). What "
                          "it took longer is {share} of all training steps' time."},
        {FirstStepAlike, "With {run}, the first step ({first}) was no slower than the slowest twentieth of "
                         "the steps after it (above "
                         "{high})."},

        {AccuracyEnded, "With {run}, {correct} of {images} test images ({accuracy}) were right at the end, "
                        "with a mean loss of {loss}, "
                        "after {steps} steps and {trained} training images."},
        {AccuracyBestEarlier, "Its best test was better than its last: {best}."},
        {AccuracyHighest,
         "The highest accuracy at the end is that of {run}: {accuracy}, against {lowest} with "
         "{lowestRun}."},
        {AccuracyReached, "With {run}, {accuracy} of the test images were reached after {time}."},

        {CpuUse, "With {run}, the process kept {busy} of {processors} processors busy on average."},
        {PeakMemory, "Memory at its peak: {least} with {leastRun}, {most} with {mostRun}."},
        {RecorderCost, "With {run}, the recorder itself took {share} of the training time."},
        {GpuUse, "With {run}, the GPU ran a kernel during {share} of the time."},

        {ForwardPassTook,
         "On {device} it took {time}; {share} of the operators' self time is in {operator} alone ({self})."},
        {ForwardPassNests, "The same time stands in {count} rows of the table, one in the other: {rows}."},
        {ForwardPassAgainstStep, "A whole training step of one image takes {step} at steady state ({run}, "
                                 "median), forward, backward and "
                                 "update together: the cold forward pass alone takes {ratio} times as long."},

        {NoteBusyOthers,
         "The machine was busy: of its {processors} processors, other programs used on average "
         "{others}. Times are longer and less steady than on an idle machine."},
        {BusyDuring, "{others} during “{run}”"},
        {NoteBusyAtStart, "The machine was busy when “{run}” began (load average {load} on {processors} "
                          "processors). Its times may be "
                          "longer and less steady than on an idle machine."},
        {NoteFailed, "“{run}” failed: {failure}"},
        {NoteStopped, "“{run}” was stopped after {steps} of {all} steps."},
        {NoteCrashed,
         "“{run}” ended without a word after {steps} of {all} steps; its process was killed or crashed."},
        {NoteRunning, "“{run}” was still running when this was written: {steps} of {all} steps were done."},
        {NoteNoSteps, "“{run}” trained no step, so that there are no figures of it."},
        {NoteNotProfiled, "“{run}” was not profiled, so that there is no table of its operators."},
        {NoteDamaged, "{problem}"},
        {NoteEnvironmentsDiffer,
         "The runs were not all measured on the same machine and software; the table of the "
         "environment has a column for each."},
        {NoteGraphMissing, "The network's graph could not be drawn: {problem}"},
        {NoteNotWritten, "{file} could not be written: {problem}"},
    }};
}

} // namespace stepscope
