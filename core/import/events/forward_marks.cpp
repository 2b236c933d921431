#include "core/import/events/forward_marks.h"

#include "core/trace/interval_set.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stepscope {

namespace {

/// The share of the differentiated operators that the marks must enclose.
constexpr double leastShare = 0.9;

bool isInside(const IntervalSet& marks, int64_t timeNs)
{
    const auto& all = marks.intervals();
    const auto after = std::ranges::upper_bound(all, timeNs, {}, &TimeInterval::startNs);
    return after != all.begin() && timeNs < std::prev(after)->endNs;
}

std::map<ImportedTrackId, IntervalSet> marksByTrack(const ImportedEventList& list, const ImportedNames& names)
{
    std::map<ImportedTrackId, std::vector<TimeInterval>> found;
    for (ImportedEventId i(0); i < list.events.size(); ++i) {
        const ImportedEvent& event = list.events[i];
        if (event.kind == ImportedKind::Annotation && names.traits(event.name).isForward)
            found[event.track].push_back({event.startNs, event.startNs + event.durationNs});
    }
    std::map<ImportedTrackId, IntervalSet> marks;
    for (auto& [track, intervals] : found)
        marks.emplace(track, IntervalSet(std::move(intervals)));
    return marks;
}

/// The sequence numbers of the operators of backward passes.
std::unordered_set<int64_t> differentiated(const ImportedEventList& list)
{
    std::unordered_set<int64_t> numbers;
    for (ImportedEventId i(0); i < list.events.size(); ++i) {
        const ImportedEvent& event = list.events[i];
        if (event.kind == ImportedKind::Operator && event.forwardThread > 0 && event.link >= 0)
            numbers.insert(event.link);
    }
    return numbers;
}

/// When the operators that the backward pass goes through were called, by track. An operator's sequence
/// number is the one that the next node of autograd gets: of several with one number, the last one made the
/// node.
std::map<ImportedTrackId, std::unordered_map<int64_t, int64_t>>
differentiatedCalls(const ImportedEventList& list, const std::map<ImportedTrackId, IntervalSet>& marks)
{
    const auto numbers = differentiated(list);
    std::map<ImportedTrackId, std::unordered_map<int64_t, int64_t>> calls;
    for (ImportedEventId i(0); i < list.events.size(); ++i) {
        const ImportedEvent& event = list.events[i];
        const bool isCounted = event.kind == ImportedKind::Operator && event.forwardThread == 0 &&
                               event.link >= 0 && marks.contains(event.track) && numbers.contains(event.link);
        if (!isCounted)
            continue;
        const auto [entry, isNew] = calls[event.track].try_emplace(event.link, event.startNs);
        entry->second = std::max(entry->second, event.startNs);
    }
    return calls;
}

} // namespace

ForwardMarks::ForwardMarks(const ImportedEventList& list, const ImportedNames& names, size_t tracks)
    : m_areComplete(tracks, false)
{
    const auto marks = marksByTrack(list, names);
    if (marks.empty())
        return;
    const auto calls = differentiatedCalls(list, marks);
    for (const auto& [track, intervals] : marks) {
        const auto found = calls.find(track);
        if (found == calls.end()) {
            m_areComplete[track] = true; // nothing contradicts the program's marks
            continue;
        }
        const auto inside = std::ranges::count_if(
            found->second, [&](const auto& call) { return isInside(intervals, call.second); });
        m_areComplete[track] = double(inside) >= leastShare * double(found->second.size());
    }
}

} // namespace stepscope
