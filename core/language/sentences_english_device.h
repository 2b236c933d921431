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
        {AdviceCopyTimeMeaning,
         "In {scope}, at least one kernel runs for {compute}, and memory is copied for {copy}. What overlaps "
         "counts once."},
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
        {AdviceCopySpeedSmall, "Of the slow ones, {share} is spent in copies of less than {size}."},
        {AdviceCopySpeedTryPinned, "Copy from pinned memory: the driver copies other memory twice."},
        {AdviceCopySpeedTryFewer, "Join small copies into one: each takes microseconds, however small."},
        {AdviceCopySpeedTryBus, "Check the bus: these copies are large and use pinned memory, so the link of "
                                "the device may have few "
                                "lanes or an old generation, or share its bandwidth with other devices."},
        {AdviceUtilizationTitle, "Utilization of the device"},
        {AdviceUtilizationQuestion, "Do kernels run most of the time?"},
        {AdviceUtilizationFormula,
         "Time in which kernels run (overlapping kernels count once) ÷ time from the start of the first step "
         "to the end of the last, or of the trace if it has no steps."},
        {AdviceUtilizationMeaning, "At least one kernel runs for {compute} of {span}."},
        {AdviceUtilizationSum, "As some run at the same time, the times of the kernels sum to {sum}."},
        {AdviceUtilizationTryLarger,
         "Use larger batches: each launch from the host then gives the device more to do."},
        {AdviceUtilizationTryIdle,
         "See what the device waits for, in the question about idle time and in the timeline."},
        {AdviceIdleTitle, "Idle time of the device"},
        {AdviceIdleQuestion, "What does the device wait for?"},
        {AdviceIdleFormula,
         "Time in which the device does nothing ÷ time from the start of the first step to the end of the "
         "last, or of the trace if it has no steps. Launched late: the launch of the next work began only "
         "after the device had become idle."},
        {AdviceIdleMeaning,
         "The device does nothing for {idle} of {span}: {host} because the next work was launched late, "
         "{call} while the call that launched it was running, {kernel} in short gaps before work that had "
         "been launched, {other} for other or unknown reasons. The longest gap takes {longest}."},
        {AdviceIdleDelay, "On average, a kernel starts {delay} after its launch began."},
        {AdviceIdleTryLarger,
         "Use larger batches, or record the step as a {graph}: fewer launches for the same work."},
        {AdviceIdleTryCall,
         "Look at the longest launching calls in the timeline: the first launch of a kernel loads its code, "
         "which takes milliseconds, so record steps after the warm-up."},
        {AdviceIdleTryTimeline, "See in the timeline what the host does meanwhile: the recording does not "
                                "say what most of this time is spent waiting for."},
        {AdviceIdleTrySync, "Read losses and hits back from the device rarely: each read waits for the "
                            "device, which then waits for the host."},
        {AdviceIdleTryLoader, "Prepare the next batch on another thread while this one computes."},
        {AdviceKernelGainTitle, "Costliest kernels"},
        {AdviceKernelGainQuestion, "Which kernel is worth improving first?"},
        {AdviceKernelGainFormula,
         "With p the kernel's time ÷ that of the steps: 1 / (1 − p + p / s) times as fast when it is s times "
         "as fast (Amdahl). What it takes while other kernels run cannot be gained."},
        {AdviceKernelGainMeaning, "{kernel} takes {share} of {whole}; if it took no time, the whole would be "
                                  "at most {free} times as fast."},
        {AdviceKernelGainNothing, "{kernel} takes the most time of all kernels, {share} of {whole}: there is "
                                  "next to nothing to gain."},
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
        {AdviceTensorMeaning, "{used} of the {eligible} in kernels that could use tensor cores is spent in "
                              "kernels that do. These are {share} of the time of all kernels, as a sum."},
        {AdviceTensorUnjudged, "Of another {share} of the kernel time it is not known whether it could: the "
                               "operator of the kernel is not known, such as that of a kernel in a graph."},
        {AdviceTensorTryPrecision,
         "Train with automatic mixed precision, or allow TF32 for 32-bit matrix products."},
        {AdviceTensorTryMixed, "Train with automatic mixed precision."},
        {AdviceTensorTrySizes, "Make the sizes of layers and batches multiples of 8."},
        {AdviceFillTitle, "Filling the device"},
        {AdviceFillQuestion, "Do kernels have enough work for the whole device?"},
        {AdviceFillFormula,
         "Min(blocks ÷ multiprocessors (of AMD devices, compute units), 1), weighted by time ÷ time in which "
         "at least one kernel runs."},
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
        {AdviceCommunicationLargest, "The largest part is {kind}: {time}, as a sum."},
        {AdviceCommunicationUnnamed, "The names of these calls do not say what is exchanged."},
        {WordAllReduce, "all-reduce"},
        {WordShards, "all-gather and reduce-scatter"},
        {WordExchange, "all-to-all and send/receive"},
        {WordBroadcast, "broadcast, reduce, gather and scatter"},
        {AdviceCommunicationTryOverlap,
         "If these are gradients: exchange them in larger buckets, while the backward pass runs."},
        {AdviceCommunicationTryLess, "If these are gradients: exchange them in half precision, or accumulate "
                                     "them over several batches."},
        {AdviceCommunicationTryPrefetch,
         "Gather the parameters of the next layer while the current one "
         "computes: see the prefetching options of FullyShardedDataParallel."},
        {AdviceCommunicationTryShards, "Shard over fewer devices, such as those of one node (hybrid "
                                       "sharding), or gather in half precision."},
        {AdviceCommunicationTryBalance,
         "Balance the ranks: each waits in an exchange for the one that reaches it last or exchanges the "
         "most, such as for the largest embedding tables or the busiest experts."},
        {AdviceCommunicationTryExchange,
         "Exchange less, such as in half precision, and start an exchange as early as its data are there: "
         "computation that does not need its result can run meanwhile."},
        {AdviceCommunicationTryBuffers, "Broadcast only what changes: for example, use "
                                        "broadcast_buffers=False in DistributedDataParallel if "
                                        "the buffers need not agree in each step."},
        {AdviceCommunicationTryEarly,
         "Start each exchange as early as its data are there, and wait for it as "
         "late as its result is needed."},
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
        {ReasonFewKernels, "Only {count} {count:kernel runs|kernels run} in {scope}, at most one per step on "
                           "average, so none could run at the same time as another."},
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
        {ReasonNothingEligible,
         "No kernel is a matrix product or convolution by its name, or was launched by "
         "an operator that could use tensor cores."},
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
        {AdviceHostCommunicationQuestion, "How long do processes exchange data through the CPU?"},
        {AdviceHostCommunicationFormula,
         "Time of collective calls of the CPU's process groups (Gloo, MPI, UCC) in which no operator runs on "
         "any thread ÷ time of the steps, or of the trace if it has no steps. Overlapping calls count once."},
        {AdviceHostCommunicationMeaning,
         "Processes exchange data for {time} of {span}; during {hidden} of that, operators run."},
        {AdviceHostCommunicationAlone,
         "Processes exchange data for {time} of {span}. No operator was recorded meanwhile, so it is not "
         "known what else the program did."},
        {ReasonCollectiveStarts, "The recording has the starts of {count} collective {count:call|calls}, but "
                                 "not how long {count:it takes|they take}."},
    }};
}

} // namespace stepscope
