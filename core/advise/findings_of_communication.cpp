// Findings and tips about communication between devices and processes.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

namespace stepscope {

std::vector<std::string> communicationTries(CommunicationKind kind)
{
    switch (kind) {
    case CommunicationKind::AllReduce:
        return {translated(
                    "If these are gradients: exchange them in larger buckets, while the backward pass runs."),
                translated("If these are gradients: exchange them in half precision, or accumulate them over "
                           "several batches.")};
    case CommunicationKind::Shards:
        return {translated("Gather the parameters of the next layer while the current one computes: see the "
                           "prefetching options of FullyShardedDataParallel."),
                translated("Shard over fewer devices, such as those of one node (hybrid sharding), or gather "
                           "in half precision.")};
    case CommunicationKind::Exchange:
        return {
            translated(
                "Balance the ranks: in an exchange, each rank waits for the one that is late or exchanges "
                "the most, for example because it has the largest embedding tables or the busiest experts."),
            translated("Exchange less, for example in half precision, and start an exchange as soon as its "
                       "data is ready, so that computation that does not need the result runs meanwhile.")};
    case CommunicationKind::Broadcast:
        return {translated("Broadcast only what changes: with DistributedDataParallel, use "
                           "broadcast_buffers=False if the buffers may differ between ranks.")};
    case CommunicationKind::Other:
        break;
    }
    return {translated("Start each exchange as soon as its data is ready, and wait for it only when its "
                       "result is needed.")};
}

std::string largestCommunication(const CommunicationTimes& times)
{
    static constexpr Translatable words[] = {
        translatable("all-reduce"), translatable("all-gather and reduce-scatter"),
        translatable("all-to-all and send/receive"), translatable("broadcast, reduce, gather and scatter")};
    const auto kind = times.largest();
    if (kind == CommunicationKind::Other)
        return translated("The names of these calls do not show which collectives they are.");
    return translated("The largest part is {kind}: {time} (sum of durations).",
                      {{"kind", translated(words[size_t(kind)])}, {"time", timeText(times.of(kind))}});
}

std::vector<Finding> hostCommunicationFindings(const AdviceInput& input)
{
    const HostCommunication& figures = input.figures.communication;
    const bool isMerged =
        !input.figures.ranks.ranks.empty(); // one rank's operators would hide the other's calls
    if (isMerged || (figures.calls == 0 && figures.ns == 0))
        return {};
    auto finding =
        newFinding(FindingId::HostCommunication,
                   {translatable("Communication between processes"),
                    translatable("How long do processes exchange data on the CPU?"),
                    translatable("Time of collective calls of the CPU's process groups (Gloo, MPI, UCC) in "
                                 "which no operator runs on any thread ÷ time of the steps, or of the trace "
                                 "if it has no steps. Overlapping calls count once.")},
                   FindingPlace::Steps);
    if (figures.ns == 0)
        return {cannotBeTold(
            std::move(finding),
            translatedPlural(
                "The recording has the starts of {count} collective call, but not how long it takes.",
                "The recording has the starts of {count} collective calls, but not how long they take.",
                figures.calls, {{"count", formatCount(figures.calls)}}))};
    judge(finding, {.value = DeviceFigures::share(figures.bareNs, figures.spanNs),
                    .threshold = adviceThresholds.communication});
    if (figures.hasOperators)
        finding.gainNs = input.hostGainNs(input.perStep(double(figures.bareNs)));
    finding.meaning = translated(
        figures.hasOperators
            ? translatable(
                  "Processes exchange data for {time} of {span}; during {hidden} of that, operators run.")
            : translatable("Processes exchange data for {time} of {span}. No operator was recorded during "
                           "that time, so it is not known what else the program did."),
        {{"time", timeText(figures.ns)},
         {"span", timeText(figures.spanNs)},
         {"hidden", timeText(figures.ns - figures.bareNs)}});
    finding.meaning += " " + largestCommunication(figures.kinds);
    if (finding.measure->isCrossed())
        finding.tries = communicationTries(figures.kinds.largest());
    return {finding};
}

} // namespace stepscope
