#include "core/record/device_join.h"

#include "core/trace/placed_activities.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t mostThreads = 4096; // more threads of the probe may follow, and indices have 16 bits

/// Finds whether a time is in a step of the window, or in an operator of a thread.
class WindowPlaces
{
public:
    explicit WindowPlaces(const TraceChunk& window)
        : m_window(window)
    {
        for (EventId event(0); event < window.events.size(); ++event)
            m_events[window.events[event].thread].push_back(event);
    }

    bool isInStep(int64_t ns) const
    {
        const auto behind = std::ranges::upper_bound(m_window.steps, ns, {}, &TraceStep::startNs);
        return behind != m_window.steps.begin() &&
               ns < std::prev(behind)->startNs + std::prev(behind)->durationNs;
    }

    /// Whether the innermost event of the thread at that time is an operator.
    bool isInOperator(ThreadId thread, int64_t ns) const
    {
        const auto events = m_events.find(thread);
        if (events == m_events.end())
            return false;
        const auto event = innermostAt(m_window.events, events->second, ns);
        return event != noEvent && m_window.events[event].kind == EventKind::Operator;
    }

private:
    const TraceChunk& m_window;
    std::map<ThreadId, std::vector<EventId>> m_events; // by thread, sorted by time
};

class Joiner
{
public:
    Joiner(TraceChunk& window, const DeviceTrace& device, const WallClock& clock, ProgramNames& names,
           std::vector<TraceThread>& threads, std::span<const uint64_t> handles)
        : m_places(window)
        , m_device(device.trace)
        , m_firstUnixNs(device.firstUnixNs)
        , m_clock(clock)
        , m_names(names)
        , m_threads(threads)
        , m_handles(handles)
        , m_threadOf(device.trace.threads.size())
    {
    }

    std::vector<PlacedActivity> activities()
    {
        findKnownThreads();
        findThreadsByTime();
        std::vector<PlacedActivity> activities;
        for (EventId event(0); event < m_device.endEvent(); ++event) {
            if (isWanted(event))
                add(event, activities);
        }
        return activities;
    }

private:
    int64_t startOf(EventId event) const
    {
        return m_clock.monotonicOf(m_firstUnixNs + m_device.startNs[event]);
    }
    int64_t middleOf(EventId event) const { return startOf(event) + m_device.durationNs[event] / 2; }

    bool isOnStream(EventId event) const { return m_device.threads[m_device.thread[event]].isStream(); }
    bool isCall(EventId event) const
    {
        return m_device.kind[event] == EventKind::Runtime && !isOnStream(event);
    }

    /// The outermost runtime call that launched the work; noEvent: not known.
    EventId callOf(EventId work) const
    {
        const auto* known = m_device.workOf(work);
        auto call = known ? known->launcher : noEvent;
        if (call == noEvent || !isCall(call))
            return noEvent;
        while (isWithinCall(call))
            call = m_device.parent[call];
        return call;
    }
    bool isWithinCall(EventId event) const
    {
        const auto parent = m_device.parent[event];
        return parent != noEvent && isCall(parent);
    }

    bool isWanted(EventId event) const
    {
        const bool isInStep = m_places.isInStep(startOf(event));
        if (isOnStream(event)) {
            const auto call = callOf(event);
            return m_device.kind[event] >= EventKind::Kernel &&
                   (isInStep || (call != noEvent && m_places.isInStep(startOf(call))));
        }
        const bool isOverhead = m_device.kind[event] == EventKind::Overhead;
        return isInStep && ((isCall(event) && !isWithinCall(event)) ||
                            (isOverhead && m_threadOf[m_device.thread[event]]));
    }

    void findKnownThreads()
    {
        for (size_t i = 0; i < m_device.threads.size(); ++i) {
            const auto& thread = m_device.threads[i];
            auto known = std::ranges::find_if(m_threads, [&](const TraceThread& each) {
                return each.id == thread.id && each.device == thread.device;
            });
            if (known == m_threads.end() && !thread.isStream())
                known = m_threads.begin() + handleNumbered(thread.id);
            if (known != m_threads.end())
                m_threadOf[i] = ThreadId(uint16_t(known - m_threads.begin()));
        }
    }

    /// Index of the thread with this handle; otherwise the number of threads.
    ptrdiff_t handleNumbered(int64_t number) const
    {
        const auto found = std::ranges::find_if(
            m_handles, [&](uint64_t handle) { return isNumberOfHandle(number, handle); });
        return found == m_handles.end() ? std::ssize(m_threads) : found - m_handles.begin();
    }

    /// For threads that cannot be identified otherwise. Calls of an unrelated thread, for example one that
    /// only polls, are within operators only by chance.
    void findThreadsByTime()
    {
        std::set<ThreadId> taken;
        for (const auto& thread : m_threadOf) {
            if (thread)
                taken.insert(*thread);
        }
        std::map<ThreadId, std::vector<int64_t>> calls; // by the device's thread
        for (EventId event(0); event < m_device.endEvent(); ++event) {
            if (isCall(event) && !m_threadOf[m_device.thread[event]] && m_places.isInStep(middleOf(event)))
                calls[m_device.thread[event]].push_back(middleOf(event));
        }
        for (const auto& [thread, times] : calls)
            m_threadOf[thread] = threadAround(times, taken);
    }

    /// The thread whose operators contain most of these times, if these are nearly all.
    std::optional<ThreadId> threadAround(const std::vector<int64_t>& times,
                                         const std::set<ThreadId>& taken) const
    {
        constexpr double leastShare = 0.75;
        std::optional<ThreadId> best;
        ptrdiff_t most = 0;
        for (size_t i = 0; i < m_threads.size(); ++i) {
            if (m_threads[i].isStream() || taken.contains(ThreadId(uint16_t(i))))
                continue;
            const auto inside = std::ranges::count_if(
                times, [&](int64_t ns) { return m_places.isInOperator(ThreadId(uint16_t(i)), ns); });
            if (inside > most) {
                most = inside;
                best = ThreadId(uint16_t(i));
            }
        }
        return double(most) >= leastShare * double(times.size()) ? best : std::nullopt;
    }

    /// The index of the device's thread in the program's trace, added if new; nullopt: there are too many.
    std::optional<ThreadId> threadOf(ThreadId thread)
    {
        auto& place = m_threadOf[thread];
        if (!place && m_threads.size() < mostThreads) {
            place = ThreadId(uint16_t(m_threads.size()));
            const auto& known = m_device.threads[thread];
            m_threads.push_back(
                {.id = known.id,
                 .name = known.isStream() ? std::string() : fmt::format("thread {}", known.id),
                 .process = m_threads.empty() ? 0 : m_threads.front().process,
                 .device = known.device});
        }
        return place;
    }

    void add(EventId event, std::vector<PlacedActivity>& activities)
    {
        const auto thread = threadOf(m_device.thread[event]);
        if (!thread)
            return;
        auto& added = activities.emplace_back();
        added.event = {.startNs = startOf(event),
                       .durationNs = m_device.durationNs[event],
                       .name = m_names.name(m_device.names[m_device.name[event]]),
                       .thread = *thread,
                       .kind = m_device.kind[event]};
        added.isOnDevice = isOnStream(event);
        const auto call = added.isOnDevice ? callOf(event) : isCall(event) ? event : noEvent;
        added.correlation = call == noEvent ? 0 : uint64_t(call) + 1;
        if (const auto* known = added.isOnDevice ? m_device.workOf(event) : nullptr)
            added.work = *known;
    }

    WindowPlaces m_places;
    const Trace& m_device;
    int64_t m_firstUnixNs;
    const WallClock& m_clock;
    ProgramNames& m_names;
    std::vector<TraceThread>& m_threads;
    std::span<const uint64_t> m_handles;             // of the first of m_threads
    std::vector<std::optional<ThreadId>> m_threadOf; // by the device's thread: index in the program's trace
};

} // namespace

JoinedWindow joinDeviceWork(TraceChunk window, const DeviceTrace& device, const WallClock& clock,
                            ProgramNames& names, std::vector<TraceThread>& threads,
                            std::span<const uint64_t> handles)
{
    JoinedWindow joined;
    auto activities = Joiner(window, device, clock, names, threads, handles).activities();
    joined.works = size_t(std::ranges::count(activities, true, &PlacedActivity::isOnDevice));
    insertActivities(window, std::move(activities));
    window.newDevices = device.trace.devices;
    joined.chunk = std::move(window);
    return joined;
}

} // namespace stepscope
