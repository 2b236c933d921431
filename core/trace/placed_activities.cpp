#include "core/trace/placed_activities.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

/// Among a thread's events; noEvent: none.
EventId lastBegunBy(std::span<const TraceEvent> events, std::span<const EventId> onThread, int64_t ns)
{
    const auto startOf = [events](EventId event) { return events[event].startNs; };
    const auto behind = std::ranges::upper_bound(onThread, ns, {}, startOf);
    return behind == onThread.begin() ? noEvent : *std::prev(behind);
}

class Inserter
{
public:
    Inserter(TraceChunk& chunk, std::vector<PlacedActivity> activities)
        : m_chunk(chunk)
        , m_activities(std::move(activities))
        , m_newIndex(chunk.events.size(), noEvent)
    {
        std::ranges::stable_sort(m_activities, {}, [](const auto& each) { return each.event.startNs; });
    }

    void insert()
    {
        auto next = m_activities.begin();
        for (size_t step = 0; step < m_chunk.steps.size(); ++step) {
            const auto beginsBefore = [](const PlacedActivity& activity, int64_t ns) {
                return activity.event.startNs < ns;
            };
            next = std::lower_bound(next, m_activities.end(), m_chunk.steps[step].startNs, beginsBefore);
            const auto end = step + 1 < m_chunk.steps.size()
                                 ? std::lower_bound(next, m_activities.end(), m_chunk.steps[step + 1].startNs,
                                                    beginsBefore)
                                 : m_activities.end();
            insertIntoStep(m_chunk.steps[step], {next, end});
            next = end;
        }
        for (auto& allocation : m_chunk.allocations) {
            if (allocation.event != noEvent)
                allocation.event = m_newIndex[allocation.event];
        }
        m_chunk.events = std::move(m_events);
    }

private:
    using Activities = std::span<PlacedActivity>;

    /// A runtime call, and the operator of the step (by its old index) that it follows.
    struct Call
    {
        EventId after;
        EventId parent;
        const PlacedActivity* activity;
    };

    void insertIntoStep(TraceStep& step, Activities activities)
    {
        const auto calls = callsIn(step, activities);
        auto call = calls.begin();
        const auto firstEvent = EventId(uint32_t(m_events.size()));
        // First come calls on threads where no operator began before them.
        for (; call != calls.end() && call->after == noEvent; ++call)
            addCall(*call);
        for (auto old = step.firstEvent; old < step.endEvent; ++old) {
            m_newIndex[old] = EventId(uint32_t(m_events.size()));
            auto& event = m_events.emplace_back(m_chunk.events[old]);
            if (event.parent != noEvent)
                event.parent = m_newIndex[event.parent];
            for (; call != calls.end() && call->after == old; ++call)
                addCall(*call);
        }
        for (const auto& activity : activities) {
            if (activity.isOnDevice)
                addDeviceWork(activity);
        }
        step.firstEvent = firstEvent;
        step.endEvent = EventId(uint32_t(m_events.size()));
    }

    /// Calls that begin in the step, in the order of their positions.
    std::vector<Call> callsIn(const TraceStep& step, Activities activities) const
    {
        std::unordered_map<uint16_t, std::vector<EventId>> operators; // by thread, in order of time
        for (auto event = step.firstEvent; event < step.endEvent; ++event)
            operators[m_chunk.events[event].thread].push_back(event);

        std::vector<Call> calls;
        for (auto& activity : activities) {
            auto& event = activity.event;
            if (activity.isOnDevice || event.startNs >= step.startNs + step.durationNs)
                continue;
            const auto& onThread = operators[event.thread];
            const auto parent = innermostAt(m_chunk.events, onThread, event.startNs + event.durationNs / 2);
            if (parent != noEvent)
                cutTo(event, m_chunk.events[parent]);
            calls.push_back({lastBegunBy(m_chunk.events, onThread, event.startNs), parent, &activity});
        }
        std::ranges::stable_sort(calls, {}, [](const Call& call) { return int64_t(int32_t(call.after)); });
        return calls;
    }

    static void cutTo(TraceEvent& event, const TraceEvent& outer)
    {
        const auto start = std::max(event.startNs, outer.startNs);
        const auto end = std::min(event.startNs + event.durationNs, outer.startNs + outer.durationNs);
        event.startNs = start;
        event.durationNs = std::max<int64_t>(end - start, 0);
    }

    void addCall(const Call& call)
    {
        const auto index = EventId(uint32_t(m_events.size()));
        auto& event = m_events.emplace_back(call.activity->event);
        // The pass is that of the enclosing operator or, without one, of the previous operator.
        const auto near = call.parent != noEvent ? call.parent : call.after;
        event.parent = call.parent == noEvent ? noEvent : m_newIndex[call.parent];
        event.pass = near == noEvent ? Pass::Other : m_chunk.events[near].pass;
        if (call.activity->correlation != 0)
            m_launchers[call.activity->correlation] = index;
    }

    void addDeviceWork(const PlacedActivity& activity)
    {
        auto work = activity.work;
        work.event = EventId(uint32_t(m_events.size()));
        const auto launcher = m_launchers.find(activity.correlation);
        work.launcher = launcher == m_launchers.end() ? noEvent : launcher->second;
        auto& event = m_events.emplace_back(activity.event);
        event.pass = work.launcher == noEvent ? Pass::Other : m_events[work.launcher].pass;
        m_chunk.deviceWork.push_back(work);
    }

    TraceChunk& m_chunk;
    std::vector<PlacedActivity> m_activities;          // in order of time
    std::vector<TraceEvent> m_events;                  // the chunk's new events
    std::vector<EventId> m_newIndex;                   // by old index
    std::unordered_map<uint64_t, EventId> m_launchers; // by correlation
};

} // namespace

bool isNumberOfHandle(int64_t number, uint64_t handle)
{
    return handle != 0 && std::abs(number) == std::abs(int64_t(int32_t(uint32_t(handle))));
}

EventId innermostAt(std::span<const TraceEvent> events, std::span<const EventId> onThread, int64_t ns)
{
    auto event = lastBegunBy(events, onThread, ns);
    while (event != noEvent && events[event].startNs + events[event].durationNs < ns)
        event = events[event].parent;
    return event;
}

void moveBehind(TraceChunk& window, TraceChunk& step)
{
    const auto first = EventId(uint32_t(window.events.size()));
    const auto moved = [first](EventId event) { return event == noEvent ? noEvent : EventId(first + event); };
    for (auto& event : step.events)
        event.parent = moved(event.parent);
    for (auto& allocation : step.allocations)
        allocation.event = moved(allocation.event);
    for (auto& each : step.steps) {
        each.firstEvent = EventId(first + each.firstEvent);
        each.endEvent = EventId(first + each.endEvent);
    }
    const auto append = [](auto& to, auto& from) {
        to.insert(to.end(), from.begin(), from.end());
        from.clear();
    };
    append(window.events, step.events);
    append(window.allocations, step.allocations);
    append(window.steps, step.steps);
}

void insertActivities(TraceChunk& chunk, std::vector<PlacedActivity> activities)
{
    Inserter(chunk, std::move(activities)).insert();
}

} // namespace stepscope
