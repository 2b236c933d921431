#include "core/trace/operators/operator_statistics.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_duration.h"
#include "core/trace/event_kind.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <cassert>
#include <future>
#include <iterator>

namespace stepscope {

int64_t callsOutsideSteps(const Trace& trace)
{
    int64_t calls = 0;
    EventId at(0);
    const auto countUntil = [&](EventId end) {
        for (; at < std::min(end, trace.endEvent()); ++at)
            calls += trace.kind[at] == EventKind::Operator;
    };
    for (const auto& step : trace.steps) {
        countUntil(step.firstEvent);
        at = std::max(at, step.endEvent);
    }
    countUntil(trace.endEvent());
    return calls;
}

OperatorStatisticsBuilder::OperatorStatisticsBuilder(const StepRange& steps, OperatorGrouping grouping,
                                                     LayerTypes types)
    : m_steps(steps)
    , m_takesAll(steps.isAll())
    , m_grouping(grouping)
    , m_layerTypes(std::move(types))
    , m_isByOperator(isByOperator(grouping))
{
}

bool OperatorStatisticsBuilder::update(const Trace& trace, uint32_t limit)
{
    const EventId end(m_seenEvents + std::min(limit, trace.size() - m_seenEvents));
    m_contents = traceContents(trace);
    m_unit = trace.unit;
    if (m_rowOfEvent.capacity() < end) { // once for a complete trace, doubling while one grows
        m_rowOfEvent.reserve(std::max<size_t>(trace.size(), 2 * m_rowOfEvent.size()));
        m_layers.reserve(m_rowOfEvent.capacity());
    }
    if (const EventId middle = middleOf(trace, end); middle != noEvent)
        takeOnTwoThreads(trace, middle, end);
    takeEvents(trace, end);
    takeAllocations(trace, end);
    for (; m_seenSteps < trace.steps.size() && trace.steps[m_seenSteps].endEvent <= end; ++m_seenSteps) {
        const TraceStep& step = trace.steps[m_seenSteps];
        m_totals.steps += isRecorded(step) && m_steps.contains(step.number);
        if (step.phase == StepPhase::Active && m_steps.contains(step.number))
            m_active.add(step.number);
    }
    return m_seenEvents == trace.size();
}

void OperatorStatisticsBuilder::takeEvents(const Trace& trace, EventId end)
{
    if (m_grouping == OperatorGrouping::ByLayer) // a row needs all layers around it
        m_layers.update(trace, end);
    constexpr uint32_t eventsAtOnce = 1 << 13; // so that their layers are still in the cache
    while (m_seenEvents < end) {
        const EventId next(m_seenEvents + std::min(end - m_seenEvents, eventsAtOnce));
        m_layers.update(trace, next);
        for (; m_seenEvents < next; ++m_seenEvents)
            take(trace, m_seenEvents);
    }
}

void OperatorStatisticsBuilder::takeAllocations(const Trace& trace, EventId end)
{
    for (; m_seenAllocations < trace.allocations.size(); ++m_seenAllocations) {
        const auto& allocation = trace.allocations[m_seenAllocations];
        if (allocation.event != noEvent && allocation.event >= end)
            break;
        if (allocation.event < m_begin) // belongs to an earlier event: join() counts it
            continue;
        countAllocation(trace, allocation);
    }
}

bool OperatorStatisticsBuilder::isWanted(const Trace& trace, EventId event)
{
    const auto& steps = trace.steps;
    while (m_stepOfEvent < steps.size() && steps[m_stepOfEvent].endEvent <= event)
        ++m_stepOfEvent;
    return m_stepOfEvent < steps.size() && steps[m_stepOfEvent].firstEvent <= event &&
           m_steps.contains(steps[m_stepOfEvent].number);
}

void OperatorStatisticsBuilder::take(const Trace& trace, EventId event)
{
    m_rowOfEvent.push_back({});
    if (!m_left.empty())
        m_left.push_back({.ns = durationOf(trace, event)});
    if (!m_takesAll && !isWanted(trace, event))
        return;
    const EventKind kind = trace.kind[event];
    if (isDeviceWork(kind))
        return countDeviceWork(trace, event);
    if (kind > EventKind::Overhead || m_grouping == OperatorGrouping::ByKernel)
        return;
    if (kind == EventKind::Operator || m_contents.areFunctions)
        return countOperator(trace, event);
    auto& around = m_open.around(trace, event, [&](EventId outer) { return reopened(trace, outer); });
    if (hasOwnTime(trace, event))
        takeFromAround(trace, around, durationOf(trace, event));
    if (kind == EventKind::Runtime)
        countRuntimeCall(trace, event, around);
    OpenCalls::open(around, {.event = event});
}

/// A driver call inside a runtime call is part of the runtime call.
void OperatorStatisticsBuilder::countRuntimeCall(const Trace& trace, EventId event,
                                                 std::span<const OpenCalls::Call> around)
{
    for (size_t depth = around.size(); depth > 0; --depth) {
        const OpenCalls::Call& outer = around[depth - 1];
        if (outer.row.isNone() && trace.kind[outer.event] == EventKind::Runtime)
            return;
        if (outer.row.isNone())
            continue;
        m_known[outer.row].runtimeNs += durationOf(trace, event);
        m_hasRuntime = true;
        return;
    }
}

inline OpenCalls::Call OperatorStatisticsBuilder::callOf(const Trace& trace, EventId event)
{
    const OperatorRowId row = m_rowOfEvent[event];
    if (row.isNone())
        return {.event = event};
    const Known& known = m_known[row];
    return {.event = event,
            .row = row,
            .op = known.op,
            .flops = m_isByOperator ? known.flopsOfCall
                                    : m_callFlops.of(trace, trace.name[event], trace.shape[event]),
            .leftNs = durationOf(trace, event)};
}

OpenCalls::Call OperatorStatisticsBuilder::reopened(const Trace& trace, EventId event)
{
    if (m_left.empty())
        keepLeft(trace);
    OpenCalls::Call call = callOf(trace, event);
    call.leftNs = m_left[event - m_begin].ns;
    call.leftFlops = m_left[event - m_begin].flops;
    return call;
}

/// Called at the first event that is not in the order of calls.
void OperatorStatisticsBuilder::keepLeft(const Trace& trace)
{
    m_left.reserve(m_rowOfEvent.capacity() - m_begin);
    for (EventId event = m_begin; event < m_rowOfEvent.size(); ++event) {
        const int64_t duration = durationOf(trace, event);
        const bool isCall = !m_rowOfEvent[event].isNone() && isOperatorCall(trace, event);
        const int64_t flops = isCall ? callOf(trace, event).flops : 0;
        m_left.push_back({duration, flops});
        if (isOnDevice(trace.kind[event]) ||
            event + 1 == m_rowOfEvent.size()) // the last one is being counted
            continue;
        const EventId outer = hasOwnTime(trace, event) ? ownerAround(trace, event) : noEvent;
        if (outer != noEvent && outer >= m_begin)
            m_left[outer - m_begin].ns -= std::min(duration, m_left[outer - m_begin].ns);
        EventId cover = flops > 0 ? enclosingEvent(trace, event) : noEvent;
        while (cover != noEvent && callOf(trace, cover).flops == 0)
            cover = enclosingEvent(trace, cover);
        if (cover != noEvent && cover >= m_begin) {
            Left& around = m_left[cover - m_begin];
            m_left.back().flops = std::min(flops, around.flops);
            around.flops -= m_left.back().flops;
        }
    }
}

/// Subtracts it from the self time of the operator that would otherwise have the time.
void OperatorStatisticsBuilder::takeFromAround(const Trace& trace, std::span<OpenCalls::Call> around,
                                               int64_t duration)
{
    for (size_t depth = around.size(); depth > 0; --depth) {
        OpenCalls::Call& outer = around[depth - 1];
        if (outer.row.isNone() && hasOwnTime(trace, outer.event))
            return;
        if (outer.row.isNone())
            continue;
        const int64_t taken = std::min(duration, outer.leftNs);
        outer.leftNs -= taken;
        if (!m_left.empty())
            m_left[outer.event - m_begin].ns = outer.leftNs;
        m_totals.rows[outer.row].selfNs -= taken;
        return;
    }
}

void OperatorStatisticsBuilder::countOperator(const Trace& trace, EventId event)
{
    const int64_t duration = durationOf(trace, event);
    const OperatorRowId row = rowForCall(trace, event);
    m_rowOfEvent[event] = row;
    auto& around = m_open.around(trace, event, [&](EventId outer) { return reopened(trace, outer); });
    takeFromAround(trace, around, duration);
    OpenCalls::Call call = callOf(trace, event);
    const bool isOutermost = !isWithin(around, row);
    OperatorTotal& total = m_totals.rows[row];
    total.selfNs += duration;
    total.totalAnyShapeNs += OpenCalls::hasOperator(around, call.op) ? 0 : duration;
    if (std::ranges::all_of(around, [](const OpenCalls::Call& outer) { return outer.row.isNone(); }))
        m_outermostNs += duration;
    if (isOutermost || m_isByOperator)
        countCall(trace, event, row, isOutermost);
    if (isOutermost && m_grouping == OperatorGrouping::ByLayer)
        countOuterLayers(trace, event, row, around);
    if (call.flops > 0)
        countFlops(around, call);
    OpenCalls::open(around, call);
}

/// A layer's call also counts as a call of its enclosing layers.
bool OperatorStatisticsBuilder::isWithin(std::span<const OpenCalls::Call> around, OperatorRowId row) const
{
    if (m_grouping != OperatorGrouping::ByLayer)
        return OpenCalls::hasRow(around, row);
    return std::ranges::any_of(around, [&](const OpenCalls::Call& call) {
        for (auto outer = call.row; !outer.isNone(); outer = m_known[outer].outerRow) {
            if (outer == row)
                return true;
        }
        return false;
    });
}

void OperatorStatisticsBuilder::countOuterLayers(const Trace& trace, EventId event, OperatorRowId row,
                                                 std::span<const OpenCalls::Call> around)
{
    for (auto outer = m_known[row].outerRow; !outer.isNone(); outer = m_known[outer].outerRow) {
        if (!isWithin(around, outer))
            countCall(trace, event, outer, true);
    }
}

void OperatorStatisticsBuilder::countCall(const Trace& trace, EventId event, OperatorRowId row,
                                          bool isOutermost)
{
    const int64_t duration = durationOf(trace, event);
    OperatorTotal& total = m_totals.rows[row];
    Known& known = m_known[row];
    const bool isFirst = total.calls == 0;
    total.calls += callsOf(trace, event);
    total.minNs = isFirst ? duration : std::min(total.minNs, duration);
    total.maxNs = std::max(total.maxNs, duration);
    total.durationNs += duration;
    total.totalNs += isOutermost ? duration : 0;
    known.durations.add(duration);
    if (isFirst || trace.startNs[event] < known.firstStartNs) {
        known.firstStartNs = trace.startNs[event];
        known.firstNs = duration;
    }
    if (const int64_t sequence = trace.sequence[event]; sequence >= 0) {
        known.firstSequence = known.firstSequence < 0 ? sequence : std::min(known.firstSequence, sequence);
        known.lastSequence = std::max(known.lastSequence, sequence);
    }
    const NameId layer = m_layers[event];
    if (isFirst)
        known.layer = layer;
    else if (known.layer != layer) {
        known.layer = noName;
        known.severalLayers = true;
    }
}

/// An operator with a formula covers those below it. Its operations are added to the operators above it, up
/// to one that has a formula itself, but not to rows that already have them.
void OperatorStatisticsBuilder::countFlops(std::span<OpenCalls::Call> around, OpenCalls::Call& call)
{
    m_totals.hasFlops = true;
    countSelfFlops(around, call);
    size_t covered = around.size(); // the number of enclosing calls that already have their operations
    while (covered > 0 && around[covered - 1].flops == 0)
        --covered;
    FlopsCover cover{.isCovered = covered > 0};
    m_totals.flops += cover.enter(call.flops);

    const auto counted = around.first(covered);
    m_around.clear();
    const auto add = [&](const OpenCalls::Call& each) {
        for (auto row = each.row; !row.isNone(); row = m_known[row].outerRow) {
            if (std::ranges::find(m_around, row, &RowAround::row) != m_around.end())
                continue;
            const bool isFirst = std::ranges::none_of(
                m_around, [&](const RowAround& inner) { return m_known[inner.row].op == each.op; });
            m_around.push_back({row, isFirst});
            m_totals.rows[row].flops += isWithin(counted, row) ? 0 : call.flops;
            m_totals.rows[row].flopsAnyShape +=
                isFirst && !OpenCalls::hasOperator(counted, each.op) ? call.flops : 0;
        }
    };
    add(call);
    for (size_t depth = around.size(); depth > covered; --depth)
        add(around[depth - 1]);
}

/// Each operation belongs to the innermost operator that has a formula for it: a call's operations are
/// subtracted from the call that counted them so far.
void OperatorStatisticsBuilder::countSelfFlops(std::span<OpenCalls::Call> around, OpenCalls::Call& call)
{
    call.leftFlops = call.flops;
    for (size_t depth = around.size(); depth > 0; --depth) {
        OpenCalls::Call& outer = around[depth - 1];
        if (outer.flops == 0)
            continue;
        call.leftFlops = std::min(call.flops, outer.leftFlops);
        outer.leftFlops -= call.leftFlops;
        if (!m_left.empty())
            m_left[outer.event - m_begin].flops = outer.leftFlops;
        m_known[outer.row].selfFlops -= call.leftFlops;
        break;
    }
    if (!m_left.empty())
        m_left[call.event - m_begin].flops = call.leftFlops;
    m_known[call.row].selfFlops += call.leftFlops;
}

const std::vector<OperatorStatisticsBuilder::RowAround>&
OperatorStatisticsBuilder::rowsAround(const Trace& trace, EventId event)
{
    m_around.clear();
    for (; event != noEvent; event = enclosingEvent(trace, event)) {
        for (auto row = m_rowOfEvent[event]; !row.isNone(); row = m_known[row].outerRow) {
            if (std::ranges::find(m_around, row, &RowAround::row) != m_around.end())
                continue;
            const OperatorId op = m_known[row].op;
            const bool isFirst = std::ranges::none_of(
                m_around, [&](const RowAround& inner) { return m_known[inner.row].op == op; });
            m_around.push_back({row, isFirst});
        }
    }
    return m_around;
}

void OperatorStatisticsBuilder::countAllocation(const Trace& trace, const TraceAllocation& allocation)
{
    m_totals.hasMemory = true;
    const auto& around = rowsAround(trace, allocation.event);
    if (around.empty())
        return;
    m_totals.rows[around.front().row].selfBytes += allocation.bytes;
    for (const auto& [row, isFirstOfOperator] : around) {
        m_totals.rows[row].totalBytes += allocation.bytes;
        m_totals.rows[row].totalAnyShapeBytes += isFirstOfOperator ? allocation.bytes : 0;
    }
}

const TraceDeviceWork* OperatorStatisticsBuilder::workOf(const Trace& trace, EventId event)
{
    const auto& work = trace.deviceWork;
    while (m_seenWork < work.size() && work[m_seenWork].event < event)
        ++m_seenWork;
    return m_seenWork < work.size() && work[m_seenWork].event == event ? &work[m_seenWork] : nullptr;
}

void OperatorStatisticsBuilder::countDeviceWork(const Trace& trace, EventId event)
{
    const int64_t duration = durationOf(trace, event);
    m_hasDevice = true;
    m_deviceNs += duration;
    const TraceDeviceWork* work = workOf(trace, event);
    const EventId owner = launchingOperator(trace, work);
    const bool isByWork =
        m_grouping == OperatorGrouping::ByKernel || m_grouping == OperatorGrouping::ByThread;
    OperatorRowId self;
    if (isByWork) {
        const Pass pass = owner == noEvent ? trace.pass[event] : trace.pass[owner];
        const bool isByKernel = m_grouping == OperatorGrouping::ByKernel;
        self = rowFor(trace, isByKernel ? trace.name[event] : NameId(uint16_t(trace.thread[event])), noShape,
                      pass);
        m_rowOfEvent[event] = self;
        countCall(trace, event, self, false);
        m_known[self].deviceTotalNs += duration;
    } else if (const auto& around = rowsAround(trace, owner); !around.empty()) {
        self = around.front().row;
        for (const auto& [row, isFirstOfOperator] : around) {
            m_known[row].deviceTotalNs += duration;
            m_known[row].deviceTotalAnyShapeNs += isFirstOfOperator ? duration : 0;
        }
    }
    if (self.isNone())
        return;
    Known& known = m_known[self];
    known.deviceSelfNs += duration;
    known.kernels += trace.kind[event] == EventKind::Kernel || trace.kind[event] == EventKind::Communication;
    if (work && work->occupancy >= 0) {
        known.occupancyNs += double(work->occupancy) * double(duration);
        known.occupiedNs += double(duration);
    }
}

OperatorRowId OperatorStatisticsBuilder::rowForCall(const Trace& trace, EventId event)
{
    const Pass pass = trace.pass[event];
    switch (m_grouping) {
    case OperatorGrouping::ByLayer:
        return rowFor(trace, m_layers[event], noShape, pass);
    case OperatorGrouping::ByLayerType:
        return rowFor(trace, NameId(uint32_t(typeOf(trace, m_layers[event]))), noShape, pass);
    case OperatorGrouping::ByPass:
        return rowFor(trace, NameId(0), noShape, pass);
    case OperatorGrouping::ByThread:
        return rowFor(trace, NameId(uint16_t(trace.thread[event])), noShape, pass);
    default:
        return rowFor(trace, trace.name[event], trace.shape[event], pass);
    }
}

OperatorRowId OperatorStatisticsBuilder::rowFor(const Trace& trace, NameId name, ShapeId shape, Pass pass)
{
    // A shape's id has 29 bits here: there are never that many shapes.
    const uint64_t key = uint64_t(name) << 32 | (uint64_t(shape) & 0x1FFFFFFF) << 3 | uint64_t(pass);
    OperatorRowId& row = m_rowOf[key];
    if (!row.isNone())
        return row;
    row = OperatorRowId(uint32_t(m_totals.rows.size()));
    const OperatorRowId made = row;
    m_totals.rows.push_back({.name = name, .shape = shape, .pass = pass});
    Known& known = m_known.emplace_back();
    known.op = OperatorId(uint32_t(made));
    if (m_isByOperator) {
        OperatorId& op = m_operatorOf[uint64_t(name) << 3 | uint64_t(pass)];
        op = op.isNone() ? OperatorId(m_operators++) : op;
        known.op = op;
        known.flopsOfCall = m_callFlops.of(trace, name, shape);
    } else if (m_grouping == OperatorGrouping::ByLayer && name != noName) {
        if (const NameId outer = m_layers.outerOf(name); outer != noName) {
            const OperatorRowId outerRow = rowFor(trace, outer, noShape, pass);
            m_known[made].outerRow = outerRow;
        }
    }
    return made;
}

OperatorStatisticsBuilder::LayerTypeId OperatorStatisticsBuilder::typeOf(const Trace& trace, NameId layer)
{
    if (layer == noName)
        return m_types.intern(outsideOfLayers.english());
    if (layer >= m_typeOfLayer.size())
        m_typeOfLayer.resize(trace.names.size());
    LayerTypeId& type = m_typeOfLayer[layer];
    if (type.isNone()) {
        const auto known = m_layerTypes.find(trace.names[layer]);
        type = m_types.intern(known == m_layerTypes.end() ? unknownLayerType.english() : known->second);
    }
    return type;
}

EventId OperatorStatisticsBuilder::middleOf(const Trace& trace, EventId end) const
{
    // A layer's row is created with those of its enclosing layers, which only the whole trace shows.
    if (end - m_seenEvents < m_shareFrom || m_grouping == OperatorGrouping::ByLayer)
        return noEvent;
    if (!std::ranges::is_sorted(trace.steps, {}, &TraceStep::endEvent))
        return noEvent;
    const EventId wanted(m_seenEvents + (end - m_seenEvents) / 2);
    const auto step = std::ranges::lower_bound(trace.steps, wanted, {}, &TraceStep::endEvent);
    const auto before = step == trace.steps.begin() ? step : std::prev(step);
    if (before == trace.steps.end())
        return noEvent;
    const auto isInside = [&](EventId event) { return event > m_seenEvents && event < end; };
    const auto distance = [&](EventId event) { return std::max(event, wanted) - std::min(event, wanted); };
    EventId middle = before->endEvent;
    if (step != trace.steps.end() && distance(step->endEvent) < distance(middle))
        middle = step->endEvent;
    return isInside(middle) ? middle : noEvent;
}

void OperatorStatisticsBuilder::takeOnTwoThreads(const Trace& trace, EventId middle, EventId end)
{
    OperatorStatisticsBuilder other = tail(trace, middle);
    std::future<void> others = std::async(std::launch::async, [&] {
        const auto& work = trace.deviceWork;
        auto nextWork =
            size_t(std::ranges::lower_bound(work, middle, {}, &TraceDeviceWork::event) - work.begin());
        constexpr uint32_t eventsAtOnce = 1 << 13;
        for (EventId next = middle; next < end && next == other.m_seenEvents;) {
            const EventId stop(next + std::min(end - next, eventsAtOnce));
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

OperatorStatisticsBuilder OperatorStatisticsBuilder::tail(const Trace& trace, EventId begin) const
{
    OperatorStatisticsBuilder tail(m_steps, m_grouping, m_layerTypes);
    tail.m_begin = tail.m_seenEvents = begin;
    tail.m_contents = m_contents;
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
bool OperatorStatisticsBuilder::refersBack(const Trace& trace, EventId event, size_t& work) const
{
    bool isBack = trace.parent[event] < m_begin;
    for (; work < trace.deviceWork.size() && trace.deviceWork[work].event <= event; ++work)
        isBack = isBack || trace.deviceWork[work].launcher < m_begin;
    return isBack;
}

void OperatorStatisticsBuilder::join(const Trace& trace, OperatorStatisticsBuilder&& tail)
{
    m_layers.join(trace, std::move(tail.m_layers));
    const std::vector<OperatorRowId> rowOf = joinTotals(trace, tail);
    bool isSame = true;
    for (OperatorRowId row(0); row < rowOf.size(); ++row)
        isSame = isSame && rowOf[row] == row;
    m_rowOfEvent.join(tail.m_rowOfEvent);
    for (EventId event = tail.m_begin; !isSame && event < tail.m_seenEvents; ++event) {
        if (!m_rowOfEvent[event].isNone())
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

std::vector<OperatorRowId> OperatorStatisticsBuilder::joinTotals(const Trace& trace,
                                                                 OperatorStatisticsBuilder& tail)
{
    std::vector<OperatorRowId> rowOf;
    for (OperatorRowId row(0); row < tail.m_totals.rows.size(); ++row) {
        OperatorTotal& total = tail.m_totals.rows[row];
        if (m_grouping == OperatorGrouping::ByLayerType)
            total.name = NameId(uint32_t(m_types.intern(tail.m_types[LayerTypeId(uint32_t(total.name))])));
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
    m_contents = part.m_contents;
    m_unit = part.m_unit;
}

OperatorRowId OperatorStatisticsBuilder::joinRow(const Trace& trace, const OperatorTotal& total,
                                                 const Known& known)
{
    const OperatorRowId row = rowFor(trace, total.name, total.shape, total.pass);
    OperatorTotal& mine = m_totals.rows[row];
    Known& knownHere = m_known[row];
    if (total.calls == 0) {
        knownHere.addSums(known);
    } else if (mine.calls == 0) {
        Known all = known;
        all.addSums(knownHere);
        all.op = knownHere.op;
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
