#include "core/trace/steps/counted_steps.h"

#include "core/trace/steps/collectives.h"

#include <algorithm>

namespace stepscope {

bool hasWork(const Trace& trace, const TraceStep& step)
{
    for (uint32_t event = step.firstEvent; event < std::min(step.endEvent, trace.size()); ++event) {
        const EventKind kind = trace.kind[event];
        if (kind == EventKind::Operator || kind == EventKind::Layer || isDeviceWork(kind) ||
            (kind == EventKind::Range && isCollectiveRange(trace.names[trace.name[event]])))
            return true;
    }
    return false;
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

} // namespace stepscope
