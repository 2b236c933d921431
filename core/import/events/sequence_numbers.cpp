#include "core/import/events/sequence_numbers.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope {

namespace {

constexpr int bitsOfNumber = 40;
/// A number used by more threads than this does not identify one.
constexpr size_t mostTracks = 64;

} // namespace

void SequenceNumbers::number(Trace& trace) const
{
    std::map<ImportedTrackId, int64_t> rankOf; // of the forward threads, by their track
    for (const Numbered& each : m_numbered) {
        if (each.forwardThread == 0)
            rankOf.try_emplace(each.track, int64_t(rankOf.size()));
    }
    if (rankOf.size() < 2)
        return;

    std::unordered_map<int64_t, std::vector<ImportedTrackId>> tracksOf; // by number
    for (const Numbered& each : m_numbered) {
        if (each.forwardThread != 0)
            continue;
        auto& tracks = tracksOf[each.sequence];
        if (tracks.size() <= mostTracks && std::ranges::find(tracks, each.track) == tracks.end())
            tracks.push_back(each.track);
    }
    std::map<std::pair<int32_t, ImportedTrackId>, int64_t> votes; // by forward thread and track
    for (const Numbered& each : m_numbered) {
        if (each.forwardThread == 0)
            continue;
        const auto tracks = tracksOf.find(each.sequence);
        if (tracks == tracksOf.end() || tracks->second.size() > mostTracks)
            continue;
        for (const auto track : tracks->second)
            ++votes[{each.forwardThread, track}];
    }
    std::map<int32_t, std::pair<ImportedTrackId, int64_t>> chosen; // track and its votes, by forward thread
    for (const auto& [pair, count] : votes) {
        auto& best = chosen[pair.first];
        if (count > best.second)
            best = {pair.second, count};
    }
    for (const Numbered& each : m_numbered) {
        int64_t rank = -1;
        if (each.forwardThread == 0)
            rank = rankOf.at(each.track);
        else if (const auto found = chosen.find(each.forwardThread); found != chosen.end())
            rank = rankOf.at(found->second.first);
        const bool fits = each.sequence < int64_t(1) << bitsOfNumber;
        trace.sequence[each.event] = rank >= 0 && fits ? rank << bitsOfNumber | each.sequence : -1;
    }
}

} // namespace stepscope
