#include "core/trace/steps/counted_steps.h"

#include "core/trace/steps/collectives.h"

#include <algorithm>
#include <string_view>

namespace stepscope {

namespace {

/// "cudaLaunchKernel", "cudaGraphLaunch", "hipMemcpyAsync".
bool isLaunch(std::string_view name)
{
    static constexpr std::string_view parts[] = {"Launch", "Memcpy", "Memset"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != name.npos; });
}

bool isWork(const Trace& trace, EventId event)
{
    const EventKind kind = trace.kind[event];
    if (kind == EventKind::Operator || kind == EventKind::Layer || isDeviceWork(kind))
        return true;
    const std::string& name = trace.names[trace.name[event]];
    return (kind == EventKind::Range && isCollectiveRange(name)) ||
           (kind == EventKind::Runtime && isLaunch(name));
}

template<typename Test>
bool anyEvent(const Trace& trace, const TraceStep& step, const Test& test)
{
    const EventId end = std::min(step.endEvent, trace.endEvent());
    for (EventId event = step.firstEvent; event < end; ++event) {
        if (test(event))
            return true;
    }
    return false;
}

} // namespace

bool hasWork(const Trace& trace, const TraceStep& step)
{
    return anyEvent(trace, step, [&](EventId event) { return isWork(trace, event); });
}

bool hasOperators(const Trace& trace, const TraceStep& step)
{
    return anyEvent(trace, step, [&](EventId event) { return trace.kind[event] == EventKind::Operator; });
}

std::vector<uint32_t> countedSteps(const Trace& trace, const StepRange& range)
{
    std::vector<uint32_t> recorded;
    std::vector<uint32_t> working;
    for (uint32_t i = 0; i < trace.steps.size(); ++i) {
        const TraceStep& step = trace.steps[i];
        if (!isRecorded(step) || !range.contains(step.number))
            continue;
        recorded.push_back(i);
        if (hasWork(trace, step))
            working.push_back(i);
    }
    return working.empty() ? recorded : working;
}

std::vector<StepRange> recordedRanges(const Trace& trace)
{
    std::vector<int64_t> numbers;
    for (const TraceStep& step : trace.steps) {
        if (isRecorded(step))
            numbers.push_back(step.number);
    }
    std::ranges::sort(numbers);
    std::vector<StepRange> ranges;
    for (const int64_t number : numbers) {
        if (!ranges.empty() && number <= ranges.back().last + 1)
            ranges.back().last = number;
        else
            ranges.push_back({number, number});
    }
    return ranges;
}

std::optional<int64_t> nearestRecordedStep(const Trace& trace, const StepRange& range)
{
    const auto distance = [&range](int64_t number) {
        return number < range.first ? range.first - number : number - range.last;
    };
    std::optional<int64_t> nearest;
    for (const TraceStep& step : trace.steps) {
        if (step.endEvent <= step.firstEvent || range.contains(step.number))
            continue;
        const int64_t away = distance(step.number);
        const int64_t least = nearest ? distance(*nearest) : away;
        if (!nearest || away < least || (away == least && step.number < *nearest))
            nearest = step.number;
    }
    return nearest;
}

} // namespace stepscope
