#include "core/trace/steps/device_steps.h"

#include <algorithm>
#include <limits>

namespace stepscope {

const std::vector<DeviceSteps::Time>& DeviceSteps::update(const Trace& trace)
{
    const size_t first = m_times.size();
    for (size_t i = first; i < trace.steps.size(); ++i) {
        const TraceStep& step = trace.steps[i];
        m_times.push_back({.time = {step.startNs, step.startNs + std::max<int64_t>(step.durationNs, 0)}});
        m_lastHostStartNs = step.startNs;
    }
    if (first == 0 && !m_times.empty() && !m_earlier)
        startAfterEarlierWork(trace);
    for (; m_nextWork < trace.deviceWork.size(); ++m_nextWork) {
        const TraceDeviceWork& work = trace.deviceWork[m_nextWork];
        if (work.launcher == noEvent || !isDeviceWork(trace.kind[work.event]))
            continue;
        const size_t step = stepOf(trace, work.launcher);
        const int64_t end = trace.startNs[work.event] + std::max<int64_t>(trace.durationNs[work.event], 0);
        if (step < first || step >= m_times.size())
            continue;
        m_times[step].time.endNs = std::max(m_times[step].time.endNs, end);
        m_times[step].lastWork = work.event;
    }
    for (size_t i = first; i < m_times.size(); ++i) {
        const auto earlier =
            i == 0 ? m_earlier : Earlier{trace.steps[i - 1].startNs, m_times[i - 1].time.endNs};
        if (!earlier || trace.steps[i].startNs < earlier->hostStartNs) // the clock was reset
            continue;
        TimeInterval& time = m_times[i].time;
        time.startNs = std::max(time.startNs, earlier->endNs);
        time.endNs = std::max(time.endNs, time.startNs);
    }
    return m_times;
}

void DeviceSteps::nextPiece()
{
    if (!m_times.empty())
        m_earlier = {m_lastHostStartNs, m_times.back().time.endNs};
    m_times.clear();
    m_nextWork = 0;
}

/// Moves the start of the first step to the end of the work that steps before the recording have left.
void DeviceSteps::startAfterEarlierWork(const Trace& trace)
{
    int64_t firstNs = std::numeric_limits<int64_t>::max();
    for (const TraceDeviceWork& work : trace.deviceWork) {
        if (isDeviceWork(trace.kind[work.event]) && work.launcher != noEvent &&
            stepOf(trace, work.launcher) == 0)
            firstNs = std::min(firstNs, trace.startNs[work.event]);
    }
    if (firstNs == std::numeric_limits<int64_t>::max())
        return;
    TimeInterval& time = m_times.front().time;
    for (const TraceDeviceWork& work : trace.deviceWork) {
        const bool isOfStep = work.launcher != noEvent && stepOf(trace, work.launcher) < m_times.size();
        const int64_t end = trace.startNs[work.event] + std::max<int64_t>(trace.durationNs[work.event], 0);
        if (isDeviceWork(trace.kind[work.event]) && !isOfStep && end < firstNs)
            time.startNs = std::max(time.startNs, end);
    }
    time.endNs = std::max(time.endNs, time.startNs);
}

std::optional<size_t> DeviceSteps::stepOfWork(const Trace& trace, EventId event) const
{
    const TraceDeviceWork* work = trace.workOf(event);
    if (work && work->launcher != noEvent) {
        if (const size_t step = stepOf(trace, work->launcher); step < m_times.size())
            return step;
    }
    const int64_t start = trace.startNs[event];
    const auto behind =
        std::ranges::upper_bound(m_times, start, {}, [](const Time& each) { return each.time.startNs; });
    if (behind == m_times.begin() || start >= (behind - 1)->time.endNs)
        return std::nullopt;
    return size_t(behind - m_times.begin()) - 1;
}

/// The step in which an event of the host began; if none, a number greater than all.
size_t DeviceSteps::stepOf(const Trace& trace, EventId event) const
{
    const int64_t start = trace.startNs[event];
    const auto behind = std::ranges::upper_bound(trace.steps, start, {}, &TraceStep::startNs);
    if (behind == trace.steps.begin())
        return m_times.size();
    const TraceStep& step = *(behind - 1);
    return start < step.startNs + step.durationNs ? size_t(behind - trace.steps.begin()) - 1 : m_times.size();
}

} // namespace stepscope
