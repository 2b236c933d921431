#include "core/run/event_memory.h"

#include "core/base/format.h"
#include "core/run/environment.h"
#include "core/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace stepscope {

namespace {

std::atomic<int64_t>& limit()
{
    static std::atomic<int64_t> bytes = automaticEventMemory();
    return bytes;
}

} // namespace

int64_t automaticEventMemory()
{
    constexpr int64_t least = 64 << 20;
    static const int64_t bytes = std::max(usableMemoryBytes() / automaticEventMemoryShare, least);
    return bytes;
}

int64_t eventMemoryLimit()
{
    return limit();
}

void setEventMemoryLimit(int64_t bytes)
{
    limit() = std::max<int64_t>(bytes, 0);
}

int64_t eventMemoryOfEach(size_t runs)
{
    return eventMemoryLimit() / int64_t(std::max<size_t>(runs, 1));
}

int64_t eventMemoryOf(const TraceChunk& chunk)
{
    return eventMemoryOf(int64_t(chunk.events.size()), int64_t(chunk.allocations.size()),
                         int64_t(chunk.deviceWork.size())) +
           int64_t(chunk.steps.size() * sizeof(TraceStep));
}

int64_t eventMemoryOf(int64_t events, int64_t allocations, int64_t deviceWork)
{
    return events * int64_t(sizeof(TraceEvent)) + allocations * int64_t(sizeof(TraceAllocation)) +
           deviceWork * int64_t(sizeof(TraceDeviceWork));
}

void EventsLeftOut::add(const TraceChunk& chunk)
{
    events += int64_t(chunk.events.size());
    steps += int64_t(chunk.steps.size());
    if (!chunk.steps.empty())
        lastStep = chunk.steps.back().number;
}

void EventsLeftOut::add(const EventsLeftOut& other)
{
    events += other.events;
    steps += other.steps;
    lastStep = std::max(lastStep, other.lastStep);
    lostEvents += other.lostEvents;
    lostSteps += other.lostSteps;
}

std::string leftOutText(const Run& run)
{
    const EventsLeftOut& left = run.leftOut;
    if (!left.any())
        return {};
    const auto kept = int64_t(run.trace.steps.size());
    const auto all = formatCount(kept + left.steps);
    std::string text;
    if (left.steps > left.lostSteps || left.lostSteps == 0) {
        const auto limit = formatBytes(double(eventMemoryLimit()));
        text =
            kept > 0
                ? fmt::format("Only the first {} of {} recorded steps have their events in memory, which is "
                              "limited to {} for events.",
                              formatCount(kept), all, limit)
                : fmt::format("The events of {} recorded steps are not in memory, which is limited to {} for "
                              "events.",
                              all, limit);
        text += run.traceFile.empty() ? " The others were not kept." : " The others are in the run file.";
    }
    if (left.lostSteps > 0)
        text +=
            fmt::format("{}The events of {} recorded steps were not kept, because they came faster than the "
                        "disk could write them.",
                        text.empty() ? "" : " ", formatCount(left.lostSteps));
    return text;
}

} // namespace stepscope
