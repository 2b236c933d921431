#include "core/trace/event_layers.h"

#include "core/trace/autograd_links.h"
#include "core/trace/enclosing_event.h"

#include <algorithm>
#include <iterator>

namespace stepscope {

namespace {

/// The rule. `isNode`: whether the event is a node of autograd's graph; `forwardOf(event)`: the latest event
/// before it in its step that has its sequence number and is not such a node; `launcherOf(event)`;
/// `layerOf(event)`: the layer of an event before it.
template<typename ForwardOf, typename LauncherOf, typename LayerOf>
NameId layerBy(const Trace& trace, EventId event, bool isNode, const ForwardOf& forwardOf,
               const LauncherOf& launcherOf, const LayerOf& layerOf)
{
    if (trace.kind[event] == EventKind::Layer)
        return trace.name[event];
    EventId tells = noEvent;
    if (trace.kind[event] >= EventKind::Kernel)
        tells = launcherOf(event);
    else if (isNode)
        tells = forwardOf(event);
    if (tells == noEvent || tells >= event)
        tells = enclosingEvent(trace, event);
    return tells == noEvent ? noName : layerOf(tells);
}

/// Where the sequence numbers of an event's step begin to count: after the previous step.
EventId beginOfNumbers(const Trace& trace, EventId event)
{
    const auto next = std::ranges::partition_point(
        trace.steps, [event](const TraceStep& step) { return step.endEvent <= event; });
    return next == trace.steps.begin() ? EventId(0) : std::prev(next)->endEvent;
}

NameId layerIdOf(const Trace& trace, EventId event)
{
    const auto forwardOf = [&](EventId backward) {
        const EventId begin = beginOfNumbers(trace, backward);
        EventId maker = noEvent;
        for (EventId other = begin; other < backward; ++other) {
            const bool canBe =
                trace.sequence[other] == trace.sequence[backward] && !isAutogradNode(trace, other);
            if (canBe && (maker == noEvent || isLaterMaker(trace, other, maker)))
                maker = other;
        }
        return maker;
    };
    const auto launcherOf = [&](EventId work) {
        const TraceDeviceWork* known = trace.workOf(work);
        return known ? known->launcher : noEvent;
    };
    return layerBy(trace, event, isAutogradNode(trace, event), forwardOf, launcherOf,
                   [&trace](EventId other) { return layerIdOf(trace, other); });
}

} // namespace

void EventLayers::update(const Trace& trace, EventId end)
{
    end = std::min(end, trace.endEvent());
    if (end <= m_layers.size())
        return;
    if (m_layers.empty())
        m_layers.reserve(end);
    const auto forwardOf = [&](EventId event) {
        return m_eventOfSequence.find(uint64_t(trace.sequence[event]));
    };
    const auto launcherOf = [&](EventId event) {
        while (m_work < trace.deviceWork.size() && trace.deviceWork[m_work].event < event)
            ++m_work;
        const bool isKnown = m_work < trace.deviceWork.size() && trace.deviceWork[m_work].event == event;
        return isKnown ? trace.deviceWork[m_work].launcher : noEvent;
    };
    for (EventId event(uint32_t(m_layers.size())); event < end; ++event) {
        for (; m_step < trace.steps.size() && event >= trace.steps[m_step].endEvent; ++m_step)
            m_eventOfSequence.clear();
        const bool isNode = isAutogradNode(trace, event);
        m_layers.push_back(layerBy(trace, event, isNode, forwardOf, launcherOf,
                                   [this](EventId other) { return m_layers[other]; }));
        if (trace.kind[event] == EventKind::Layer) {
            if (const EventId outer = enclosingEvent(trace, event); outer != noEvent)
                noteOuter(trace, trace.name[event], m_layers[outer]);
        }
        if (trace.sequence[event] >= 0 && !isNode) {
            EventId& maker = m_eventOfSequence[uint64_t(trace.sequence[event])];
            if (maker == noEvent || isLaterMaker(trace, event, maker))
                maker = event;
        }
    }
}

void EventLayers::noteOuter(const Trace& trace, NameId layer, NameId outer)
{
    if (outer == noName)
        return;
    // The result for a pair is final after its first occurrence.
    NoteId& noted = m_notedAt[uint64_t(layer) << 32 | outer];
    if (!noted.isNone())
        return;
    noted = NoteId(uint32_t(m_noted.size()));
    m_noted.emplace_back(layer, outer);
    if (std::max(layer, outer) >= m_outerOf.size())
        m_outerOf.resize(trace.names.size(), noName);
    if (m_outerOf[layer] != noName)
        return;
    // A layer within itself, at any depth, has no outer layer.
    for (NameId at = outer; at != layer; at = m_outerOf[at]) {
        if (m_outerOf[at] == noName) {
            m_outerOf[layer] = outer;
            return;
        }
    }
}

EventLayers EventLayers::tail(const Trace& trace, EventId begin) const
{
    EventLayers tail;
    tail.m_layers = m_layers.tail(begin);
    const auto work = std::ranges::lower_bound(trace.deviceWork, begin, {}, &TraceDeviceWork::event);
    tail.m_work = size_t(work - trace.deviceWork.begin());
    return tail;
}

void EventLayers::join(const Trace& trace, EventLayers&& tail)
{
    m_layers.join(tail.m_layers);
    for (const auto& [layer, outer] : tail.m_noted)
        noteOuter(trace, layer, outer);
    m_eventOfSequence = std::move(tail.m_eventOfSequence);
    m_step = tail.m_step;
    m_work = tail.m_work;
}

std::vector<NameId> eventLayers(const Trace& trace)
{
    EventLayers layers;
    layers.update(trace);
    const auto all = layers.all();
    return {all.begin(), all.end()};
}

std::string layerOfEvent(const Trace& trace, EventId event)
{
    const NameId layer = layerIdOf(trace, event);
    return layer == noName ? std::string() : trace.names[layer];
}

} // namespace stepscope
