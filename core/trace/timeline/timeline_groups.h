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

/// By process, the host before its devices. One group where there is but one process without devices.
std::vector<TimelineGroup> timelineGroups(const Trace& trace, std::span<const TimelineCounter> counters);

/// What hosts launched on devices, found from the launching side. Follows a trace that grows.
class TimelineLaunches
{
public:
    void update(const Trace& trace);

    /// The work that an event and all that it calls have launched, in the order of launches; `most` at most.
    std::vector<uint32_t> launchedBy(const Trace& trace, uint32_t event, size_t most) const;

private:
    struct Launch
    {
        uint32_t launcher;
        uint32_t work;
    };
    size_t m_seen = 0;
    std::vector<Launch> m_launches; ///< by launcher
};

} // namespace stepscope
