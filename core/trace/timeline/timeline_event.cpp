#include "core/trace/timeline/timeline_event.h"

#include "core/base/text/format.h"
#include "core/language/translation.h"
#include "core/trace/autograd_links.h"
#include "core/trace/event_kind.h"
#include "core/trace/trace_sums.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

namespace {

/// Whether an event with a sequence number may have created the node with that number.
bool isForward(const Trace& trace, EventId event)
{
    const Pass pass = trace.pass[event];
    const bool isOfNetwork = pass == Pass::Forward || pass == Pass::Loss || pass == Pass::Backward;
    return isOfNetwork && canMakeNode(trace, event);
}

/// The time of direct children of `event` that have a time of their own; layers and Python functions are
/// looked through.
int64_t calledNs(const Trace& trace, const TimelineIndex& index, EventId event)
{
    const TimelineTrack& track = index.threads()[trace.thread[event]];
    const int64_t fromNs = trace.startNs[event];
    const int64_t toNs = fromNs + std::max<int64_t>(trace.durationNs[event], 0);
    // Without overlaps all children are one lane below.
    const size_t first = size_t(index.laneOf(event)) + 1;
    const size_t end = std::min(track.overlaps ? track.lanes.size() : first + 1, track.lanes.size());
    int64_t sum = 0;
    for (size_t number = first; number < end; ++number) {
        const TimelineLane& lane = track.lanes[number];
        for (uint32_t at = lane.firstFrom(fromNs); at < lane.size() && lane.startNs(at) <= toNs; ++at) {
            const EventId called = lane.event(at);
            if (enclosingEvent(trace, called) != event)
                continue;
            sum += hasOwnTime(trace, called) ? lane.durationNs(at) : calledNs(trace, index, called);
        }
    }
    return sum;
}

} // namespace

const TraceStep* stepOfEvent(const Trace& trace, EventId event)
{
    const auto step = std::ranges::partition_point(
        trace.steps, [event](const TraceStep& each) { return each.endEvent <= event; });
    return step != trace.steps.end() && step->firstEvent <= event ? &*step : nullptr;
}

WorkSteps stepsOfWork(const Trace& trace, EventId event)
{
    const TraceDeviceWork* work = isOnDevice(trace.kind[event]) ? trace.workOf(event) : nullptr;
    const EventId launcher = work ? work->launcher : noEvent;
    return {.launched = launcher == noEvent ? nullptr : stepOfEvent(trace, launcher),
            .ran = stepOfEvent(trace, event)};
}

std::string stepTextOfEvent(const Trace& trace, EventId event)
{
    const auto [launched, ran] = stepsOfWork(trace, event);
    return stepText(launched ? launched->number : -1, ran ? ran->number : -1);
}

std::string stepText(int64_t launched, int64_t ran)
{
    if (launched >= 0 && launched != ran)
        return ran >= 0 ? translated("launched in step {launched}, ran in step {ran}",
                                     {{"launched", formatCount(launched)}, {"ran", formatCount(ran)}})
                        : translated("launched in step {launched}, ran outside the steps",
                                     {{"launched", formatCount(launched)}});
    return ran >= 0 ? formatCount(ran) : std::string();
}

int64_t selfNsOfEvent(const Trace& trace, const TimelineIndex& index, EventId event)
{
    return std::max<int64_t>(trace.durationNs[event] - calledNs(trace, index, event), 0);
}

EventId linkedEvent(const Trace& trace, EventId event)
{
    const int64_t sequence = trace.sequence[event];
    const bool isNode = isAutogradNode(trace, event);
    if (sequence < 0 || (!isNode && !isForward(trace, event)))
        return noEvent;
    const TraceStep* step = stepOfEvent(trace, event);
    const EventId end = step ? std::min(step->endEvent, trace.endEvent()) : trace.endEvent();
    EventId forward = noEvent;
    EventId backward = noEvent;
    for (EventId other = step ? step->firstEvent : EventId(0); other < end; ++other) {
        if (trace.sequence[other] != sequence)
            continue;
        const int64_t startNs = trace.startNs[other];
        if (isForward(trace, other) && (forward == noEvent || isLaterMaker(trace, other, forward)))
            forward = other;
        if (isAutogradNode(trace, other) && (backward == noEvent || startNs < trace.startNs[backward]))
            backward = other;
    }
    if (isNode)
        return forward;
    // An operator that creates no node has the number of the next one that does.
    EventId made = forward;
    while (made != noEvent && made != event)
        made = enclosingEvent(trace, made);
    return made == event ? backward : noEvent;
}

} // namespace stepscope
