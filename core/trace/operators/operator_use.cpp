#include "core/trace/operators/operator_use.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_duration.h"

#include <algorithm>
#include <functional>

namespace stepscope {

bool OperatorUseBuilder::update(const Trace& trace, std::span<const OperatorRowId> rowOfEvent,
                                const EventLayers& layers, uint32_t limit)
{
    const auto all = uint32_t(rowOfEvent.size());
    const auto seen = uint32_t(m_isIn.size());
    const EventId end(seen + std::min(limit, all - seen));
    for (EventId event(seen); event < end; ++event) {
        const bool isNested = isIn(enclosingEvent(trace, event));
        const bool isCall = trace.name[event] == m_name && !rowOfEvent[event].isNone();
        m_isIn.push_back(isCall || isNested);
        if (isCall)
            countCall(trace, event, layers[event], isNested);
        if (isDeviceWork(trace.kind[event]))
            countWork(trace, event);
    }
    takeAllocations(trace);
    return m_isIn.size() == all;
}

void OperatorUseBuilder::countCall(const Trace& trace, EventId event, NameId layer, bool isNested)
{
    const int64_t ns = durationOf(trace, event);
    if (m_use.longest == noEvent || ns > durationOf(trace, m_use.longest))
        m_use.longest = event;
    LayerUseId& at = m_layerAt[layer];
    if (at.isNone()) {
        at = LayerUseId(uint32_t(m_use.layers.size()));
        m_use.layers.push_back({.name = layer});
    }
    OperatorUse::Layer& counted = m_use.layers[at];
    ++counted.calls;
    counted.ns += isNested ? 0 : ns;
}

void OperatorUseBuilder::countWork(const Trace& trace, EventId event)
{
    const TraceDeviceWork* const work = m_work.at(trace, event);
    if (!work || work->launcher >= event || !isIn(work->launcher))
        return;
    WorkUseId& at = m_workAt[trace.name[event]];
    if (at.isNone()) {
        at = WorkUseId(uint32_t(m_use.work.size()));
        m_use.work.push_back({.name = trace.name[event]});
    }
    OperatorUse::Work& counted = m_use.work[at];
    ++counted.launches;
    counted.ns += durationOf(trace, event);
}

void OperatorUseBuilder::takeAllocations(const Trace& trace)
{
    for (; m_seenAllocations < trace.allocations.size(); ++m_seenAllocations) {
        const TraceAllocation& allocation = trace.allocations[m_seenAllocations];
        if (allocation.event != noEvent && allocation.event >= m_isIn.size())
            break; // its event has yet to be processed
        if (!isIn(allocation.event))
            continue;
        if (allocation.bytes > 0) {
            ++m_use.allocations;
            m_use.allocatedBytes += allocation.bytes;
        } else {
            m_use.freedBytes -= allocation.bytes;
        }
    }
}

OperatorUse OperatorUseBuilder::use() const
{
    OperatorUse use = m_use;
    std::ranges::stable_sort(use.layers, std::greater<>(), &OperatorUse::Layer::ns);
    std::ranges::stable_sort(use.work, std::greater<>(), &OperatorUse::Work::ns);
    return use;
}

} // namespace stepscope
