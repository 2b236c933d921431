#include "core/trace/timeline/timeline_index.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_duration.h"
#include "core/trace/nesting_depth.h"

#include <algorithm>
#include <utility>

namespace stepscope {

LaneId TimelineTrack::place(size_t lane, TimelineItemId id, int64_t startNs, int64_t durationNs, Pass pass)
{
    const size_t wanted = lane;
    while (lane < lanes.size() && lanes[lane].endNs() > startNs)
        ++lane;
    lastStartNs = startNs;
    ++events;
    overlaps = overlaps || lane != wanted;
    if (lane >= mostNestingDepth) {
        ++hidden;
        return {};
    }
    if (lane >= lanes.size())
        lanes.resize(lane + 1);
    lanes[lane].append(id, startNs, durationNs, pass);
    return LaneId(uint16_t(lane));
}

void TimelineIndex::widen(int64_t startNs, int64_t durationNs)
{
    m_beginNs = std::min(m_beginNs, startNs);
    m_endNs = std::max(m_endNs, startNs + durationNs);
}

bool TimelineIndex::update(const Trace& trace, uint32_t limit)
{
    takeSteps(trace);
    const EventId first(events());
    const EventId end(first + std::min(trace.size() - first, limit));
    if (const size_t needed = end; needed > m_laneOf.capacity())
        m_laneOf.reserve(needed + needed / 8);
    for (EventId event = first; event < end; ++event)
        take(trace, event);
    if (end < trace.size())
        return false;
    for (size_t thread = 0; thread < m_late.size(); ++thread) {
        if (!m_late[thread].empty())
            reorder(trace, thread);
    }
    return true;
}

void TimelineIndex::take(const Trace& trace, EventId event)
{
    const size_t thread = trace.thread[event];
    if (thread >= m_threads.size()) {
        m_threads.resize(thread + 1);
        m_late.resize(thread + 1);
    }
    widen(trace.startNs[event], durationOf(trace, event));
    m_laneOf.push_back({});
    if (trace.startNs[event] < m_threads[thread].lastStartNs)
        m_late[thread].push_back(event);
    else
        place(trace, event);
}

void TimelineIndex::place(const Trace& trace, EventId event)
{
    const EventId parent = enclosingEvent(trace, event);
    const bool isNested = parent != noEvent && !m_laneOf[parent].isNone();
    const size_t lane = isNested ? size_t(m_laneOf[parent]) + 1 : 0;
    m_laneOf[event] =
        m_threads[trace.thread[event]].place(lane, TimelineItemId(uint32_t(event)), trace.startNs[event],
                                             durationOf(trace, event), trace.pass[event]);
}

void TimelineIndex::reorder(const Trace& trace, size_t thread)
{
    std::vector<EventId> all = std::move(m_late[thread]);
    m_late[thread].clear();
    for (const TimelineLane& lane : m_threads[thread].lanes) {
        for (uint32_t position = 0; position < lane.size(); ++position)
            all.push_back(lane.event(position));
    }
    for (const EventId event : all)
        m_laneOf[event] = {};
    // Of events that begin together, the longer one encloses the others.
    std::ranges::sort(all, [&](EventId a, EventId b) {
        if (trace.startNs[a] != trace.startNs[b])
            return trace.startNs[a] < trace.startNs[b];
        const int64_t longer = durationOf(trace, a) - durationOf(trace, b);
        return longer != 0 ? longer > 0 : a < b;
    });
    m_threads[thread] = {.hidden = m_threads[thread].hidden}; // this count stays
    for (const EventId event : all)
        place(trace, event);
}

void TimelineIndex::takeSteps(const Trace& trace)
{
    const auto add = [&](TimelineItemId id) {
        const TraceStep& step = trace.steps[id];
        m_steps.place(0, id, step.startNs, std::max<int64_t>(step.durationNs, 0), Pass::Other);
    };
    const auto known = uint32_t(m_seenSteps);
    bool inOrder = true;
    int64_t lastNs = m_steps.lastStartNs;
    for (; m_seenSteps < trace.steps.size(); ++m_seenSteps) {
        const TraceStep& step = trace.steps[m_seenSteps];
        widen(step.startNs, std::max<int64_t>(step.durationNs, 0));
        inOrder = inOrder && step.startNs >= lastNs;
        lastNs = step.startNs;
    }
    if (inOrder) {
        for (TimelineItemId id(known); id < m_seenSteps; ++id)
            add(id);
        return;
    }
    std::vector<TimelineItemId> all(m_seenSteps);
    for (TimelineItemId id{0}; id < all.size(); ++id)
        all[id] = id;
    std::ranges::stable_sort(all, {}, [&](TimelineItemId id) { return trace.steps[id].startNs; });
    m_steps = {};
    std::ranges::for_each(all, add);
}

int64_t TimelineIndex::startsWithin(int64_t fromNs, int64_t toNs) const
{
    int64_t sum = 0;
    for (const TimelineTrack& track : m_threads) {
        for (const TimelineLane& lane : track.lanes)
            sum += std::max<int64_t>(int64_t(lane.firstFrom(toNs)) - int64_t(lane.firstFrom(fromNs)), 0);
    }
    return sum;
}

size_t TimelineIndex::bytes() const
{
    size_t sum = m_laneOf.capacity() * sizeof(LaneId);
    for (const auto& late : m_late)
        sum += late.capacity() * sizeof(EventId);
    for (const TimelineTrack& track : m_threads) {
        for (const TimelineLane& lane : track.lanes)
            sum += lane.bytes();
    }
    for (const TimelineLane& lane : m_steps.lanes)
        sum += lane.bytes();
    return sum;
}

} // namespace stepscope
