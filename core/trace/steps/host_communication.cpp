#include "core/trace/steps/host_communication.h"

#include "core/trace/event_duration.h"
#include "core/trace/interval_set.h"
#include "core/trace/steps/counted_steps.h"

#include <algorithm>
#include <utility>

namespace stepscope {

namespace {

TimeInterval timeOf(const Trace& trace, EventId event)
{
    return {trace.startNs[event], trace.startNs[event] + durationOf(trace, event)};
}

IntervalSet spansOf(const Trace& trace, const StepRange& range)
{
    std::vector<TimeInterval> spans;
    for (const uint32_t i : countedSteps(trace, range)) {
        const TraceStep& step = trace.steps[i];
        spans.push_back({step.startNs, step.startNs + std::max<int64_t>(step.durationNs, 0)});
    }
    if (trace.steps.empty() && !trace.empty()) {
        TimeInterval whole = timeOf(trace, EventId(0));
        for (EventId event(1); event < trace.endEvent(); ++event) {
            const auto time = timeOf(trace, event);
            whole = {std::min(whole.startNs, time.startNs), std::max(whole.endNs, time.endNs)};
        }
        spans.push_back(whole);
    }
    return IntervalSet(std::move(spans));
}

/// Measures how much of an interval is in a set, in logarithmic time.
class Coverage
{
public:
    explicit Coverage(const IntervalSet& set)
        : m_intervals(set.intervals())
    {
        m_before.push_back(0);
        for (const TimeInterval& each : m_intervals)
            m_before.push_back(m_before.back() + each.ns());
    }

    int64_t of(const TimeInterval& time) const { return until(time.endNs) - until(time.startNs); }

private:
    int64_t until(int64_t ns) const
    {
        const auto next = std::ranges::lower_bound(m_intervals, ns, {}, &TimeInterval::endNs);
        const int64_t before = m_before[size_t(next - m_intervals.begin())];
        return next == m_intervals.end() ? before : before + std::max<int64_t>(ns - next->startNs, 0);
    }

    const std::vector<TimeInterval>& m_intervals;
    std::vector<int64_t> m_before; ///< the time of the intervals before each
};

bool anyCollectiveName(const Trace& trace)
{
    for (NameId name(0); name < trace.names.size(); ++name) {
        if (isCollectiveRange(trace.names[name]))
            return true;
    }
    return false;
}

} // namespace

HostCommunication hostCommunication(const Trace& trace, const StepRange& range)
{
    HostCommunication figures;
    if (!anyCollectiveName(trace) ||
        std::ranges::find(trace.kind, EventKind::Communication) != trace.kind.end())
        return figures;
    const auto spans = spansOf(trace, range);
    const Coverage coverage(spans);
    std::vector<TimeInterval> calls;
    std::vector<TimeInterval> operators;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const auto time = timeOf(trace, event);
        const std::string& name = trace.names[trace.name[event]];
        if (trace.kind[event] == EventKind::Operator)
            operators.push_back(time);
        if (trace.kind[event] != EventKind::Range || !isCollectiveRange(name))
            continue;
        figures.calls += coverage.of({time.startNs, time.startNs + 1}) > 0;
        figures.kinds.add(communicationKind(name), coverage.of(time));
        calls.push_back(time);
    }
    const auto communicating = IntervalSet(std::move(calls)) & spans;
    const auto computing = IntervalSet(std::move(operators)) & spans;
    figures.spanNs = spans.totalNs();
    figures.ns = communicating.totalNs();
    figures.bareNs = figures.ns - (communicating & computing).totalNs();
    figures.hasOperators = !computing.empty();
    return figures;
}

} // namespace stepscope
