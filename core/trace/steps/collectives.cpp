#include "core/trace/steps/collectives.h"

#include "core/base/text/ascii.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace stepscope {

namespace {

/// Only lower-case letters and digits: libraries write "AllReduce", "all_reduce" and "allreduce".
std::string plainName(const std::string& name)
{
    std::string plain;
    for (const char c : name.substr(0, name.find('('))) {
        const char lower = lowerCase(c);
        if ((lower >= 'a' && lower <= 'z') || isDigit(c))
            plain += lower;
    }
    return plain;
}

/// The step in which an event began.
int64_t stepOf(const Trace& trace, EventId event)
{
    const auto next = std::ranges::upper_bound(trace.steps, event, {}, &TraceStep::firstEvent);
    if (next == trace.steps.begin())
        return -1;
    const TraceStep& step = *(next - 1);
    return event < step.endEvent ? step.number : -1;
}

struct Communication
{
    const char* part; ///< of the name in lower case, without separators
    const char* name; ///< empty: between some ranks only
    CommunicationKind kind;
};

/// By the name of a kernel or a range; null: not known.
const Communication* communicationNamed(const std::string& name)
{
    using enum CommunicationKind;
    static constexpr Communication all[] = {{"sendrecv", "", Exchange},
                                            {"alltoall", "AllToAll", Exchange},
                                            {"allreduce", "AllReduce", AllReduce},
                                            {"allgather", "AllGather", Shards},
                                            {"reducescatter", "ReduceScatter", Shards},
                                            {"broadcast", "Broadcast", Broadcast},
                                            {"gather", "", Broadcast},
                                            {"scatter", "", Broadcast},
                                            {"reduce", "Reduce", Broadcast},
                                            {"send", "", Exchange},
                                            {"recv", "", Exchange}};
    const std::string plain = plainName(name);
    const auto found = std::ranges::find_if(
        all, [&](const Communication& each) { return plain.find(each.part) != std::string::npos; });
    return found == std::end(all) ? nullptr : found;
}

} // namespace

bool isCollectiveRange(std::string_view name)
{
    static constexpr std::string_view backends[] = {"gloo:", "mpi:", "ucc:"};
    return std::ranges::any_of(backends, [&](std::string_view each) { return name.starts_with(each); });
}

std::string collectiveKind(const std::string& kernel)
{
    const Communication* const found = communicationNamed(kernel);
    return found ? found->name : "";
}

CommunicationKind communicationKind(const std::string& name)
{
    const Communication* const found = communicationNamed(name);
    return found ? found->kind : CommunicationKind::Other;
}

CommunicationKind CommunicationTimes::largest() const
{
    return CommunicationKind(std::ranges::max_element(ns) - ns.begin());
}

void CommunicationTimes::operator+=(const CommunicationTimes& other)
{
    for (size_t i = 0; i < ns.size(); ++i)
        ns[i] += other.ns[i];
}

std::vector<CollectiveCall> collectiveCalls(const Trace& trace)
{
    const bool isOnDevice = std::ranges::find(trace.kind, EventKind::Communication) != trace.kind.end();
    const auto kindOf = [isOnDevice](const std::string& each) {
        return isOnDevice || isCollectiveRange(each) ? collectiveKind(each) : std::string();
    };
    std::map<uint32_t, std::string> kindOfName;
    std::vector<CollectiveCall> calls;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (trace.kind[event] != (isOnDevice ? EventKind::Communication : EventKind::Range))
            continue;
        const NameId name = trace.name[event];
        auto kind = kindOfName.find(name);
        if (kind == kindOfName.end())
            kind = kindOfName.insert({name, kindOf(trace.names[name])}).first;
        if (kind->second.empty())
            continue;
        const auto* work = trace.workOf(event);
        const EventId launched = work && work->launcher != noEvent ? work->launcher : event;
        calls.push_back({.kind = kind->second,
                         .step = stepOf(trace, launched),
                         .startNs = trace.startNs[event],
                         .endNs = trace.startNs[event] + std::max<int64_t>(trace.durationNs[event], 0)});
    }
    std::ranges::stable_sort(calls, {}, &CollectiveCall::startNs);
    return calls;
}

size_t Collective::last() const
{
    return size_t(std::ranges::max_element(startNs) - startNs.begin());
}

int64_t Collective::lateNs() const
{
    const size_t latest = last();
    int64_t before = std::numeric_limits<int64_t>::min();
    for (size_t rank = 0; rank < startNs.size(); ++rank) {
        if (rank != latest)
            before = std::max(before, startNs[rank]);
    }
    return startNs.size() > 1 ? startNs[latest] - before : 0;
}

int64_t Collective::waitedNs() const
{
    const int64_t latest = startNs[last()];
    return std::accumulate(startNs.begin(), startNs.end(), int64_t(0),
                           [&](int64_t sum, int64_t start) { return sum + latest - start; });
}

MatchedCollectives matchCollectives(std::span<const std::vector<CollectiveCall>> ranks)
{
    using Key = std::pair<int64_t, std::string>; // step and kind
    std::map<Key, std::vector<std::vector<const CollectiveCall*>>> groups;
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
        for (const CollectiveCall& call : ranks[rank]) {
            auto& group = groups[{call.step, call.kind}];
            group.resize(ranks.size());
            group[rank].push_back(&call);
        }
    }
    MatchedCollectives matched;
    for (const auto& [key, group] : groups) {
        const size_t count = group.front().size();
        const bool isEverywhere =
            std::ranges::all_of(group, [&](const auto& of) { return of.size() == count; });
        if (!isEverywhere || ranks.size() < 2) {
            for (const auto& of : group)
                matched.unmatched += int64_t(of.size());
            continue;
        }
        for (size_t number = 0; number < count; ++number) {
            Collective& call = matched.calls.emplace_back();
            call.step = key.first;
            call.kind = key.second;
            for (const auto& of : group) {
                call.startNs.push_back(of[number]->startNs);
                call.endNs.push_back(of[number]->endNs);
            }
        }
    }
    std::ranges::stable_sort(matched.calls, {},
                             [](const Collective& call) { return std::ranges::min(call.startNs); });
    return matched;
}

} // namespace stepscope
