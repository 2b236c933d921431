#include "core/trace/operators/operator_statistics.h"

#include <algorithm>
#include <cassert>
#include <future>

namespace stepscope {

uint32_t OperatorStatisticsBuilder::middleOf(const Trace& trace, uint32_t end) const
{
    // A layer's row is created with those of its enclosing layers, which only the whole trace shows.
    if (end - m_seenEvents < m_shareFrom || m_grouping == OperatorGrouping::ByLayer)
        return noEvent;
    if (!std::ranges::is_sorted(trace.steps, {}, &TraceStep::endEvent))
        return noEvent;
    const uint32_t wanted = m_seenEvents + (end - m_seenEvents) / 2;
    const auto step = std::ranges::lower_bound(trace.steps, wanted, {}, &TraceStep::endEvent);
    const auto before = step == trace.steps.begin() ? step : std::prev(step);
    if (before == trace.steps.end())
        return noEvent;
    const auto isInside = [&](uint32_t event) { return event > m_seenEvents && event < end; };
    const auto distance = [&](uint32_t event) { return std::max(event, wanted) - std::min(event, wanted); };
    uint32_t middle = before->endEvent;
    if (step != trace.steps.end() && distance(step->endEvent) < distance(middle))
        middle = step->endEvent;
    return isInside(middle) ? middle : noEvent;
}

void OperatorStatisticsBuilder::takeOnTwoThreads(const Trace& trace, uint32_t middle, uint32_t end)
{
    OperatorStatisticsBuilder other = tail(trace, middle);
    std::future<void> others = std::async(std::launch::async, [&] {
        const auto& work = trace.deviceWork;
        auto nextWork =
            size_t(std::ranges::lower_bound(work, middle, {}, &TraceDeviceWork::event) - work.begin());
        constexpr uint32_t eventsAtOnce = 1 << 13;
        for (uint32_t next = middle; next < end && next == other.m_seenEvents;) {
            const uint32_t stop = next + std::min(end - next, eventsAtOnce);
            while (next < stop && !other.refersBack(trace, next, nextWork))
                ++next;
            other.takeEvents(trace, next);
            if (next < stop)
                break;
        }
        other.takeAllocations(trace, other.m_seenEvents);
    });
    takeEvents(trace, middle);
    takeAllocations(trace, middle);
    others.get();
    if (other.m_seenEvents > middle)
        join(trace, std::move(other));
}

OperatorStatisticsBuilder OperatorStatisticsBuilder::tail(const Trace& trace, uint32_t begin) const
{
    OperatorStatisticsBuilder tail(m_steps, m_grouping, m_layerTypes);
    tail.m_begin = tail.m_seenEvents = begin;
    tail.m_isOfSums = m_isOfSums;
    tail.m_rowOfEvent = m_rowOfEvent.tail(begin);
    tail.m_layers = m_layers.tail(trace, begin);
    const auto work = std::ranges::lower_bound(trace.deviceWork, begin, {}, &TraceDeviceWork::event);
    tail.m_seenWork = size_t(work - trace.deviceWork.begin());
    tail.m_seenAllocations = m_seenAllocations;
    const auto& all = trace.allocations;
    while (tail.m_seenAllocations < all.size() &&
           (all[tail.m_seenAllocations].event == noEvent || all[tail.m_seenAllocations].event < begin))
        ++tail.m_seenAllocations;
    return tail;
}

/// `work`: the first of trace.deviceWork that does not belong to an earlier event.
bool OperatorStatisticsBuilder::refersBack(const Trace& trace, uint32_t event, size_t& work) const
{
    bool isBack = trace.parent[event] < m_begin;
    for (; work < trace.deviceWork.size() && trace.deviceWork[work].event <= event; ++work)
        isBack = isBack || trace.deviceWork[work].launcher < m_begin;
    return isBack;
}

void OperatorStatisticsBuilder::join(const Trace& trace, OperatorStatisticsBuilder&& tail)
{
    m_layers.join(trace, std::move(tail.m_layers));
    const std::vector<uint32_t> rowOf = joinTotals(trace, tail);
    bool isSame = true;
    for (uint32_t row = 0; row < rowOf.size(); ++row)
        isSame = isSame && rowOf[row] == row;
    m_rowOfEvent.join(tail.m_rowOfEvent);
    for (uint32_t event = tail.m_begin; !isSame && event < tail.m_seenEvents; ++event) {
        if (m_rowOfEvent[event] != noEvent)
            m_rowOfEvent[event] = rowOf[m_rowOfEvent[event]];
    }
    for (; m_seenAllocations < tail.m_seenAllocations; ++m_seenAllocations) {
        const auto& allocation = trace.allocations[m_seenAllocations];
        if (allocation.event < tail.m_begin)
            countAllocation(trace, allocation);
    }
    m_seenEvents = tail.m_seenEvents;
    m_seenWork = tail.m_seenWork;
    m_stepOfEvent = tail.m_stepOfEvent;
    // Calls that are still open are found again if an event is inside them.
    m_open = {};
    m_left = {};
}

std::vector<uint32_t> OperatorStatisticsBuilder::joinTotals(const Trace& trace,
                                                            OperatorStatisticsBuilder& tail)
{
    std::vector<uint32_t> rowOf;
    for (uint32_t row = 0; row < tail.m_totals.rows.size(); ++row) {
        OperatorTotal& total = tail.m_totals.rows[row];
        if (m_grouping == OperatorGrouping::ByLayerType)
            total.name = m_types.intern(tail.m_types[total.name]);
        rowOf.push_back(joinRow(trace, total, tail.m_known[row]));
    }
    m_totals.hasFlops = m_totals.hasFlops || tail.m_totals.hasFlops;
    m_totals.hasMemory = m_totals.hasMemory || tail.m_totals.hasMemory;
    m_totals.flops += tail.m_totals.flops;
    m_hasRuntime = m_hasRuntime || tail.m_hasRuntime;
    m_hasDevice = m_hasDevice || tail.m_hasDevice;
    m_deviceNs += tail.m_deviceNs;
    m_outermostNs += tail.m_outermostNs;
    return rowOf;
}

void OperatorStatisticsBuilder::addPiece(const Trace& piece)
{
    assert(m_grouping != OperatorGrouping::ByLayer);
    OperatorStatisticsBuilder part(m_steps, m_grouping, m_layerTypes);
    part.shareFrom(m_shareFrom);
    part.update(piece);
    joinTotals(piece, part);
    m_totals.steps += part.m_totals.steps;
    m_active.add(part.m_active);
    m_callsOutside = std::max<int64_t>(m_callsOutside, 0) + callsOutsideSteps(piece);
    m_isOfSums = part.m_isOfSums;
    m_unit = part.m_unit;
}

uint32_t OperatorStatisticsBuilder::joinRow(const Trace& trace, const OperatorTotal& total,
                                            const Known& known)
{
    const uint32_t row = rowFor(trace, total.name, total.shape, total.pass);
    OperatorTotal& mine = m_totals.rows[row];
    Known& knownHere = m_known[row];
    if (total.calls == 0) {
        knownHere.addSums(known);
    } else if (mine.calls == 0) {
        Known all = known;
        all.addSums(knownHere);
        all.operatorNumber = knownHere.operatorNumber;
        knownHere = std::move(all);
    } else {
        knownHere.add(known);
    }
    if (total.calls > 0) {
        mine.minNs = mine.calls == 0 ? total.minNs : std::min(mine.minNs, total.minNs);
        mine.maxNs = std::max(mine.maxNs, total.maxNs);
    }
    mine.calls += total.calls;
    mine.selfNs += total.selfNs;
    mine.totalNs += total.totalNs;
    mine.totalAnyShapeNs += total.totalAnyShapeNs;
    mine.durationNs += total.durationNs;
    mine.flops += total.flops;
    mine.flopsAnyShape += total.flopsAnyShape;
    mine.selfBytes += total.selfBytes;
    mine.totalBytes += total.totalBytes;
    mine.totalAnyShapeBytes += total.totalAnyShapeBytes;
    return row;
}

} // namespace stepscope
