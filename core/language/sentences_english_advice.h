#pragma once

#include "core/language/sentences_english.h"

namespace stepscope {

/// The entries after englishSentences(): the guided analysis, except for devices.
constexpr std::array<CatalogueEntry, hostSentenceCount - size_t(SentenceId::VerdictLookHere)>
englishAdviceSentences()
{
    using enum SentenceId;
    return {{
        {VerdictLookHere, "Look here"},
        {VerdictGood, "Good"},
        {VerdictNotApplicable, "Not applicable"},
        {VerdictCannotBeTold, "Cannot tell"},
        {ThresholdAtMost, "at most {share}"},
        {ThresholdAtLeast, "at least {share}"},
        {AdviceTitle, "Guided analysis"},
        {AdviceAbout,
         "Thresholds are Stepscope's own: a figure that crosses its threshold deserves a closer look. "
         "Findings are ordered by the time that could be gained, with causes before their consequences."},
        {AdviceScope, "Step and operator figures cover the {count} recorded steps from {first} to {last} "
                      "(numbered from 0); all other figures cover the whole run."},
        {AdviceScopeNone, "None of the selected steps was recorded; the figures below cover the whole run."},
        {AdviceScopeOfDevices,
         "The recorded {count:step has|steps have} no events on the host: device figures cover {count:this "
         "step|these steps}, all other figures the whole run."},
        {AdviceScopeOne, "Step and operator figures cover recorded step {first} (numbered from 0); all other "
                         "figures cover the whole run."},
        {AdviceScopeSome, "Step and operator figures cover {count} recorded steps between {first} and {last} "
                          "(numbered from 0); all other figures cover the whole run."},
        {AdviceScopeTrace, "The trace has no steps, so all figures cover its whole length of {time}."},
        {AdviceScopeWithoutEvents,
         "{count} more recorded {count:step has|steps have} no events on the host: of the figures of "
         "recorded steps, only device figures include {count:it|them}."},
        {AdviceScopeLeftOut,
         "{count} more recorded {count:step contains|steps contain} no work (operator, layer, collective "
         "call or device work) and {count:is|are} left out of all means."},
        {AdviceScopeCallsOutside, "The operators include {count} {count:call|calls} outside of steps."},
        {AdviceTheSteps, "the recorded steps"},
        {AdviceTheTrace, "the trace"},
        {AdviceTheDeviceSteps, "the recorded steps (to the end of the work launched in them)"},
        {AdviceOfStep, "a step of {time} (mean)"},
        {AdviceOfDeviceStep, "a step of {time} (mean, including its work on the device)"},
        {AdviceOfTrace, "the trace of {time}"},
        {AdviceGainPerStep, "Possible gain: up to {gain} per step"},
        {AdviceGainOfTrace, "Possible gain: up to {gain} of the trace"},
        {AdviceGainUnknown, "Possible gain: not known"},
        {AdviceSmallGain, "The figure itself is {value} (threshold: {limit}), but at most {gain} of {whole} "
                          "could be gained, less than {least}."},
        {AdviceSmallGainFormula,
         "Here the possible gain ÷ the mean time of a step is compared with the threshold."},
        {AdviceNothingTimed,
         "A profile of sums by stack has no steps and no timestamps, so there is nothing to analyse."},
        {AdviceNothing, "There is no recorded step and no trace, so there is nothing to analyse."},
        {AdviceTryHead, "What to try"},
        {AdviceFormulaHead, "Formula"},
        {AdviceOwnHead, "Own time per step"},
        {AdviceOwnHeadOfTrace, "Own time"},
        {AdviceOwnShortHead, "Own"},
        {AdviceGainHead, "Share of step"},
        {AdviceGainHeadOfTrace, "Share of trace"},
        {AdviceHalfHead, "Step, if twice as fast"},
        {AdviceHalfHeadOfTrace, "Trace, if twice as fast"},
        {AdviceFreeHead, "Step, if it took no time"},
        {AdviceFreeHeadOfTrace, "Trace, if it took no time"},
        {AdviceKernelHead, "Kernel"},
        {AdviceTimesAsFast, "{ratio} times as fast"},
        {AdviceMeasured, "{value}; Stepscope's threshold: {threshold}"},
        {AdviceDeviceList, "Cannot tell: {titles}. {reason}"},
        {AdviceDataTitle, "Data loading"},
        {AdviceDataQuestion, "Does the step wait for its data?"},
        {AdviceDataFormula, "Time in the data part that could be gained ÷ time analysed. With a device, at "
                            "most the time in which the device is idle."},
        {AdviceDataMeaning, "Getting the batch takes {time} of {whole}: {share}."},
        {AdviceDataGain, "Without it, a step would be at most {speedup} times as fast."},
        {AdviceDataGainTrace, "Without it, the trace would be at most {speedup} times as fast."},
        {AdviceDataHidden, "The device works during most of that time, so at most {gain} could be gained."},
        {AdviceDataTryAhead, "Prepare the next batch on another thread while this one trains."},
        {AdviceDataTryReady, "Keep the images in memory as tensors of the type that the network takes, so "
                             "that nothing is decoded or converted in a step."},
        {AdviceDataTryLarger, "Use larger batches: one call then fetches more images."},
        {AdviceOperatorsTitle, "Operators worth improving"},
        {AdviceOperatorsQuestion, "Which operator is worth making faster?"},
        {AdviceOperatorsFormula,
         "With p = an operator's own time (its self time and its calls of the device's runtime) ÷ time "
         "analysed, the step is 1 ÷ (1 − p + p ÷ s) times as fast when the operator is s times as fast "
         "(Amdahl's law). With a device, at most the time in which the device is idle can be gained."},
        {AdviceOperatorsLook,
         "{operator} ({pass}) takes {share} of {whole}. If it were twice as fast, the whole would be at most "
         "{half} times as fast; if it took no time, {free} times."},
        {AdviceOperatorsGood,
         "No operator stands out: even if the most expensive one, {operator} ({pass}) with {share} of "
         "{whole}, took no time, the whole would be at most {free} times as fast."},
        {AdviceOperatorsNothing, "No operator is worth improving: the most expensive one, {operator} "
                                 "({pass}), takes {share} of {whole}, so there is next to nothing to gain."},
        {AdviceOperatorsHidden, "The most expensive operator, {operator} ({pass}), takes {share} of {whole}, "
                                "but the device works during nearly all of that time."},
        {AdviceOperatorsRuntime, "{time} of this is spent in calls of the device's runtime, which launch "
                                 "work or wait for the device."},
        {AdviceOperatorsTryRead, "Read values back from the device rarely, and several at once: item(), "
                                 "tolist() and cpu() wait until all earlier work of the device is done."},
        {AdviceOperatorsTryTimeline,
         "Look at these calls in the timeline: copies to the host and synchronizations wait for the device. "
         "Launches wait when the device's queue is full; then the device limits the speed."},
        {AdviceOperatorsTryShapes,
         "Look at the shapes it is called with: one of them often takes most of its time."},
        {AdviceOperatorsTryLess,
         "Give it less to do: fewer channels, smaller images or a larger stride before it."},
        {AdviceOperatorsTryThreads,
         "Compare runs with different numbers of threads: an operator this large can be split among them."},
        {AdviceThreadsTitle, "Use of the threads"},
        {AdviceThreadsQuestion, "Are the operators' threads busy?"},
        {AdviceThreadsFormula, "Mean number of processors that the process kept busy, including tests ÷ "
                               "threads per operator. The gain assumes threads that are busy all the time."},
        {AdviceThreadsMeaning, "The process kept {busy} processors busy with {threads} threads."},
        {AdviceThreadsOthers, "Other programs used {taken} of the {processors} processors on average, so the "
                              "threads had to wait for a processor."},
        {AdviceThreadsOthersMay, "Other programs used {taken} of the {processors} processors on average, so "
                                 "the threads may have had to wait for a processor."},
        {AdviceThreadsLook, "The rest of the time they waited: for operators that run on one thread, or for "
                            "each other at the end of those that run on several."},
        {AdviceThreadsTryAlone,
         "Close other programs and train again before you change the batch size or the number of threads."},
        {AdviceThreadsTryLarger, "Use larger batches, so that each operator has more work to split."},
        {AdviceThreadsTryFewer,
         "Train with fewer threads and compare: splitting small operators costs more than it gains."},
        {AdviceWarmUpTitle, "Warm-up"},
        {AdviceWarmUpQuestion, "How much longer do the first steps take than a typical one?"},
        {AdviceWarmUpFormula, "Extra time of the first steps over the same number of median steps ÷ time of "
                              "all training steps. The first steps end before the first one that takes no "
                              "longer than the 95th percentile of all later ones."},
        {AdviceWarmUpNone, "The first step took no longer than the others; their median is {median}."},
        {AdviceWarmUpOne,
         "The first step took {extra} longer than the median of {median}: {share} of the whole training."},
        {AdviceWarmUpMany, "The first {count} steps took {extra} longer than {count} median steps of "
                           "{median}: {share} of the whole training."},
        {AdviceWarmUpRecorded, "{count} of them {count:is|are} recorded, so the recorded figures are not "
                               "those of the steady state."},
        {AdviceWarmUpTryLonger,
         "Train longer before you compare whole runs, or compare the medians of their steps."},
        {AdviceWarmUpTryWait, "Let the profiler wait and warm up for at least {count} {count:step|steps}."},
        {AdviceRecorderTitle, "Cost of the recorder"},
        {AdviceRecorderQuestion, "How much longer does a step take because it is recorded?"},
        {AdviceRecorderFormula, "Median over pairs of blocks of steps, one with the recorder and one "
                                "without, of the ratio of their median steps − 1."},
        {AdviceRecorderFound, "Recording makes a step {share} longer (95 % interval {low} to {high}, from "
                              "{pairs} {pairs:pair|pairs} of blocks of steps)."},
        {AdviceRecorderNotFound,
         "The cost of recording cannot be distinguished from chance: {share} (95 % interval {low} to {high}, "
         "from {pairs} {pairs:pair|pairs} of blocks of steps)."},
        {AdviceRecorderTryShapes, "Record without input shapes."},
        {AdviceRecorderTryShares, "In the operator table, read shares rather than times; read times in the "
                                  "curves, where most steps are not recorded."},
        {AdviceBetweenTitle, "Time between operators"},
        {AdviceBetweenQuestion, "Is there time in a step, outside data loading, in which no operator runs?"},
        {AdviceBetweenFormula,
         "Time outside data loading in which no operator runs on any thread ÷ time analysed. With a device, "
         "the gain is at most the time in which the device is idle."},
        {AdviceBetweenMeaning, "For {time} of {whole}, outside data loading, no operator runs: {share}. This "
                               "is the work of the program around its operators."},
        {AdviceBetweenTryLarger, "Use larger batches: this time is spent once per batch, whatever its size."},
        {AdviceBetweenTryLess,
         "Do less between the operators: use fewer of them, and do not read back figures in every step."},
        {AdviceMemoryTitle, "Memory"},
        {AdviceMemoryQuestion, "Is there memory left?"},
        {AdviceMemoryFormula, "Largest resident size of the process (sampled twice per second) ÷ memory of "
                              "the machine, or of the container if that is less."},
        {AdviceMemoryMeaning, "The process held up to {peak} of {memory}: {share}."},
        {AdviceMemoryTrySmaller,
         "Use smaller batches: what the forward pass keeps for the backward pass grows with them."},
        {AdviceMemoryTryOthers,
         "Close other programs: when memory runs out, a machine kills processes or starts to swap."},
        {AdviceSmallTitle, "Small operators"},
        {AdviceSmallQuestion, "Is the batch large enough to make operator calls worthwhile?"},
        {AdviceSmallFormula,
         "Time of operator calls shorter than 10 µs, including the operators and runtime calls in them (of "
         "nested calls, only the outermost) ÷ time analysed. The gain is half of that, since the work in "
         "them remains, and at most the time in which a device is idle."},
        {AdviceSmallMeaning,
         "{calls} {calls:call is|calls are} shorter than {limit} and {calls:takes|take} {time} of {whole}: "
         "{share}. Much of the time of such a short call is spent on the call itself."},
        {AdviceSmallTryLarger, "Use larger batches: the same number of calls then does more work."},
        {AdviceSmallTryFuse, "Use operators that do several things at once, such as a fused optimizer."},
        {AdviceSmallTryThreads, "Try one thread: operators this small do not gain from more."},
        {AdviceOthersTitle, "Other programs"},
        {AdviceOthersQuestion, "Did other programs take processors from this run?"},
        {AdviceOthersFormula,
         "Mean number of processors that all other processes kept busy, minus those that this run may not "
         "use ÷ those that it may use. The gain is the same share of a step."},
        {AdviceOthersMeaning, "Other programs used {taken} of the {processors} processors on average."},
        {AdviceOthersLook, "Every time in this run is longer and less steady than on an idle machine."},
        {AdviceOthersTryAlone, "Close other programs and train again before you compare times."},
        {AdviceOthersTryCompare, "Compare shares within this run: they are affected less than times."},
        {AdviceGpuTitle, "Use of the GPU"},
        {AdviceGpuQuestion, "Is the GPU busy?"},
        {AdviceGpuFormula,
         "Mean over time of the driver's figure: the share of time in which a kernel of any program ran."},
        {AdviceGpuMeaning, "The GPU ran a kernel during {share} of the time."},
        {AdviceGpuTryLarger, "Use larger batches: the GPU then has more to do for each call from the host."},
        {AdviceGpuTryHost,
         "Check the time between operators and the data loading: the GPU waits for the host."},
        {AdviceCopyTimeTitle, "Computation against copies"},
        {AdviceCopyTimeQuestion, "Does the device compute longer than it copies?"},
        {AdviceCopyTimeFormula,
         "Time in which memory is copied ÷ time in which kernels run, as unions of their intervals."},
        {AdviceCopyOverlapTitle, "Overlap of copies and computation"},
        {AdviceCopyOverlapQuestion, "Does the device copy while it computes?"},
        {AdviceCopyOverlapFormula, "Time in which a copy and a kernel run at the same time ÷ the shorter of "
                                   "their times. Copies within the device do not count."},
        {AdviceCopySpeedTitle, "Throughput of copies"},
        {AdviceCopySpeedQuestion, "Do copies use the bandwidth of the bus?"},
        {AdviceCopySpeedFormula, "Bytes copied ÷ time in which memory is copied."},
        {AdviceKernelsTitle, "Small kernels"},
        {AdviceKernelsQuestion, "Are the kernels large enough to fill the device?"},
        {AdviceKernelsFormula,
         "Time of kernels shorter than the call that launched them ÷ time of all kernels."},
        {AdviceTensorTitle, "Tensor cores"},
        {AdviceTensorQuestion, "Do matrix products run on the tensor cores?"},
        {AdviceTensorFormula,
         "Time of kernels that use tensor cores ÷ time of kernels that could: those launched by operators "
         "that have such kernels, and those whose names are of matrix products or convolutions."},
        {ReasonNotProfiled, "The profiler was off in this run."},
        {ReasonFewRecordedSteps,
         "At least {least} recorded steps are needed, but there {count:is|are} {count}: train for more steps "
         "than the profiler waits and warms up, or select more of them."},
        {ReasonFewStepsInFile, "At least {least} steps with events are needed, but the file has {count}."},
        {ReasonNoOperators, "No operator was recorded."},
        {ReasonThreadsOfDevice, "A device does the work; the host's threads only launch it."},
        {ReasonOneThread, "The operators ran on one thread."},
        {ReasonFewSamples, "At least {least} machine samples are needed (two per second), but there "
                           "{count:is|are} {count}: train longer."},
        {ReasonNoSamplesInFile, "The file has no machine samples."},
        {ReasonFewSteps, "At least {least} steps are needed, but there {count:is|are} {count}."},
        {ReasonNoStartInFile, "The file has only the recorded steps, not the steps before them."},
        {ReasonNoTrial, "After the profiler's schedule, the run was too short to alternate steps with and "
                        "without the recorder."},
        {ReasonNoTrialInFile,
         "A trace does not show what recording it cost; only training in Stepscope measures this."},
        {ReasonMemoryUnknown, "The memory of the process or of the machine is not known."},
        {ReasonOthersUnknown, "At least {least} samples of all processors are needed (two per second), but "
                              "there {count:is|are} {count}."},
        {ReasonNoGpuSamples, "The recording has no samples of the GPU driver's figures."},
        {ReasonNoDeviceEvents, "The recording has no events of a device."},
        {ReasonNoDataEvents, "The recording has no events of a data loader."},
    }};
}

} // namespace stepscope
