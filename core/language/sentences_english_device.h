#pragma once

#include "core/language/sentences_english.h"

namespace stepscope {

/// The entries after englishAdviceSentences().
constexpr std::array<CatalogueEntry, sentenceCount - hostSentenceCount> englishDeviceSentences()
{
    using enum SentenceId;
    return {{
        {AdviceOnDevice, "GPU {device}: {text}"},
        {WordCudaGraph, "CUDA graph"},
        {WordHipGraph, "HIP graph"},
        {WordMultiprocessors, "multiprocessors"},
        {WordComputeUnits, "compute units"},
        {ReasonDeviceEventsOutside,
         "The recording has {events} device events, but none in the steps analysed."},
        {AdviceCopyTimeMeaning, "In {scope}, at least one kernel runs for {compute}, and memory is copied "
                                "for {copy}. Overlapping work counts once."},
        {AdviceCopyTimeTryKeep, "Keep on the device what the next step needs again, and copy a value to the "
                                "host only when it is read."},
        {AdviceCopyTimeTryType, "Copy inputs in a compact type, such as images as bytes, and convert them on "
                                "the device."},
        {AdviceCopyTimeTryWithin, "Most of this time is spent in copies within the device: avoid clone(), "
                                  "contiguous() and type conversions that the computation does not need."},
        {AdviceCopyOverlapMeaning, "A kernel runs during {overlap} of {copy} of copies."},
        {AdviceCopyOverlapTryPinned,
         "Copy from pinned memory, asynchronously, on a separate stream while the previous step computes."},
        {AdviceCopyOverlapTryStream,
         "Copy asynchronously, on a separate stream, while the previous step computes."},
        {AdviceDirectionsTitle, "Overlap of copies in both directions"},
        {AdviceDirectionsQuestion, "Does the device copy in both directions at the same time?"},
        {AdviceDirectionsFormula,
         "Time with copies both to and from the device ÷ the shorter of the times in each direction."},
        {AdviceDirectionsMeaning,
         "Copies to the device take {up}, copies from it {down}, and both run at the same time for {both}."},
        {AdviceDirectionsTryStreams,
         "Give each direction its own stream: the device has a copy engine for each."},
        {AdviceCopySpeedMeaning, "{bytes} are copied between host and device at {speed}/s; {slow} of the "
                                 "time is spent in copies slower than {par}/s."},
        {AdviceCopySpeedSmall, "{share} of the time in slow copies is spent in copies smaller than {size}."},
        {AdviceCopySpeedTryPinned, "Copy from pinned memory: the driver copies other memory twice."},
        {AdviceCopySpeedTryFewer, "Join small copies into one: each takes microseconds, however small."},
        {AdviceCopySpeedTryBus,
         "Check the bus: these copies are large and use pinned memory, so the link to the device may have "
         "few lanes or be of an older generation, or it is shared with other devices."},
        {AdviceUtilizationTitle, "Utilization of the device"},
        {AdviceUtilizationQuestion, "Do kernels run most of the time?"},
        {AdviceUtilizationFormula,
         "Time in which kernels run (overlapping kernels count once) ÷ time from the start of the first step "
         "to the end of the last, or of the trace if it has no steps."},
        {AdviceUtilizationMeaning, "At least one kernel runs for {compute} of {span}."},
        {AdviceUtilizationSum, "Kernels overlap: their durations add up to {sum}."},
        {AdviceUtilizationTryLarger,
         "Use larger batches: each launch from the host then gives the device more to do."},
        {AdviceUtilizationTryIdle,
         "See what the device waits for, in the question about idle time and in the timeline."},
        {AdviceIdleTitle, "Idle time of the device"},
        {AdviceIdleQuestion, "What does the device wait for?"},
        {AdviceIdleFormula, "Time in which the device does nothing ÷ time from the start of the first step "
                            "to the end of the last, or of the trace if it has no steps. Launched late: the "
                            "launching call started only after the device had become idle."},
        {AdviceIdleMeaning,
         "The device does nothing for {idle} of {span}: {causes}. The longest gap takes {longest}."},
        {AdviceIdleHost, "{time} because the next work was launched late"},
        {AdviceIdleCall, "{time} during the call that launched the next work"},
        {AdviceIdleKernel, "{time} in short gaps before work that had been launched"},
        {AdviceIdleOther, "{time} for other or unknown reasons"},
        {AdviceIdleNone, "The device is never idle in {span}."},
        {AdviceIdleDelay, "On average, a kernel starts {delay} after its launching call does."},
        {AdviceIdleTryLarger,
         "Use larger batches, or record the step as a {graph}: fewer launches for the same work."},
        {AdviceIdleTryCall,
         "Look at the longest launching calls in the timeline: the first launch of a kernel loads its code, "
         "which takes milliseconds, so record steps after the warm-up."},
        {AdviceIdleTryTimeline, "See in the timeline what the host does in these gaps: the recording does "
                                "not say why most of them occur."},
        {AdviceIdleTrySync, "Read losses and hits back from the device rarely: each read waits for the "
                            "device, which then waits for the host."},
        {AdviceIdleTryLoader, "Prepare the next batch on another thread while this one computes."},
        {AdviceKernelGainTitle, "Costliest kernels"},
        {AdviceKernelGainQuestion, "Which kernel is worth improving first?"},
        {AdviceKernelGainFormula,
         "With p the kernel's time ÷ that of the steps: 1 / (1 − p + p / s) times as fast when it is s times "
         "as fast (Amdahl). Time in which other kernels run as well cannot be gained."},
        {AdviceKernelGainMeaning, "{kernel} takes {share} of {whole}; if it took no time, the whole would be "
                                  "at most {free} times as fast."},
        {AdviceKernelGainNothing, "{kernel} takes the most time of all kernels, {share} of {whole}, so there "
                                  "is next to nothing to gain."},
        {AdviceKernelGainHidden, "The most expensive kernel, {kernel}, takes {share} of {whole}, but other "
                                 "kernels run during nearly all of that time."},
        {AdviceKernelGainTryType,
         "Compute in half precision where the results allow it: this halves the memory traffic."},
        {AdviceKernelGainTryShapes,
         "Choose sizes that are multiples of 8 or 64, which the fast kernels are made for."},
        {AdviceKernelsMeaning, "Of {all} {all:kernel|kernels} launched by {all:a call of its|calls of their} "
                               "own, {count} {count:is|are} shorter than the call: {time} in total."},
        {AdviceKernelsEnded, "{ended} {ended:kernel ends|kernels end} before the launching call returns."},
        {AdviceKernelsNoneEnded, "No kernel ends before its launching call returns."},
        {AdviceKernelsOfGraphs, "{count} {count:kernel|kernels} of graphs, which one call launches together, "
                                "{count:is|are} not compared with that call."},
        {AdviceKernelsOfNoCall,
         "The launching call of {count} more {count:kernel|kernels} in {scope} is not known."},
        {AdviceKernelsTryFuse,
         "Fuse operators (torch.compile, fused optimizers), so that fewer kernels do more each."},
        {AdviceKernelsTryLarger, "Use larger batches."},
        {AdviceTensorMeaning,
         "Of {eligible} in kernels that could use tensor cores, {used} is spent in kernels that do. Kernels "
         "that could take {share} of the time of all kernels (sum of durations)."},
        {AdviceTensorUnjudged, "Another {share} of the kernel time cannot be judged, because the operators "
                               "of these kernels are not known, as for kernels of graphs."},
        {AdviceTensorTryPrecision,
         "Train with automatic mixed precision, or allow TF32 for 32-bit matrix products."},
        {AdviceTensorTryMixed, "Train with automatic mixed precision."},
        {AdviceTensorTrySizes, "Make the sizes of layers and batches multiples of 8."},
        {AdviceFillTitle, "Filling the device"},
        {AdviceFillQuestion, "Do kernels have enough work for the whole device?"},
        {AdviceFillFormula, "Min(blocks ÷ multiprocessors, 1), weighted by time ÷ time in which at least one "
                            "kernel runs. On AMD devices, compute units take the place of multiprocessors."},
        {AdviceFillMeaning, "While kernels run, they fill {fill} of the {processors}, and {efficiency} "
                            "over all of the time (SM efficiency)."},
        {AdviceFillOccupancy, "The mean achieved occupancy is estimated at {occupancy}."},
        {AdviceFillTryLarger, "Use larger batches: kernels then have more blocks."},
        {AdviceConcurrencyTitle, "Concurrent kernels"},
        {AdviceConcurrencyQuestion, "Do small kernels run concurrently?"},
        {AdviceConcurrencyFormula, "Time in which two or more kernels run ÷ time in which any runs."},
        {AdviceConcurrencyMeaning, "Two or more kernels run at the same time for {both} of {compute}, and "
                                   "kernels fill {fill} of the device."},
        {AdviceConcurrencyTryStreams, "Launch independent work on several streams."},
        {AdviceCommunicationTitle, "Communication between devices"},
        {AdviceCommunicationQuestion, "How long do devices exchange data?"},
        {AdviceCommunicationFormula, "Time in which only communication kernels run (overlapping ones count "
                                     "once) ÷ time from the start of "
                                     "the first step to the end of the last."},
        {AdviceCommunicationMeaning,
         "Devices exchange data for {time}; during {hidden} of that, other kernels run."},
        {AdviceCommunicationLargest, "The largest part is {kind}: {time} (sum of durations)."},
        {AdviceCommunicationUnnamed, "The names of these calls do not tell which collectives they are."},
        {WordAllReduce, "all-reduce"},
        {WordShards, "all-gather and reduce-scatter"},
        {WordExchange, "all-to-all and send/receive"},
        {WordBroadcast, "broadcast, reduce, gather and scatter"},
        {AdviceCommunicationTryOverlap,
         "If these are gradients: exchange them in larger buckets, while the backward pass runs."},
        {AdviceCommunicationTryLess, "If these are gradients: exchange them in half precision, or accumulate "
                                     "them over several batches."},
        {AdviceCommunicationTryPrefetch,
         "Gather the parameters of the next layer while the current one computes: see the prefetching "
         "options of FullyShardedDataParallel."},
        {AdviceCommunicationTryShards, "Shard over fewer devices, such as those of one node (hybrid "
                                       "sharding), or gather in half precision."},
        {AdviceCommunicationTryBalance,
         "Balance the ranks: in an exchange, each rank waits for the one that is late or exchanges the most, "
         "for example because it has the largest embedding tables or the busiest experts."},
        {AdviceCommunicationTryExchange,
         "Exchange less, for example in half precision, and start an exchange as soon as its data are ready, "
         "so that computation that does not need the result runs meanwhile."},
        {AdviceCommunicationTryBuffers, "Broadcast only what changes: with DistributedDataParallel, use "
                                        "broadcast_buffers=False if the buffers may differ between ranks."},
        {AdviceCommunicationTryEarly, "Start each exchange as soon as its data are ready, and wait for it "
                                      "only when its result is needed."},
        {AdviceDeviceMemoryTitle, "Memory of the device"},
        {AdviceDeviceMemoryQuestion, "Is there device memory left?"},
        {AdviceDeviceMemoryFormula, "Largest amount allocated or reserved ÷ memory of the device. If the "
                                    "recording has only single allocations, the largest amount that those of "
                                    "the recorded steps held at the same time, without earlier allocations."},
        {AdviceDeviceMemoryMeaning, "At most {peak} of {memory} are in use, as far as the recording shows."},
        {AdviceDeviceMemoryTrySmaller,
         "Use smaller batches, or recompute activations in the backward pass (checkpointing)."},
        {ReasonNoCopies, "No memory is copied in {scope}, so nothing could overlap."},
        {ReasonNoHostCopies, "No copy of a known size between host and device is in {scope}."},
        {ReasonOneDirection, "Memory is copied in one direction only, so nothing could overlap."},
        {ReasonSmallCopies, "The copies take {share} of the time, too little for this to matter."},
        {ReasonSmallDirection,
         "Copies in the less used direction take {share} of the time, too little for an overlap to matter."},
        {ReasonDeviceFull,
         "Kernels fill {fill} of the device while they run, so there is little room for another kernel."},
        {ReasonFewKernels, "Only {count} {count:kernel runs|kernels run} in {scope}, so there is hardly "
                           "anything to run concurrently."},
        {ReasonSmallCommunication,
         "Communication without computation takes at most {share} of the time of a rank, too little for this "
         "to matter. Hidden under computation, by rank: {all}."},
        {ReasonNoKernels, "No kernel runs in {scope}."},
        {ReasonNoLaunches, "The recording does not say which calls launched the kernels."},
        {ReasonNoBlocks, "The recording does not say how many {processors} the kernels use."},
        {ReasonNoTensorCores,
         "The device has no tensor cores, or the recording does not identify the device."},
        {ReasonMatrixCores,
         "This is an AMD device: the names of its kernels do not show which of them use matrix cores."},
        {ReasonOnlyGraphs,
         "All kernels with a known launching call belong to graphs, which one call launches together."},
        {ReasonOnlyWithin, "All copies in {scope} are within the device."},
        {ReasonNothingEligible, "No kernel has the name of a matrix product or convolution or was launched "
                                "by an operator that could use tensor cores."},
        {ReasonNoCommunication, "No data are exchanged between devices in {scope}."},
        {ReasonNoDeviceMemory, "The recording has no memory figures of the device."},
        {ReasonDeviceMemoryUnknown, "The recording does not say how much memory the device has."},
        {PeakNotMeasured, "This machine's peak has not been measured with this number of threads: press "
                          "Measure roof in the Roofline view, or run stepscope devices --measure-peak."},
        {PeakNoFlops, "Its floating-point operations are not known: there is no formula for it, or its input "
                      "shapes were not recorded."},
        {PeakOnDevice, "A device did the work, and its peak is not known."},
        {PeakOtherMachine, "The run was recorded on another processor, whose peak is not known here."},
        {PeakMachineUnknown,
         "The recording does not say which processor it was made on, so the peak is not known."},
        {AdviceRankOverlapTitle, "Communication under computation"},
        {AdviceRankOverlapQuestion, "Does every rank keep computing while it communicates?"},
        {AdviceRankOverlapFormula,
         "Time in which a rank's communication kernels and other kernels both run ÷ time in which its "
         "communication kernels run; the rank with the lowest share counts."},
        {AdviceRankOverlapMeaning, "Rank {rank} hides the least of its communication: {hidden} of {time} run "
                                   "under computation. Hidden, by rank: {all}."},
        {AdviceStragglerTitle, "Stragglers"},
        {AdviceStragglerQuestion, "Do ranks wait for a slower one?"},
        {AdviceStragglerFormula, "How much later than the previous rank a rank reaches the collective calls "
                                 "that it reaches last, in total ÷ time from the start of its first step to "
                                 "the end of its last; the rank with the largest share counts."},
        {AdviceStragglerMeaning, "Rank {rank} is the last to reach {count} of {calls} collective calls, by "
                                 "{late} in total. The other ranks together wait {waited} for the last one "
                                 "of each call, as far as the clocks of the ranks agree."},
        {AdviceStragglerReached,
         "Rank {rank} is the last to reach {count} of {calls} collective calls, by {late} in total, as far "
         "as the clocks of the ranks agree. How long the other ranks wait was not recorded."},
        {AdviceStragglerNone, "In none of the {calls} collective calls is a rank later than the others."},
        {AdviceStragglerTryBalance,
         "Give all ranks the same amount of work: equal batches, and inputs of about the same length."},
        {AdviceStragglerTryHost,
         "Compare the ranks in the Steps view: a slower loader, host or device shows in its parts."},
        {ReasonNoCollectives, "No collective call of all ranks can be identified in the recorded steps."},
        {AdviceHostCommunicationTitle, "Communication between processes"},
        {AdviceHostCommunicationQuestion, "How long do processes exchange data on the CPU?"},
        {AdviceHostCommunicationFormula,
         "Time of collective calls of the CPU's process groups (Gloo, MPI, UCC) in which no operator runs on "
         "any thread ÷ time of the steps, or of the trace if it has no steps. Overlapping calls count once."},
        {AdviceHostCommunicationMeaning,
         "Processes exchange data for {time} of {span}; during {hidden} of that, operators run."},
        {AdviceHostCommunicationAlone,
         "Processes exchange data for {time} of {span}. No operator was recorded during that time, so it is "
         "not known what else the program did."},
        {ReasonCollectiveStarts, "The recording has the starts of {count} collective {count:call|calls}, but "
                                 "not how long {count:it takes|they take}."},
    }};
}

} // namespace stepscope
