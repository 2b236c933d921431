#include "core/trace/steps/rank_figures.h"

#include "core/trace/event_kind.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/host_communication.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

namespace stepscope {

namespace {

/// Process ids are greater, except for the system's own.
constexpr int64_t mostRanks = 100;

/// 5 for "ProfilerStep#5"; -1: not a step.
int64_t stepNumber(const std::string& name)
{
    int64_t number = -1;
    if (name.starts_with(rankStepPrefix))
        std::from_chars(name.data() + rankStepPrefix.size(), name.data() + name.size(), number);
    return number;
}

/// Extracts a rank's events from a trace.
class RankExtraction
{
public:
    /// `placeOf`: shared by all ranks, by the whole trace's events.
    RankExtraction(const Trace& trace, int64_t rank, std::vector<EventId>& placeOf)
        : m_from(trace)
        , m_threadOf(trace.threads.size(), -1)
        , m_placeOf(placeOf)
        , m_stepOfName(trace.names.size(), unknownStep)
    {
        for (size_t i = 0; i < trace.threads.size(); ++i) {
            if (trace.threads[i].process != rank)
                continue;
            m_threadOf[i] = int32_t(m_to.threads.size());
            m_to.threads.push_back(trace.threads[i]);
        }
        for (NameId name(0); name < trace.names.size(); ++name)
            m_to.names.intern(trace.names[name]);
        m_to.shapes = trace.shapes;
        for (const TraceCounter& counter : trace.counters) {
            if (counter.process == rank)
                m_to.counters.push_back(counter);
        }
    }

    void place(EventId event)
    {
        endSteps(m_from.startNs[event]);
        auto& step = m_stepOfName[m_from.name[event]];
        if (step == unknownStep)
            step = stepNumber(m_from.names[m_from.name[event]]);
        if (step >= 0 && m_from.kind[event] == EventKind::Range) {
            endSteps(std::numeric_limits<int64_t>::max()); // if two overlap by rounding
            m_to.steps.push_back({.number = step,
                                  .startNs = m_from.startNs[event],
                                  .durationNs = m_from.durationNs[event],
                                  .firstEvent = m_to.endEvent(),
                                  .endEvent = noEvent,
                                  .phase = StepPhase::Active});
            return;
        }
        TraceEvent made = m_from.event(event);
        made.thread = ThreadId(uint16_t(m_threadOf[made.thread]));
        made.parent = made.parent == noEvent ? noEvent : m_placeOf[made.parent];
        m_placeOf[event] = m_to.endEvent();
        m_to.append(made);
    }

    Trace take()
    {
        endSteps(std::numeric_limits<int64_t>::max());
        takeWork();
        return std::move(m_to);
    }

private:
    static constexpr int64_t unknownStep = -2;

    /// Events that begin before a step's end are part of it.
    void endSteps(int64_t ns)
    {
        if (!m_to.steps.empty() && m_to.steps.back().endEvent == noEvent &&
            m_to.steps.back().startNs + m_to.steps.back().durationNs <= ns)
            m_to.steps.back().endEvent = m_to.endEvent();
    }

    void takeWork()
    {
        std::set<int16_t> devices;
        for (TraceDeviceWork work : m_from.deviceWork) {
            if (m_threadOf[m_from.thread[work.event]] < 0)
                continue;
            work.event = m_placeOf[work.event];
            work.launcher = work.launcher == noEvent ? noEvent : m_placeOf[work.launcher];
            m_to.deviceWork.push_back(work);
        }
        for (const TraceThread& thread : m_to.threads)
            devices.insert(thread.device);
        for (const TraceDevice& device : m_from.devices) {
            if (devices.contains(device.number))
                m_to.devices.push_back(device);
        }
        for (TraceAllocation allocation : m_from.allocations) {
            if (m_threadOf[allocation.thread] < 0)
                continue;
            allocation.thread = ThreadId(uint16_t(m_threadOf[allocation.thread]));
            allocation.event = allocation.event == noEvent ? noEvent : m_placeOf[allocation.event];
            m_to.allocations.push_back(allocation);
        }
    }

    const Trace& m_from;
    Trace m_to;
    std::vector<int32_t> m_threadOf;
    std::vector<EventId>& m_placeOf;
    std::vector<int64_t> m_stepOfName;
};

bool launchesAcrossProcesses(const Trace& trace)
{
    const auto processOf = [&](EventId event) { return trace.threads[trace.thread[event]].process; };
    return std::ranges::any_of(trace.deviceWork, [&](const TraceDeviceWork& work) {
        return work.launcher != noEvent && processOf(work.launcher) != processOf(work.event);
    });
}

/// From the start of the first counted step to the end of the last.
int64_t spanOf(const Trace& trace, const StepRange& range)
{
    int64_t startNs = std::numeric_limits<int64_t>::max();
    int64_t endNs = std::numeric_limits<int64_t>::min();
    for (const uint32_t i : countedSteps(trace, range)) {
        const TraceStep& step = trace.steps[i];
        startNs = std::min(startNs, step.startNs);
        endNs = std::max(endNs, step.startNs + step.durationNs);
    }
    return endNs > startNs ? endNs - startNs : 0;
}

RankFigures figuresOf(const Trace& trace, int64_t rank, const StepRange& range)
{
    RankFigures figures{.rank = rank};
    figures.split = hasStreams(trace) ? StepSplit::Device : StepSplit::Passes;
    figures.parts = partsWithEvents(trace);
    const auto splits =
        figures.split == StepSplit::Device ? DeviceSplitter().update(trace) : stepBreakdowns(trace);
    for (const StepBreakdown& step : splits) {
        if (step.isSplit && range.contains(step.number))
            figures.steps.push_back(step);
    }
    figures.stepFigures = stepFigures(figures.steps);
    for (const DeviceFigures& device : deviceFigures(trace, range)) {
        figures.spanNs = std::max(figures.spanNs, device.spanNs);
        figures.communicationNs += device.communicationNs;
        figures.hiddenNs += device.hiddenCommunicationNs;
        figures.communication += device.communication;
    }
    if (figures.split == StepSplit::Passes)
        figures.hostCommunicationNs = hostCommunication(trace, range).ns;
    if (figures.spanNs == 0)
        figures.spanNs = spanOf(trace, range);
    return figures;
}

} // namespace

std::vector<int64_t> ranksOf(const Trace& trace)
{
    std::set<int64_t> processes;
    std::set<int64_t> hosts;
    for (const TraceThread& thread : trace.threads) {
        processes.insert(thread.process);
        if (!thread.isStream())
            hosts.insert(thread.process);
    }
    if (processes.size() < 2 || *processes.begin() < 0 || *processes.rbegin() >= mostRanks)
        return {};
    // In a container, process ids are small too, and the trace lists the GPU as another process.
    if (hosts.size() < processes.size() || launchesAcrossProcesses(trace))
        return {};
    return {processes.begin(), processes.end()};
}

std::vector<Trace> rankTraces(const Trace& trace)
{
    const auto ranks = ranksOf(trace);
    if (ranks.empty())
        return {};
    std::vector<EventId> placeOf(trace.size(), noEvent);
    std::vector<RankExtraction> extractions;
    for (const int64_t rank : ranks)
        extractions.emplace_back(trace, rank, placeOf);
    std::vector<size_t> rankOfThread;
    for (const TraceThread& thread : trace.threads)
        rankOfThread.push_back(size_t(std::ranges::find(ranks, thread.process) - ranks.begin()));
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (const size_t rank = rankOfThread[trace.thread[event]]; rank < extractions.size())
            extractions[rank].place(event);
    }
    std::vector<Trace> traces;
    for (RankExtraction& each : extractions)
        traces.push_back(each.take());
    return traces;
}

int RanksFigures::straggler() const
{
    const auto worst = std::ranges::max_element(ranks, {}, &RankFigures::lateNs);
    return worst == ranks.end() || worst->lateNs == 0 ? -1 : int(worst - ranks.begin());
}

RanksFigures ranksFigures(const Trace& trace, const StepRange& steps)
{
    const auto ranks = ranksOf(trace);
    return ranks.empty() ? RanksFigures() : ranksFigures(ranks, rankTraces(trace), steps);
}

RanksFigures ranksFigures(std::span<const int64_t> ranks, std::span<const Trace> traces,
                          const StepRange& steps)
{
    RanksFigures figures;
    std::vector<std::vector<CollectiveCall>> calls;
    for (size_t i = 0; i < ranks.size(); ++i) {
        figures.ranks.push_back(figuresOf(traces[i], ranks[i], steps));
        calls.push_back(collectiveCalls(traces[i]));
        std::erase_if(calls.back(), [&](const CollectiveCall& call) {
            return !steps.isAll() && !steps.contains(call.step);
        });
    }
    const auto matched = matchCollectives(calls);
    figures.collectives = int64_t(matched.calls.size());
    figures.unmatched = matched.unmatched;
    for (const Collective& call : matched.calls) {
        if (call.lateNs() == 0)
            continue;
        RankFigures& last = figures.ranks[call.last()];
        ++last.lastAt;
        last.lateNs += call.lateNs();
        if (call.startNs != call.endNs)
            figures.waitedNs += call.waitedNs();
    }
    return figures;
}

} // namespace stepscope
