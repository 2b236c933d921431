#pragma once

#include "core/language/sentences_english.h"

namespace stepscope {

/// What follows on englishAdviceSentences().
constexpr std::array<CatalogueEntry, sentenceCount - hostSentenceCount> englishDeviceSentences()
{
    using enum SentenceId;
    return {{
        {AdviceOnDevice, "GPU {device}: {text}"},
        {ReasonDeviceEventsOutside,
         "The recording has {events} events of devices, but none in the steps analysed."},
        {AdviceCopyTimeMeaning, "In {scope}, kernels run for {compute} and memory is copied for {copy}."},
        {AdviceCopyTimeTryKeep, "Leave on the device what the next step needs again, and copy a value to the "
                                "host only where it is read."},
        {AdviceCopyTimeTryType,
         "Copy images as the bytes that they are, and turn them into numbers on the device."},
        {AdviceCopyTimeTryWithin, "Most of this time is spent in copies within the device: avoid clone(), "
                                  "contiguous() and changes of type that the computation does not need."},
        {AdviceCopyOverlapMeaning, "A kernel runs during {overlap} of {copy} of copies."},
        {AdviceCopyOverlapTryPinned,
         "Copy from pinned memory, without waiting, on a stream of its own while the step before computes."},
        {AdviceCopyOverlapTryStream,
         "Copy without waiting, on a stream of its own, while the step before computes."},
        {AdviceDirectionsTitle, "Overlap of copies in both directions"},
        {AdviceDirectionsQuestion, "Does the device copy in both directions at a time?"},
        {AdviceDirectionsFormula,
         "Time with copies both to and from the device ÷ the shorter of the times in each direction."},
        {AdviceDirectionsMeaning,
         "Copies to the device take {up}, copies from it {down}, and both run at once for {both}."},
        {AdviceDirectionsTryStreams,
         "Give each direction a stream of its own: the device has an engine for each."},
        {AdviceCopySpeedMeaning, "{bytes} are copied between host and device at {speed}/s; {slow} of the "
                                 "time is spent in copies slower than {par}/s."},
        {AdviceCopySpeedTryPinned, "Copy from pinned memory: the driver copies other memory twice."},
        {AdviceCopySpeedTryFewer, "Join small copies into one: each takes microseconds, however small."},
        {AdviceUtilizationTitle, "Utilization of the device"},
        {AdviceUtilizationQuestion, "Do kernels run most of the time?"},
        {AdviceUtilizationFormula,
         "Time in which kernels run (an instant counts once) ÷ time from the start of the first step to the "
         "end of the last, or of the trace where it has no steps."},
        {AdviceUtilizationMeaning, "Kernels run for {compute} of {span}."},
        {AdviceUtilizationTryLarger,
         "Train larger batches: each launch of the host then gives the device more to do."},
        {AdviceUtilizationTryIdle,
         "See what the device waits for, in the question about idle time and in the timeline."},
        {AdviceIdleTitle, "Idle time of the device"},
        {AdviceIdleQuestion, "What does the device wait for?"},
        {AdviceIdleFormula, "Time in which the device does nothing ÷ time from the start of the first step "
                            "to the end of the last, or of the trace where it has no steps. Late launch: the "
                            "next work was launched only after the device had become idle."},
        {AdviceIdleMeaning, "The device does nothing for {idle} of {span}: {host} because the next work was "
                            "launched late, {kernel} in short gaps before work that had been launched, "
                            "{other} for other or unknown reasons. The longest gap takes {longest}."},
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
        {AdviceKernelGainMeaning, "{kernel} takes {share} of {whole}; if it took none, the whole would be "
                                  "at most {free} times as fast."},
        {AdviceKernelGainTryType,
         "Compute in half precision where the results allow it: it halves what is moved."},
        {AdviceKernelGainTryShapes,
         "Choose sizes that are multiples of 8 or 64, which the fast kernels are made for."},
        {AdviceKernelsMeaning, "Of {all} {all:kernel|kernels} launched by {all:a call of its|calls of their} "
                               "own, {count} {count:is|are} shorter than the call: {time} in all."},
        {AdviceKernelsEnded, "{ended} {ended:kernel ends|kernels end} before the launching call returns."},
        {AdviceKernelsNoneEnded, "No kernel ends before its launching call returns."},
        {AdviceKernelsOfGraphs, "{count} {count:kernel|kernels} of graphs, which one call launches "
                                "together, {count:is|are} not compared with it."},
        {AdviceKernelsOfNoCall, "The launching call of {count} more {count:kernel|kernels} is not known."},
        {AdviceKernelsTryFuse,
         "Fuse operators (torch.compile, fused optimizers), so that fewer kernels do more each."},
        {AdviceKernelsTryLarger, "Train larger batches."},
        {AdviceTensorMeaning, "{used} of the {eligible} in kernels whose operators could use tensor cores is "
                              "spent in kernels that do."},
        {AdviceTensorTryPrecision,
         "Train with automatic mixed precision, or allow TF32 for products of 32-bit matrices."},
        {AdviceTensorTryMixed, "Train with automatic mixed precision."},
        {AdviceTensorTrySizes, "Make the sizes of layers and batches multiples of 8."},
        {AdviceFillTitle, "Filling the device"},
        {AdviceFillQuestion, "Is there enough work in a kernel for all processors of the device?"},
        {AdviceFillFormula,
         "Min(blocks ÷ multiprocessors, 1), weighted by time ÷ time in which kernels run."},
        {AdviceFillMeaning,
         "While kernels run, they fill {fill} of the multiprocessors, and {efficiency} over all of the time "
         "(SM efficiency)."},
        {AdviceFillOccupancy, "The mean achieved occupancy is {occupancy}."},
        {AdviceFillTryLarger, "Train larger batches: kernels then have more blocks."},
        {AdviceConcurrencyTitle, "Kernels at the same time"},
        {AdviceConcurrencyQuestion, "Do small kernels run beside each other?"},
        {AdviceConcurrencyFormula, "Time in which two kernels or more run ÷ time in which any runs."},
        {AdviceConcurrencyMeaning,
         "Two or more kernels run at once for {both} of {compute}, and kernels fill {fill} of the device."},
        {AdviceConcurrencyTryStreams, "Launch independent work on several streams."},
        {AdviceCommunicationTitle, "Communication between devices"},
        {AdviceCommunicationQuestion, "How long do devices exchange data?"},
        {AdviceCommunicationFormula, "Time in which communication kernels run and no other ÷ from the start "
                                     "of the first step to the end of the last."},
        {AdviceCommunicationMeaning,
         "Devices exchange data for {time}; during {hidden} of that, other kernels run."},
        {AdviceCommunicationTryOverlap,
         "Exchange gradients while the backward pass goes on, in larger buckets."},
        {AdviceCommunicationTryLess,
         "Exchange half-precision gradients, or accumulate several batches before."},
        {AdviceDeviceMemoryTitle, "Memory of the device"},
        {AdviceDeviceMemoryQuestion, "Is there room left?"},
        {AdviceDeviceMemoryFormula,
         "Largest amount allocated or reserved ÷ memory of the device. Where the recording has single "
         "allocations only, the largest amount that those of the recorded steps held at once, without what "
         "was allocated before."},
        {AdviceDeviceMemoryMeaning, "At most {peak} of {memory} are in use, as far as the recording shows."},
        {AdviceDeviceMemoryTrySmaller,
         "Train smaller batches, or recompute activations in the backward pass (checkpointing)."},
        {ReasonNoCopies, "No memory is copied in {scope}, so nothing could overlap."},
        {ReasonNoHostCopies, "No copy of a known size between host and device is in {scope}."},
        {ReasonOneDirection, "Memory is copied in one direction only, so nothing could overlap."},
        {ReasonSmallCopies, "The copies take {share} of the time, too little for this to matter."},
        {ReasonSmallDirection,
         "Copies in the direction with less of them take {share} of the time, too little for "
         "an overlap to matter."},
        {ReasonDeviceFull, "Kernels fill {fill} of the device, so there is no room for another beside them."},
        {ReasonSmallCommunication,
         "Communication without computation takes at most {share} of the time of a rank, too little for this "
         "to matter. Hidden under computation, by rank: {all}."},
        {ReasonNoKernels, "No kernel runs in {scope}."},
        {ReasonNoLaunches, "The recording does not say which calls launched the kernels."},
        {ReasonNoBlocks, "The recording does not say how many multiprocessors the kernels use."},
        {ReasonNoTensorCores, "The device has none, or the recording does not identify the device."},
        {ReasonMatrixCores, "The device is one of AMD's: which of its kernels use matrix cores cannot be "
                            "told from their names."},
        {ReasonOnlyGraphs,
         "All kernels whose launching call is known are of graphs, which one call launches together."},
        {ReasonOnlyWithin, "All copies in {scope} are within the device."},
        {ReasonNothingEligible, "No kernel was launched by an operator that could use them."},
        {ReasonNoCommunication, "No data are exchanged between devices in {scope}."},
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
        {AdviceRankOverlapMeaning, "Rank {rank} hides least of its communication: {hidden} of {time} run "
                                   "under computation. Hidden, by rank: {all}."},
        {AdviceStragglerTitle, "Stragglers"},
        {AdviceStragglerQuestion, "Do ranks wait for a slower one?"},
        {AdviceStragglerFormula,
         "How much later than the rank before it a rank reaches the collective calls that it reaches last, "
         "summed "
         "÷ from the start of its first step to the end of its last; the rank with the most counts."},
        {AdviceStragglerMeaning, "Rank {rank} is the last to reach {count} of {calls} collective calls, by "
                                 "{late} in all. The other ranks together wait {waited} for the last one of "
                                 "each call, as far as the clocks of the ranks agree."},
        {AdviceStragglerReached,
         "Rank {rank} is the last to reach {count} of {calls} collective calls, by {late} in all, as far as "
         "the "
         "clocks of the ranks agree. How long the other ranks wait was not recorded."},
        {AdviceStragglerNone, "In none of the {calls} collective calls is a rank later than the others."},
        {AdviceStragglerTryBalance,
         "Give all ranks as much to do: equal batches, and inputs of about the same length."},
        {AdviceStragglerTryHost,
         "Compare the ranks in the view Steps: a slower loader, host or device shows in its parts."},
        {ReasonNoCollectives, "No collective call of all ranks can be told apart in the recorded steps."},
    }};
}

} // namespace stepscope
