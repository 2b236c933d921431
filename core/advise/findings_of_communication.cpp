// What findings say of communication, on devices and on the host.

#include "core/advise/findings.h"

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

} // namespace stepscope
