#include "core/advise/advice_figures.h"

#include "core/advise/thresholds.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/memory_profile.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <array>

namespace stepscope {

WarmUp warmUp(const Run& run, const StepTimes& times)
{
    WarmUp result;
    if (times.count < adviceThresholds.fewestSteps)
        return result;
    const auto isSlow = [&](const StepMetrics& step) { return double(step.durationNs) > times.p95Ns; };
    const auto settled = std::ranges::find_if_not(run.steps, isSlow);
    double extraNs = 0.0;
    for (auto step = run.steps.begin(); step != settled; ++step) {
        extraNs += double(step->durationNs) - times.medianNs;
        result.recorded += step->phase == StepPhase::Active;
        ++result.steps;
    }
    result.extraNs = int64_t(extraNs);
    result.share = extraNs / double(std::max<int64_t>(trainingNs(run), 1));
    return result;
}

std::vector<DevicePeak> devicePeaks(const Trace& trace)
{
    std::vector<DevicePeak> peaks;
    const auto take = [&peaks](int64_t process, int16_t device, double bytes, bool isLowerBound) {
        auto known = std::ranges::find_if(
            peaks, [&](const DevicePeak& peak) { return peak.process == process && peak.device == device; });
        if (known == peaks.end())
            known = peaks.insert(peaks.end(), {process, device, 0});
        known->bytes = std::max(known->bytes, int64_t(bytes));
        known->isLowerBound = known->isLowerBound && isLowerBound;
    };
    for (const TraceCounter& counter : trace.counters) {
        const bool isMemory =
            counter.name.starts_with("Total Reserved") || counter.name.starts_with("Total Allocated");
        for (const auto& value : counter.values) {
            if (isMemory && counter.device >= 0)
                take(counter.process, counter.device, value.value, false);
        }
    }
    const bool anyDevice =
        std::ranges::any_of(trace.allocations, [](const TraceAllocation& each) { return each.device >= 0; });
    if (!anyDevice)
        return peaks;
    for (const DeviceMemoryProfile& profile : memoryProfile(trace)) {
        if (profile.device >= 0)
            take(processOfAllocations(trace, profile.device), profile.device, double(profile.peakBytes),
                 true);
    }
    return peaks;
}

AdviceBuilder::AdviceBuilder(const StepRange& steps)
    : m_range(steps)
    , m_operators(steps)
{
}

bool AdviceBuilder::update(const Run& run, uint32_t limit)
{
    const Trace& trace = run.trace;
    const bool isAll = m_operators.update(trace, limit);
    const EventId end(m_seenEvents + std::min(limit, trace.size() - m_seenEvents));
    for (; m_seenEvents < end; ++m_seenEvents)
        countSmall(trace, m_seenEvents);
    size_t endStep = m_steps.size();
    while (endStep < trace.steps.size() && trace.steps[endStep].endEvent <= m_seenEvents)
        ++endStep;
    const auto fresh = stepBreakdowns(trace, m_steps.size(), endStep);
    m_steps.insert(m_steps.end(), fresh.begin(), fresh.end());
    if (isAll && hasStreams(trace)) {
        const auto split = m_splitter.update(trace);
        m_deviceSteps.insert(m_deviceSteps.end(), split.begin(), split.end());
    }
    return isAll;
}

bool AdviceBuilder::isSmall(const Trace& trace, EventId event) const
{
    return trace.durationNs[event] < adviceThresholds.smallCallNs;
}

void AdviceBuilder::countSmall(const Trace& trace, EventId event)
{
    const auto& steps = trace.steps;
    while (m_smallStep < steps.size() && steps[m_smallStep].endEvent <= event)
        ++m_smallStep;
    const bool isInStep = m_smallStep < steps.size() && steps[m_smallStep].firstEvent <= event &&
                          m_range.contains(steps[m_smallStep].number);
    const bool isWanted = isInStep || (steps.empty() && m_range.isAll());
    if (!isWanted || trace.kind[event] != EventKind::Operator || !isSmall(trace, event))
        return;
    ++m_smallCalls;
    const EventId outer = operatorAround(trace, enclosingEvent(trace, event));
    const bool isInsideOther = outer != noEvent && isSmall(trace, outer);
    if (!isInsideOther)
        m_smallNs += std::max<int64_t>(trace.durationNs[event], 0);
}

AdviceFigures AdviceBuilder::figures(const Run& run) const
{
    AdviceFigures figures{.steps = stepFigures(m_steps, m_range),
                          .deviceSteps = stepFigures(m_deviceSteps, m_range),
                          .countedSteps = int64_t(countedSteps(run.trace, m_range).size()),
                          .operators = m_operators.statistics(OperatorGrouping::ByOperator),
                          .smallCalls = m_smallCalls,
                          .smallNs = m_smallNs,
                          .times = stepTimes(run),
                          .warmUp = {},
                          .machine = machineUse(run),
                          .recorder = recorderCost(run),
                          .devices = deviceFigures(run.trace, m_range),
                          .peaks = devicePeaks(run.trace),
                          .ranks = run.isOver() ? ranksFigures(run.trace, m_range) : RanksFigures(),
                          .communication =
                              run.isOver() ? hostCommunication(run.trace, m_range) : HostCommunication()};
    figures.warmUp = warmUp(run, figures.times);
    if (run.isOver() && m_range.isAll() && !run.trace.steps.empty())
        figures.operators.callsOutside = callsOutsideSteps(run.trace);
    const bool isWhole = run.isOver() && run.trace.steps.empty() && !run.trace.empty() &&
                         traceContents(run.trace).hasTimes && m_range.isAll();
    if (isWhole) {
        figures.isOfWholeTrace = true;
        figures.steps = stepFigures(std::array{wholeBreakdown(run.trace)});
    }
    return figures;
}

} // namespace stepscope
