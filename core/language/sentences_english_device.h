#pragma once

#include "core/language/sentences_english.h"

namespace stepscope {

/// What follows on englishAdviceSentences().
constexpr std::array<CatalogueEntry, sentenceCount - hostSentenceCount> englishDeviceSentences()
{
    using enum SentenceId;
    return {{
        {AdviceOnDevice, "GPU {device}: {text}"},
        {AdviceCopyTimeMeaning,
         "Kernels run for {compute}, and memory is copied for {copy} in the recorded steps."},
        {AdviceCopyTimeTryKeep, "Leave on the device what the next step needs again, and copy a value to the "
                                "host only where it is read."},
        {AdviceCopyTimeTryType,
         "Copy images as the bytes that they are, and turn them into numbers on the device."},
        {AdviceCopyOverlapMeaning, "Of {copy} of copies, {overlap} lie under a kernel."},
        {AdviceCopyOverlapTryPinned,
         "Copy from pinned memory, without waiting, on a stream of its own while the step before computes."},
        {AdviceDirectionsTitle, "Overlap of copies in both directions"},
        {AdviceDirectionsQuestion, "Does the device copy in both directions at a time?"},
        {AdviceDirectionsFormula, "Time with copies to and from the device ÷ the shorter of the two."},
        {AdviceDirectionsMeaning, "Copies to the device take {up}, from it {down}, both at a time {both}."},
        {AdviceDirectionsTryStreams,
         "Give each direction a stream of its own: the device has an engine for each."},
        {AdviceCopySpeedMeaning, "{bytes} are copied between host and device at {speed} a second; {slow} of "
                                 "the time goes into copies below {par} a second."},
        {AdviceCopySpeedTryPinned, "Copy from pinned memory: the driver copies other memory twice."},
        {AdviceCopySpeedTryFewer, "Join small copies into one: each takes microseconds, however small."},
        {AdviceUtilizationTitle, "Utilization of the device"},
        {AdviceUtilizationQuestion, "Do kernels run most of the time?"},
        {AdviceUtilizationFormula, "Time in which kernels run, as a union of their intervals ÷ from the "
                                   "start of the first step to the end of the last."},
        {AdviceUtilizationMeaning, "Kernels run for {compute} of {span}."},
        {AdviceUtilizationTryLarger,
         "Train larger batches: each launch of the host then gives the device more to do."},
        {AdviceUtilizationTryIdle,
         "See what the device waits for, in the question about idle time and in the timeline."},
        {AdviceIdleTitle, "Idle time of the device"},
        {AdviceIdleQuestion, "What does the device wait for?"},
        {AdviceIdleFormula,
         "Gaps whose next kernel was launched only after the gap began ÷ from the start of the first step to "
         "the end of the last."},
        {AdviceIdleMeaning,
         "The device does nothing for {idle}: {host} because the host launched late, {kernel} between "
         "kernels that were waiting, {other} for other reasons. The longest gap takes {longest}."},
        {AdviceIdleTryLarger,
         "Train larger batches, or record the step as a CUDA graph: fewer launches for the same work."},
        {AdviceIdleTrySync, "Read losses and hits from the device seldom: each read waits for it, and it "
                            "then waits for the host."},
        {AdviceIdleTryLoader, "Prepare the next batch in another thread while this one computes."},
        {AdviceKernelGainTitle, "Costliest kernels"},
        {AdviceKernelGainQuestion, "Which kernel is worth improving first?"},
        {AdviceKernelGainFormula,
         "With p the kernel's time ÷ that of the steps: 1 / (1 − p + p / s) times as fast when it is s times "
         "as fast (Amdahl). Where kernels overlap, this is the most that can be gained."},
        {AdviceKernelGainMeaning,
         "{kernel} takes {share} of the time; if it took none, steps would be {free} times as fast at most."},
        {AdviceKernelGainTryType,
         "Compute in half precision where the results allow it: it halves what is moved."},
        {AdviceKernelGainTryShapes,
         "Choose sizes that are multiples of 8 or 64, which the fast kernels are made for."},
        {AdviceKernelsMeaning,
         "{count} of {all} kernels end before the call that launched them has; they take {time}."},
        {AdviceKernelsTryFuse,
         "Fuse operators (torch.compile, fused optimizers), so that fewer kernels do more each."},
        {AdviceKernelsTryLarger, "Train larger batches."},
        {AdviceTensorMeaning, "Of {eligible} in operators that could use them, {used} run on tensor cores."},
        {AdviceTensorTryPrecision,
         "Train with automatic mixed precision, or allow TF32 for products of 32-bit matrices."},
        {AdviceTensorTrySizes, "Make the sizes of layers and batches multiples of 8."},
        {AdviceFillTitle, "Filling the device"},
        {AdviceFillQuestion, "Is there enough work in a kernel for all processors of the device?"},
        {AdviceFillFormula,
         "Min(blocks ÷ multiprocessors, 1), weighted by time ÷ time in which kernels run."},
        {AdviceFillMeaning, "While kernels run, they fill {fill} of the multiprocessors, {efficiency} over "
                            "all of the time (SM efficiency); the mean achieved occupancy is {occupancy}."},
        {AdviceFillTryLarger, "Train larger batches: kernels then have more blocks."},
        {AdviceConcurrencyTitle, "Kernels at the same time"},
        {AdviceConcurrencyQuestion, "Do small kernels run beside each other?"},
        {AdviceConcurrencyFormula, "Time in which two kernels or more run ÷ time in which any runs."},
        {AdviceConcurrencyMeaning,
         "Two kernels or more run for {both} of {compute}, and kernels fill {fill} of the device."},
        {AdviceConcurrencyTryStreams, "Launch what does not depend on each other on several streams."},
        {AdviceCommunicationTitle, "Communication between devices"},
        {AdviceCommunicationQuestion, "How long do devices exchange data?"},
        {AdviceCommunicationFormula, "Time in which communication kernels run and no other ÷ from the start "
                                     "of the first step to the end of the last."},
        {AdviceCommunicationMeaning,
         "Devices exchange data for {time}, {hidden} of that under other kernels."},
        {AdviceCommunicationTryOverlap,
         "Exchange gradients while the backward pass goes on, in larger buckets."},
        {AdviceCommunicationTryLess,
         "Exchange half-precision gradients, or accumulate several batches before."},
        {AdviceDeviceMemoryTitle, "Memory of the device"},
        {AdviceDeviceMemoryQuestion, "Is there room left?"},
        {AdviceDeviceMemoryFormula,
         "Largest amount allocated or reserved in the recorded steps ÷ memory of the device."},
        {AdviceDeviceMemoryMeaning, "At most {peak} of {memory} are in use."},
        {AdviceDeviceMemoryTrySmaller,
         "Train smaller batches, or recompute activations in the backward pass (checkpointing)."},
        {ReasonNoCopies, "No memory is copied in the recorded steps."},
        {ReasonNoHostCopies, "No copy of a known size goes between host and device in the recorded steps."},
        {ReasonOneDirection, "Memory is copied in one direction only."},
        {ReasonNoKernels, "No kernel runs in the recorded steps."},
        {ReasonNoLaunches, "The recording does not say which calls launched the kernels."},
        {ReasonNoBlocks, "The recording does not say how many blocks the kernels have."},
        {ReasonNoTensorCores, "The device has none, or the recording does not say what it is."},
        {ReasonNothingEligible, "No kernel was launched by an operator that could use them."},
        {ReasonNoCommunication, "No data go between devices in the recorded steps."},
        {ReasonDeviceMemoryUnknown,
         "The recording has no memory figures of the device, or does not say how much it has."},
        {PeakNotMeasured,
         "This machine's peak has not been measured with as many threads: press Measure roof in the view "
         "Roofline, or run stepscope devices --measure-peak."},
        {PeakNoFlops, "Its floating-point operations are not known: there is no formula for it, or its input "
                      "shapes were not recorded."},
        {PeakOnDevice, "A device did the work, whose peak is not known."},
        {PeakOtherMachine, "The run was made on another processor, whose peak is not known here."},
        {PeakMachineUnknown,
         "The recording does not say which processor it was made on, so its peak is not known."},
        {AdviceRankOverlapTitle, "Communication under computation"},
        {AdviceRankOverlapQuestion, "Does every rank go on computing while it communicates?"},
        {AdviceRankOverlapFormula,
         "Of the time in which a rank's communication kernels run, that in which its "
         "other kernels run too; the rank with the least counts."},
        {AdviceRankOverlapMeaning,
         "Rank {rank} hides least: {hidden} of {time} of its communication lie under computation. By rank: "
         "{all}."},
        {AdviceStragglerTitle, "Stragglers"},
        {AdviceStragglerQuestion, "Do ranks wait for a slower one?"},
        {AdviceStragglerFormula,
         "How much later than the rank before it a rank reaches the collective calls that it reaches last, "
         "summed "
         "÷ from the start of its first step to the end of its last; the rank with the most counts."},
        {AdviceStragglerMeaning,
         "Rank {rank} reaches {count} of {calls} collective calls last, by {late} in all. For the last one, "
         "whichever it is, the others wait {waited} together, as far as the ranks' clocks agree."},
        {AdviceStragglerNone, "In none of {calls} collective calls is a rank later than the others."},
        {AdviceStragglerTryBalance,
         "Give all ranks as much to do: equal batches, and inputs of about the same length."},
        {AdviceStragglerTryHost,
         "Compare the ranks in the view Steps: a slower loader, host or device shows in its parts."},
        {ReasonNoCollectives, "No collective call of all ranks can be told apart in the recorded steps."},
    }};
}

} // namespace stepscope
