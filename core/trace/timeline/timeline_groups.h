#pragma once

#include "core/trace/timeline/timeline_counter.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The tracks of a process on the host, or of one of its devices.
struct TimelineGroup
{
    int64_t process = 0;
    int16_t device = -1;       ///< -1: the host
    std::string name;          ///< "Host", "GPU 0 · NVIDIA H200", "Rank 3 · GPU 0"
    std::vector<int> threads;  ///< indices in Trace::threads, streams by their number
    std::vector<int> counters; ///< indices in timelineCounters()
};

/// By process, the host before its devices. A single group if there is only one process without devices.
std::vector<TimelineGroup> timelineGroups(const Trace& trace, std::span<const TimelineCounter> counters);

/// The work that hosts launched on devices, indexed by its launcher. Follows a trace as it grows.
class TimelineLaunches
{
public:
    void update(const Trace& trace);

    /// The work launched by an event and everything that it calls, in the order of launches; at most `most`.
    std::vector<EventId> launchedBy(const Trace& trace, EventId event, size_t most) const;

private:
    struct Launch
    {
        EventId launcher;
        EventId work;
    };
    size_t m_seen = 0;
    std::vector<Launch> m_launches; ///< by launcher
};

} // namespace stepscope
