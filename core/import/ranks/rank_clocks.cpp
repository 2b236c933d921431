#include "core/import/ranks/rank_clocks.h"

#include "core/base/median.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/trace/steps/collectives.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace stepscope {

namespace {

/// The calls in which all ranks need each other's values and so end at about the same time. Calls of which
/// only the start is known are left out.
std::vector<const Collective*> reductions(const MatchedCollectives& matched)
{
    std::vector<const Collective*> calls;
    for (const Collective& call : matched.calls) {
        if (call.kind == "AllReduce" && call.startNs != call.endNs)
            calls.push_back(&call);
    }
    return calls;
}

/// By how much a rank's clock is ahead of the lowest rank's, according to the ends of calls.
int64_t aheadNs(const std::vector<const Collective*>& calls, const std::vector<RankPart>& parts, size_t rank)
{
    std::vector<int64_t> differences;
    for (const Collective* call : calls)
        differences.push_back(call->endNs[rank] + parts[rank].offsetNs - call->endNs[0] - parts[0].offsetNs);
    return upperMedianOf(std::move(differences));
}

/// The number of calls that end on this rank before they begin on the lowest, or vice versa, which is
/// impossible with synchronized clocks.
int64_t impossible(const std::vector<const Collective*>& calls, const std::vector<RankPart>& parts,
                   size_t rank)
{
    return std::ranges::count_if(calls, [&](const Collective* call) {
        const int64_t offset = parts[rank].offsetNs - parts[0].offsetNs;
        return call->endNs[rank] + offset <= call->startNs[0] ||
               call->endNs[0] <= call->startNs[rank] + offset;
    });
}

} // namespace

int64_t alignClocks(std::vector<RankPart>& parts, const std::vector<int64_t>& firstUnixNs, ImportLog& log)
{
    const bool isAbsolute = std::ranges::all_of(firstUnixNs, [](int64_t ns) { return ns > 0; });
    for (size_t i = 0; i < parts.size(); ++i)
        parts[i].offsetNs = isAbsolute ? firstUnixNs[i] - firstUnixNs[0] : 0;
    std::vector<std::vector<CollectiveCall>> calls;
    for (const RankPart& part : parts)
        calls.push_back(collectiveCalls(part.trace));
    const auto matched = matchCollectives(calls);
    const auto ends = reductions(matched);
    if (isAbsolute)
        log.find(
            translated("The ranks are aligned by the absolute times in their files, according to the clocks "
                       "of their machines, except where a line says that clocks differ or that recordings "
                       "were made hours apart."));
    else if (ends.empty())
        log.find(translated("Not all files have absolute times, so the recordings are assumed to begin at "
                            "the same time: do not compare times between ranks."));
    else
        log.find(translatedPlural("Not all files have absolute times, so the ranks are moved so that their "
                                  "{count} common AllReduce call ends together.",
                                  "Not all files have absolute times, so the ranks are moved so that their "
                                  "{count} common AllReduce calls end together.",
                                  int64_t(ends.size()), {{"count", formatCount(int64_t(ends.size()))}}));
    for (size_t rank = 1; rank < parts.size() && !ends.empty(); ++rank) {
        const int64_t contradictions = isAbsolute ? impossible(ends, parts, rank) : 0;
        if (isAbsolute && contradictions == 0)
            continue;
        const int64_t ahead = aheadNs(ends, parts, rank);
        parts[rank].offsetNs -= ahead;
        constexpr int64_t nsPerHour = 3'600'000'000'000;
        if (isAbsolute && std::llabs(ahead) > nsPerHour)
            log.damage(
                translatedPlural("The recordings of rank {rank} and rank {first} were made {count} hour "
                                 "apart, so they are not of one run: do not compare times between ranks.",
                                 "The recordings of rank {rank} and rank {first} were made {count} hours "
                                 "apart, so they are not of one run: do not compare times between ranks.",
                                 std::llabs(ahead) / nsPerHour,
                                 {{"rank", std::to_string(parts[rank].rank)},
                                  {"first", std::to_string(parts[0].rank)},
                                  {"count", formatCount(std::llabs(ahead) / nsPerHour)}}));
        else if (isAbsolute)
            log.find(translatedPlural("The clocks of rank {rank} and rank {first} differ: {count} of their "
                                      "{all} AllReduce calls ends on one before it begins on the other. Rank "
                                      "{rank} is moved by {time}, so that they end together.",
                                      "The clocks of rank {rank} and rank {first} differ: {count} of their "
                                      "{all} AllReduce calls end on one before they begin on the other. Rank "
                                      "{rank} is moved by {time}, so that they end together.",
                                      contradictions,
                                      {{"rank", std::to_string(parts[rank].rank)},
                                       {"first", std::to_string(parts[0].rank)},
                                       {"count", formatCount(contradictions)},
                                       {"all", formatCount(int64_t(ends.size()))},
                                       {"time", formatNs(double(std::llabs(ahead)))}}));
    }
    const int64_t first = std::ranges::min_element(parts, {}, &RankPart::offsetNs)->offsetNs;
    for (RankPart& part : parts)
        part.offsetNs -= first;
    return isAbsolute ? firstUnixNs[0] + first : 0;
}

} // namespace stepscope
