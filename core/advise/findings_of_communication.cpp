// Findings and tips about communication between devices and processes.

#include "core/advise/findings.h"
#include "core/advise/thresholds.h"
#include "core/base/text/format.h"

namespace stepscope {

std::vector<std::string> communicationTries(CommunicationKind kind)
{
    using enum SentenceId;
    switch (kind) {
    case CommunicationKind::AllReduce:
        return {sentence(AdviceCommunicationTryOverlap), sentence(AdviceCommunicationTryLess)};
    case CommunicationKind::Shards:
        return {sentence(AdviceCommunicationTryPrefetch), sentence(AdviceCommunicationTryShards)};
    case CommunicationKind::Exchange:
        return {sentence(AdviceCommunicationTryBalance), sentence(AdviceCommunicationTryExchange)};
    case CommunicationKind::Broadcast:
        return {sentence(AdviceCommunicationTryBuffers)};
    case CommunicationKind::Other:
        break;
    }
    return {sentence(AdviceCommunicationTryEarly)};
}

std::string largestCommunication(const CommunicationTimes& times)
{
    using enum SentenceId;
    static constexpr SentenceId words[] = {WordAllReduce, WordShards, WordExchange, WordBroadcast};
    const auto kind = times.largest();
    if (kind == CommunicationKind::Other)
        return sentence(AdviceCommunicationUnnamed);
    return sentence(AdviceCommunicationLargest,
                    {{"kind", sentence(words[size_t(kind)])}, {"time", timeText(times.of(kind))}});
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
                   {SentenceId::AdviceHostCommunicationTitle, SentenceId::AdviceHostCommunicationQuestion,
                    SentenceId::AdviceHostCommunicationFormula},
                   FindingPlace::Steps);
    if (figures.ns == 0)
        return {cannotBeTold(std::move(finding), SentenceId::ReasonCollectiveStarts,
                             {{"count", formatCount(figures.calls)}})};
    judge(finding, {.value = DeviceFigures::share(figures.bareNs, figures.spanNs),
                    .threshold = adviceThresholds.communication});
    if (figures.hasOperators)
        finding.gainNs = input.hostGainNs(input.perStep(double(figures.bareNs)));
    finding.meaning = sentence(figures.hasOperators ? SentenceId::AdviceHostCommunicationMeaning
                                                    : SentenceId::AdviceHostCommunicationAlone,
                               {{"time", timeText(figures.ns)},
                                {"span", timeText(figures.spanNs)},
                                {"hidden", timeText(figures.ns - figures.bareNs)}});
    finding.meaning += " " + largestCommunication(figures.kinds);
    if (finding.measure->isCrossed())
        finding.tries = communicationTries(figures.kinds.largest());
    return {finding};
}

} // namespace stepscope
