#include "core/trace/timeline/timeline_counter.h"

#include "core/language/translation.h"
#include "core/trace/event_kind.h"
#include "core/trace/memory_profile.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stepscope {

TimelineCounter TimelineCounter::ofSteps(std::vector<TraceCounter::Value> values)
{
    TimelineCounter counter;
    counter.m_values = std::move(values);
    for (size_t first = 0; first < counter.m_values.size(); first += blockSize) {
        const size_t end = std::min(first + blockSize, counter.m_values.size());
        const auto [least, most] = std::ranges::minmax(
            std::span(counter.m_values).subspan(first, end - first), {}, &TraceCounter::Value::value);
        counter.m_blocks.push_back({least.value, most.value});
        counter.m_most = std::max(counter.m_most, most.value);
    }
    return counter;
}

TimelineCounter TimelineCounter::ofCover(const IntervalSet& cover)
{
    TimelineCounter counter;
    counter.unit = CounterUnit::Share;
    counter.m_cover = cover.intervals();
    counter.m_most = 1.0;
    int64_t before = 0;
    for (const TimeInterval& each : counter.m_cover) {
        counter.m_before.push_back(before);
        before += each.ns();
    }
    return counter;
}

double TimelineCounter::coverUntil(int64_t ns) const
{
    const auto next = std::ranges::upper_bound(m_cover, ns, {}, &TimeInterval::startNs);
    if (next == m_cover.begin())
        return 0.0;
    const auto at = next - 1;
    return double(m_before[size_t(at - m_cover.begin())] + std::min(ns, at->endNs) - at->startNs);
}

/// The value at the start, and the later ones before the end.
TimelineCounter::Cell TimelineCounter::stepCell(int64_t fromNs, int64_t toNs) const
{
    const auto time = &TraceCounter::Value::timeNs;
    const auto next = std::ranges::upper_bound(m_values, fromNs, {}, time);
    const auto end = std::ranges::lower_bound(next, m_values.end(), toNs, {}, time);
    const double held = next == m_values.begin() ? 0.0 : (next - 1)->value;
    Cell cell{fromNs, toNs, held, held};
    const auto take = [&cell](double least, double most) {
        cell.least = std::min(cell.least, least);
        cell.most = std::max(cell.most, most);
    };
    auto at = size_t(next - m_values.begin());
    const auto last = size_t(end - m_values.begin());
    while (at < last) {
        if (at % blockSize == 0 && at + blockSize <= last) {
            take(m_blocks[at / blockSize].least, m_blocks[at / blockSize].most);
            at += blockSize;
        } else {
            take(m_values[at].value, m_values[at].value);
            ++at;
        }
    }
    return cell;
}

double TimelineCounter::at(int64_t ns, int64_t cellNs) const
{
    if (m_cover.empty())
        return stepCell(ns, ns + 1).most;
    const int64_t length = std::max<int64_t>(cellNs, 1);
    const int64_t from = ns - length / 2;
    return (coverUntil(from + length) - coverUntil(from)) / double(length);
}

std::vector<TimelineCounter::Cell> TimelineCounter::cells(int64_t fromNs, int64_t toNs, int64_t cellNs) const
{
    std::vector<Cell> result;
    const int64_t length = std::max<int64_t>(cellNs, 1);
    const int64_t offset =
        (fromNs % length + length) % length; // keeps the same cells while the picture moves
    for (int64_t start = fromNs - offset; start < toNs; start += length) {
        Cell cell{start, start + length, 0.0, 0.0};
        if (m_cover.empty())
            cell = stepCell(start, start + length);
        else
            cell.least = cell.most = (coverUntil(start + length) - coverUntil(start)) / double(length);
        const bool isAlike =
            !result.empty() && result.back().least == cell.least && result.back().most == cell.most;
        if (isAlike)
            result.back().endNs = cell.endNs;
        else
            result.push_back(cell);
    }
    return result;
}

static CounterUnit unitOf(const std::string& name)
{
    const bool isBytes = name.find("Bytes") != name.npos || name.find("bytes") != name.npos ||
                         name.starts_with("Total Allocated") || name.starts_with("Total Reserved");
    return isBytes ? CounterUnit::Bytes : CounterUnit::None;
}

/// For kernels, by process and device.
static void addUtilization(const Trace& trace, std::vector<TimelineCounter>& counters)
{
    std::map<std::pair<int64_t, int16_t>, std::vector<TimeInterval>> busy;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const bool isKernel =
            trace.kind[event] == EventKind::Kernel || trace.kind[event] == EventKind::Communication;
        if (!isKernel || trace.thread[event] >= trace.threads.size())
            continue;
        const TraceThread& stream = trace.threads[trace.thread[event]];
        const int64_t start = trace.startNs[event];
        busy[{stream.process, stream.device}].push_back(
            {start, start + std::max<int64_t>(trace.durationNs[event], 0)});
    }
    for (auto& [key, intervals] : busy) {
        auto counter = TimelineCounter::ofCover(IntervalSet(std::move(intervals)));
        std::tie(counter.process, counter.device) = key;
        counter.name = translated("Utilization");
        if (!counter.empty())
            counters.push_back(std::move(counter));
    }
}

std::vector<TimelineCounter> timelineCounters(const Trace& trace)
{
    std::vector<TimelineCounter> counters;
    if (hasStreams(trace))
        addUtilization(trace, counters);
    for (const DeviceMemoryProfile& profile : memoryProfile(trace)) {
        std::vector<TraceCounter::Value> values;
        for (const auto& point : profile.alive)
            values.push_back({point.timeNs, double(point.bytes)});
        auto counter = TimelineCounter::ofSteps(std::move(values));
        counter.name = translated("Allocated");
        counter.unit = CounterUnit::Bytes;
        counter.process = processOfAllocations(trace, profile.device);
        counter.device = profile.device;
        if (!counter.empty())
            counters.push_back(std::move(counter));
    }
    for (const TraceCounter& carried : trace.counters) {
        auto counter = TimelineCounter::ofSteps(carried.values);
        counter.name = carried.name;
        counter.unit = unitOf(carried.name);
        counter.process = carried.process;
        counter.device = carried.device;
        if (!counter.empty())
            counters.push_back(std::move(counter));
    }
    std::ranges::stable_sort(counters, [](const TimelineCounter& a, const TimelineCounter& b) {
        return std::tie(a.process, a.device) < std::tie(b.process, b.device);
    });
    return counters;
}

} // namespace stepscope
