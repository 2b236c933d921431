#include "core/trace/timeline/timeline_groups.h"

#include "core/language/translation.h"
#include "core/trace/enclosing_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stepscope {

namespace {

std::string processName(int64_t process, bool areRanks)
{
    return translated(areRanks ? translatable("Rank {number}") : translatable("Process {number}"),
                      {{"number", std::to_string(process)}});
}

std::string deviceName(const Trace& trace, int16_t device)
{
    const auto known = std::ranges::find(trace.devices, device, &TraceDevice::number);
    const bool isNamed = known != trace.devices.end() && !known->name.empty();
    return fmt::format("GPU {}{}{}", device, isNamed ? " · " : "", isNamed ? known->name : "");
}

} // namespace

std::vector<TimelineGroup> timelineGroups(const Trace& trace, std::span<const TimelineCounter> counters)
{
    std::map<std::pair<int64_t, int16_t>, TimelineGroup> groups;
    const auto groupOf = [&](int64_t process, int16_t device) -> TimelineGroup& {
        TimelineGroup& group = groups[{process, device}];
        group.process = process;
        group.device = device;
        return group;
    };
    for (int thread = 0; thread < int(trace.threads.size()); ++thread) {
        const TraceThread& it = trace.threads[size_t(thread)];
        groupOf(it.process, it.device).threads.push_back(thread);
    }
    for (int counter = 0; counter < int(counters.size()); ++counter) {
        const TimelineCounter& it = counters[size_t(counter)];
        groupOf(it.process, it.device).counters.push_back(counter);
    }
    int64_t highest = 0;
    bool areSeveral = false;
    for (const auto& [key, group] : groups) {
        areSeveral = areSeveral || key.first != groups.begin()->first.first;
        highest = std::max(highest, key.first);
    }
    constexpr int64_t mostRanks = 100; // the system's process ids are greater, except for its own
    std::vector<TimelineGroup> result;
    for (auto& [key, group] : groups) {
        std::ranges::stable_sort(group.threads, {}, [&](int thread) {
            const TraceThread& it = trace.threads[size_t(thread)];
            return it.isStream() ? it.id : 0;
        });
        const std::string part = group.device >= 0 ? deviceName(trace, group.device) : translated("Host");
        group.name = areSeveral ? processName(group.process, highest < mostRanks) + " · " + part : part;
        result.push_back(std::move(group));
    }
    return result;
}

void TimelineLaunches::update(const Trace& trace)
{
    const size_t known = m_launches.size();
    for (; m_seen < trace.deviceWork.size(); ++m_seen) {
        const TraceDeviceWork& work = trace.deviceWork[m_seen];
        if (work.launcher != noEvent)
            m_launches.push_back({work.launcher, work.event});
    }
    const auto fresh = m_launches.begin() + ptrdiff_t(known);
    const auto before = [](const Launch& a, const Launch& b) {
        return a.launcher != b.launcher ? a.launcher < b.launcher : a.work < b.work;
    };
    std::sort(fresh, m_launches.end(), before);
    if (known > 0 && fresh != m_launches.end() && before(*fresh, *(fresh - 1)))
        std::inplace_merge(m_launches.begin(), fresh, m_launches.end(), before);
}

std::vector<EventId> TimelineLaunches::launchedBy(const Trace& trace, EventId event, size_t most) const
{
    std::vector<EventId> found;
    const int64_t endNs = trace.startNs[event] + std::max<int64_t>(trace.durationNs[event], 0);
    const auto isWithin = [&](EventId launcher) {
        for (EventId at = launcher; at != noEvent && at >= event; at = enclosingEvent(trace, at)) {
            if (at == event)
                return true;
        }
        return false;
    };
    // Events called by an event come after it and begin before it ends; events of other threads may be in
    // between.
    for (auto launch = std::ranges::lower_bound(m_launches, event, {}, &Launch::launcher);
         launch != m_launches.end() && found.size() < most; ++launch) {
        if (isWithin(launch->launcher))
            found.push_back(launch->work);
        else if (trace.thread[launch->launcher] == trace.thread[event] &&
                 trace.startNs[launch->launcher] > endNs)
            break;
    }
    return found;
}

} // namespace stepscope
