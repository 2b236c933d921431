#pragma once

#include "core/language/sentences_english.h"

namespace stepscope {

/// What follows on englishSentences(): the guided analysis, but for devices.
constexpr std::array<CatalogueEntry, hostSentenceCount - size_t(SentenceId::VerdictLookHere)>
englishAdviceSentences()
{
    using enum SentenceId;
    return {{
        {VerdictLookHere, "Look here"},
        {VerdictGood, "Good"},
        {VerdictNotApplicable, "Not applicable"},
        {VerdictCannotBeTold, "Cannot be told"},
        {ThresholdAtMost, "at most {share}"},
        {ThresholdAtLeast, "at least {share}"},
        {AdviceTitle, "Guided analysis"},
        {AdviceAbout,
         "Thresholds are Stepscope's own: a figure that crosses its threshold deserves a closer look. "
         "Findings are ordered by the time that could be gained, with causes before their consequences."},
        {AdviceScope, "Figures of steps and operators are those of the {count} recorded steps from {first} "
                      "to {last} (steps are counted from 0); the others are those of the whole run."},
        {AdviceScopeNone,
         "No recorded step is among the selected ones; the figures below are those of the whole run."},
        {AdviceScopeOfDevices, "The recorded {count:step has|steps have} no events on the host: the figures "
                               "of devices are those of "
                               "{count:this step|these steps}, the others those of the whole run."},
        {AdviceScopeOne,
         "Figures of steps and operators are those of recorded step {first} (steps are counted "
         "from 0); the others are those of the whole run."},
        {AdviceScopeSome,
         "Figures of steps and operators are those of {count} recorded steps between {first} and {last} "
         "(steps are counted from 0); the others are those of the whole run."},
        {AdviceScopeTrace, "The trace has no steps, so all figures are those of its whole length of {time}."},
        {AdviceScopeWithoutEvents,
         "{count} more recorded {count:step has|steps have} no events on the host: of "
         "the figures of recorded steps, only those of devices include "
         "{count:it|them}."},
        {AdviceScopeCallsOutside, "{count} {count:call|calls} outside of steps {count:is|are} counted among "
                                  "the operators."},
        {AdviceTheSteps, "the recorded steps"},
        {AdviceTheTrace, "the trace"},
        {AdviceOfStep, "a step of {time} (mean)"},
        {AdviceOfDeviceStep, "a step of {time} (mean, with its work on the device)"},
        {AdviceOfTrace, "the trace of {time}"},
        {AdviceGainPerStep, "Possible gain: up to {gain} per step"},
        {AdviceGainOfTrace, "Possible gain: up to {gain} of the trace"},
        {AdviceGainUnknown, "Possible gain: not known"},
        {AdviceNothingTimed,
         "A profile of sums by stack has no steps and no points in time, so there is nothing to analyse."},
        {AdviceNothing, "There is no recorded step and no trace, so there is nothing to analyse."},
        {AdviceTryHead, "What to try"},
        {AdviceFormulaHead, "Formula"},
        {AdviceGainHead, "Share of step"},
        {AdviceGainHeadOfTrace, "Share of trace"},
        {AdviceHalfHead, "Step, if twice as fast"},
        {AdviceHalfHeadOfTrace, "Trace, if twice as fast"},
        {AdviceFreeHead, "Step, if it took no time"},
        {AdviceFreeHeadOfTrace, "Trace, if it took no time"},
        {AdviceKernelHead, "Kernel"},
        {AdviceTimesAsFast, "{ratio} times as fast"},
        {AdviceMeasured, "{value}; Stepscope's threshold: {threshold}"},
        {AdviceDeviceList, "Cannot be told: {titles}. {reason}"},
        {AdviceDataTitle, "Data loading"},
        {AdviceDataQuestion, "Does the step wait for its data?"},
        {AdviceDataFormula, "Time in the data part that could be gained ÷ time analysed. With a device, that "
                            "is no more than the time in which the device is idle."},
        {AdviceDataMeaning, "Getting the batch takes {time} of {whole}: {share}."},
        {AdviceDataGain, "Without it, a step would be at most {speedup} times as fast."},
        {AdviceDataGainTrace, "Without it, the trace would be at most {speedup} times as fast."},
        {AdviceDataHidden, "The device works during most of that time, so at most {gain} could be gained."},
        {AdviceDataTryAhead, "Prepare the next batch on another thread while this one trains."},
        {AdviceDataTryReady,
         "Keep the images in memory as tensors of the type that the network takes, so that nothing is "
         "decoded or converted in a step."},
        {AdviceDataTryLarger, "Train larger batches: one call then fetches more images."},
        {AdviceOperatorsTitle, "Operators worth improving"},
        {AdviceOperatorsQuestion, "Which operator would make the step faster if it were?"},
        {AdviceOperatorsFormula,
         "Amdahl's law: the step is 1 ÷ (1 − p + p ÷ s) times as fast when an operator with the share p of "
         "the time analysed (its self time) is s times as fast. Where a device works at the same time, this "
         "is the most that can be gained."},
        {AdviceOperatorsLook,
         "{operator} ({pass}) takes {share} of {whole}. If it were twice as fast, the whole would be at most "
         "{half} times as fast; if it took no time, {free} times."},
        {AdviceOperatorsGood,
         "No operator stands out: even if the most expensive one, {operator} ({pass}) with {share} of "
         "{whole}, took no time, the whole would be at most {free} times as fast."},
        {AdviceOperatorsTryShapes,
         "Look at the shapes it is called with: one of them often takes most of its time."},
        {AdviceOperatorsTryLess,
         "Give it less to do: fewer channels, smaller images or a larger stride before it."},
        {AdviceOperatorsTryThreads,
         "Compare runs with other numbers of threads: an operator as large as this one can be shared out."},
        {AdviceThreadsTitle, "Use of the threads"},
        {AdviceThreadsQuestion, "Are the threads of the operators busy?"},
        {AdviceThreadsFormula,
         "Mean number of processors that the process kept busy, tests included ÷ threads of an operator. The "
         "gain is that of threads that are busy all the time."},
        {AdviceThreadsMeaning, "The process kept {busy} processors busy with {threads} threads."},
        {AdviceThreadsOthers,
         "Other programs used {taken} of the {processors} processors on average, so the threads had to wait "
         "for a processor."},
        {AdviceThreadsOthersMay, "Other programs used {taken} of the {processors} processors on average, so "
                                 "the threads may have had to "
                                 "wait for a processor."},
        {AdviceThreadsLook,
         "The rest of the time they waited: for operators that are not shared out, or for each other at "
         "the end of those that are."},
        {AdviceThreadsTryAlone,
         "Close other programs and train again before you change the batch size or the number of threads."},
        {AdviceThreadsTryLarger,
         "Train larger batches, so that there is more to share out in each operator."},
        {AdviceThreadsTryFewer,
         "Train with fewer threads and compare: small operators lose more by sharing than they gain."},
        {AdviceWarmUpTitle, "Warm-up"},
        {AdviceWarmUpQuestion, "How much do the first steps cost beyond a usual one?"},
        {AdviceWarmUpFormula,
         "Time of the first steps, up to the first that takes no longer than the 95th percentile of all "
         "later ones, beyond as many median steps ÷ time of all training steps."},
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
        {AdviceRecorderFormula,
         "Median over pairs of blocks of steps, one with the recorder and one without, of the ratio of "
         "their median steps − 1."},
        {AdviceRecorderFound, "Recording makes a step {share} longer (95 % interval {low} to {high}, from "
                              "{pairs} {pairs:pair|pairs} of blocks of steps)."},
        {AdviceRecorderNotFound, "The cost of recording cannot be told from chance: {share} (95 % interval "
                                 "{low} to {high}, from {pairs} {pairs:pair|pairs} of blocks of steps)."},
        {AdviceRecorderTryShapes, "Record without the shapes of the inputs."},
        {AdviceRecorderTryShares,
         "Read shares rather than times in the operator table, and times in the curves, whose steps are "
         "mostly not recorded."},
        {AdviceBetweenTitle, "Time between operators"},
        {AdviceBetweenQuestion, "Is there time in a step, outside data loading, in which no operator runs?"},
        {AdviceBetweenFormula, "Time outside data loading in which no operator runs on any thread ÷ time "
                               "analysed. With a device, no more can be gained than the time in which the "
                               "device is idle."},
        {AdviceBetweenMeaning, "For {time} of {whole}, outside data loading, no operator runs: {share}. This "
                               "is the work of the program around its operators."},
        {AdviceBetweenTryLarger,
         "Train larger batches: this time is spent once for each, however large it is."},
        {AdviceBetweenTryLess,
         "Do less between the operators: fewer of them, and no figures read back in every step."},
        {AdviceMemoryTitle, "Memory"},
        {AdviceMemoryQuestion, "Is there room left in the memory?"},
        {AdviceMemoryFormula, "The process's largest resident size in the samples, two a second ÷ memory of "
                              "the machine, or of the container where that is less."},
        {AdviceMemoryMeaning, "The process held up to {peak} of {memory}: {share}."},
        {AdviceMemoryTrySmaller,
         "Train smaller batches: what the forward pass keeps for the backward pass grows with them."},
        {AdviceMemoryTryOthers,
         "Close other programs: beyond its memory, a machine stops processes or begins to swap."},
        {AdviceSmallTitle, "Small operators"},
        {AdviceSmallQuestion, "Is the batch large enough to make the calls of operators worth it?"},
        {AdviceSmallFormula, "Time of operator calls shorter than 10 µs (where they call each other, that of "
                             "the outermost) ÷ time analysed. The gain is half of that, since the work in "
                             "them remains, and no more than the time in which a device is idle."},
        {AdviceSmallMeaning,
         "{calls} {calls:call is|calls are} shorter than {limit} and {calls:takes|take} {time} of {whole}: "
         "{share}. Much of the time of so short a call is spent on the call itself."},
        {AdviceSmallTryLarger, "Train larger batches: as many calls then do more work."},
        {AdviceSmallTryFuse, "Use operators that do several things at once, such as a fused optimizer."},
        {AdviceSmallTryThreads, "Try one thread: nothing this small gains from more."},
        {AdviceOthersTitle, "Other programs"},
        {AdviceOthersQuestion, "Did other programs take processors from this run?"},
        {AdviceOthersFormula,
         "Mean number of processors that all other processes kept busy, less those that this run may not use "
         "÷ those that it may use. The gain is the same share of a step."},
        {AdviceOthersMeaning, "Other programs used {taken} of the {processors} processors on average."},
        {AdviceOthersLook, "Every time in this run is longer and less steady than on an idle machine."},
        {AdviceOthersTryAlone, "Close other programs and train again before you compare times."},
        {AdviceOthersTryCompare, "Compare shares within this run: they suffer less than times."},
        {AdviceGpuTitle, "Use of the GPU"},
        {AdviceGpuQuestion, "Is the GPU busy?"},
        {AdviceGpuFormula,
         "Mean over time of the driver's figure: the share of time in which a kernel of any program ran."},
        {AdviceGpuMeaning, "The GPU ran a kernel during {share} of the time."},
        {AdviceGpuTryLarger, "Train larger batches: the GPU then has more to do for each call of the host."},
        {AdviceGpuTryHost,
         "Check the time between operators and the data loading: the GPU waits for the host."},
        {AdviceCopyTimeTitle, "Computation against copies"},
        {AdviceCopyTimeQuestion, "Does the device compute longer than it copies?"},
        {AdviceCopyTimeFormula,
         "Time in which memory is copied ÷ time in which kernels run, as unions of their intervals."},
        {AdviceCopyOverlapTitle, "Overlap of copies and computation"},
        {AdviceCopyOverlapQuestion, "Does the device copy while it computes?"},
        {AdviceCopyOverlapFormula,
         "Time in which a copy and a kernel run at once ÷ the shorter of their times. Copies within the "
         "device do not count."},
        {AdviceCopySpeedTitle, "Throughput of copies"},
        {AdviceCopySpeedQuestion, "Do copies use the bandwidth of the bus?"},
        {AdviceCopySpeedFormula, "Bytes copied ÷ time in which memory is copied."},
        {AdviceKernelsTitle, "Small kernels"},
        {AdviceKernelsQuestion, "Are the kernels large enough to fill the device?"},
        {AdviceKernelsFormula,
         "Time of kernels shorter than the call that launched them ÷ time of all kernels."},
        {AdviceTensorTitle, "Tensor cores"},
        {AdviceTensorQuestion, "Do products of matrices run on the tensor cores?"},
        {AdviceTensorFormula, "Time of kernels that use tensor cores ÷ time of those whose operators could."},
        {ReasonNotProfiled, "The profiler was off in this run."},
        {ReasonFewRecordedSteps,
         "At least {least} recorded steps are needed, and there {count:is|are} {count}: train for more steps "
         "than the profiler waits and warms up, or pick more of them."},
        {ReasonFewStepsInFile, "At least {least} steps with events are needed, and the file has {count}."},
        {ReasonPickedSteps,
         "At least {least} steps with events are needed, and {count} {count:is|are} picked."},
        {ReasonNoOperators, "No operator was recorded."},
        {ReasonThreadsOfDevice, "A device does the work; the host's threads only launch it."},
        {ReasonOneThread, "The operators ran on one thread."},
        {ReasonFewSamples, "At least {least} samples of the machine are needed, two are taken a second, and "
                           "there {count:is|are} {count}: train longer."},
        {ReasonNoSamplesInFile, "The file has no measurements of the machine."},
        {ReasonFewSteps, "At least {least} steps are needed, and there {count:is|are} {count}."},
        {ReasonNoStartInFile, "The file has the recorded steps only, not those before them."},
        {ReasonNoTrial, "After the profiler's schedule, the run was too short to train steps with and "
                        "without the recorder in turn."},
        {ReasonNoTrialInFile,
         "A trace does not tell what recording it cost; only Stepscope's own trainings measure it."},
        {ReasonMemoryUnknown, "The memory of the process or of the machine is not known."},
        {ReasonOthersUnknown, "At least {least} samples of all processors are needed, two are taken a "
                              "second, and there {count:is|are} {count}."},
        {ReasonNoGpuSamples, "The recording has no samples of the GPU driver's figures."},
        {ReasonNoDeviceEvents, "The recording has no events of a device."},
        {ReasonNoDataEvents, "The recording has no events of a data loader."},
    }};
}

} // namespace stepscope
