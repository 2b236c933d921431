#include "core/trace/range_sums.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/interval_set.h"

#include <algorithm>
#include <functional>
#include <map>

namespace stepscope {

namespace {

/// The event in which this one's time is counted, too.
EventId countedAround(const Trace& trace, EventId event)
{
    do {
        event = enclosingEvent(trace, event);
    } while (event != noEvent && isScope(trace.kind[event]));
    return event;
}

RangeSums::Rows longestOf(std::vector<RangeSums::Row> rows)
{
    std::erase_if(rows, [](const RangeSums::Row& row) { return row.events == 0; });
    RangeSums::Rows result{.longest = std::move(rows), .count = 0};
    result.count = std::ssize(result.longest);
    std::ranges::stable_sort(result.longest, std::ranges::greater(), &RangeSums::Row::selfNs);
    result.longest.resize(std::min(result.longest.size(), RangeSums::mostRows));
    return result;
}

} // namespace

RangeSums sumsWithin(const Trace& trace, int64_t fromNs, int64_t toNs)
{
    RangeSums sums;
    std::vector<RangeSums::Row> host(trace.names.size());
    std::vector<RangeSums::Row> device(trace.names.size());
    std::map<int16_t, std::vector<TimeInterval>> work;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const int64_t startNs = std::max(trace.startNs[event], fromNs);
        const int64_t endNs =
            std::min(trace.startNs[event] + std::max<int64_t>(trace.durationNs[event], 0), toNs);
        if (endNs < startNs || startNs >= toNs || (endNs == startNs && trace.startNs[event] < fromNs))
            continue;
        ++sums.events;
        const EventKind kind = trace.kind[event];
        if (isScope(kind))
            continue;
        const auto name = size_t(uint32_t(trace.name[event]));
        auto& row = (isOnDevice(kind) ? device : host)[name];
        row.name = trace.name[event];
        ++row.events;
        row.selfNs += endNs - startNs;
        if (isOnDevice(kind))
            work[trace.threads[trace.thread[event]].device].push_back({startNs, endNs});
        else if (const EventId outer = countedAround(trace, event); outer != noEvent)
            host[size_t(uint32_t(trace.name[outer]))].selfNs -= endNs - startNs;
    }
    sums.host = longestOf(std::move(host));
    sums.device = longestOf(std::move(device));
    for (auto& [number, intervals] : work)
        sums.busyNs.emplace_back(number, IntervalSet(std::move(intervals)).totalNs());
    for (const TraceAllocation& each : trace.allocations) {
        if (each.timeNs < fromNs || each.timeNs >= toNs)
            continue;
        if (each.bytes > 0) {
            ++sums.allocations;
            sums.allocatedBytes += each.bytes;
        } else {
            sums.freedBytes -= each.bytes;
        }
    }
    return sums;
}

} // namespace stepscope
