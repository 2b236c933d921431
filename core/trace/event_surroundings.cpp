#include "core/trace/event_surroundings.h"

#include "core/trace/enclosing_event.h"

#include <algorithm>

namespace stepscope {

namespace {

/// Whether an event is this one or in it.
bool isIn(const Trace& trace, EventId event, EventId outer)
{
    while (event != noEvent && event > outer)
        event = enclosingEvent(trace, event);
    return event == outer;
}

} // namespace

EventSurroundings surroundingsOf(const Trace& trace, EventId event)
{
    EventSurroundings result;
    for (EventId caller = enclosingEvent(trace, event); caller != noEvent;
         caller = enclosingEvent(trace, caller))
        result.callers.push_back(caller);

    const int64_t startNs = trace.startNs[event];
    const int64_t endNs = startNs + std::max<int64_t>(trace.durationNs[event], 0);
    result.selfNs = endNs - startNs;
    // Events are sorted by their start, those of one thread at least.
    for (EventId inner(event + 1); inner < trace.endEvent(); ++inner) {
        if (trace.thread[inner] == trace.thread[event] && trace.startNs[inner] >= endNs)
            break;
        if (enclosingEvent(trace, inner) != event)
            continue;
        ++result.calls;
        if (trace.kind[inner] != EventKind::Layer && trace.kind[inner] != EventKind::PythonFunction)
            result.selfNs -= std::max<int64_t>(trace.durationNs[inner], 0);
    }
    result.selfNs = std::max<int64_t>(result.selfNs, 0);

    for (const TraceDeviceWork& work : trace.deviceWork) {
        if (work.launcher >= trace.endEvent() || trace.startNs[work.launcher] < startNs ||
            trace.startNs[work.launcher] >= endNs || !isIn(trace, work.launcher, event))
            continue;
        ++result.launches;
        result.launchedNs += trace.durationNs[work.event];
        result.launched.push_back(work.event);
    }
    std::ranges::sort(result.launched, {}, [&](EventId each) { return trace.startNs[each]; });
    result.launched.resize(std::min(result.launched.size(), EventSurroundings::mostLaunched));

    const auto first = std::ranges::lower_bound(trace.allocations, startNs, {}, &TraceAllocation::timeNs);
    for (auto each = first; each != trace.allocations.end() && each->timeNs < endNs; ++each) {
        if (each->event == noEvent || !isIn(trace, each->event, event))
            continue;
        if (each->bytes > 0) {
            ++result.allocations;
            result.allocatedBytes += each->bytes;
        } else {
            result.freedBytes -= each->bytes;
        }
    }
    return result;
}

} // namespace stepscope
