#include "core/trace/operator_statistics.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/operator_flops.h"

#include <algorithm>
#include <tuple>

namespace stepscope {

namespace {

constexpr uint32_t noRow = noEvent;

/// Adds a row of totals to a row of the table. The mean holds the sum of durations until finish().
void merge(OperatorRow& row, const OperatorTotal& total, OperatorGrouping grouping)
{
    const bool first = row.calls == 0;
    row.minNs = first ? total.minNs : std::min(row.minNs, total.minNs);
    row.maxNs = first ? total.maxNs : std::max(row.maxNs, total.maxNs);
    if (first)
        row.shape = total.shape;
    else if (row.shape != total.shape)
        row.shape = noShape;
    row.shapes += total.shape != noShape;
    row.calls += total.calls;
    row.selfNs += total.selfNs;
    row.totalNs += grouping == OperatorGrouping::ByOperator ? total.totalAnyShapeNs : total.totalNs;
    row.meanNs += double(total.durationNs);
    row.flops += grouping == OperatorGrouping::ByOperator ? total.flopsAnyShape : total.flops;
    row.selfBytes += total.selfBytes;
    row.totalBytes += grouping == OperatorGrouping::ByOperator ? total.totalAnyShapeBytes : total.totalBytes;
}

void finish(OperatorStatistics& statistics)
{
    for (const OperatorRow& row : statistics.rows)
        statistics.selfNs += row.selfNs;
    const double whole = double(statistics.selfNs);
    for (OperatorRow& row : statistics.rows) {
        row.meanNs /= double(row.calls);
        row.selfShare = whole > 0 ? double(row.selfNs) / whole : 0.0;
        row.totalShare = whole > 0 ? double(row.totalNs) / whole : 0.0;
    }
    std::sort(statistics.rows.begin(), statistics.rows.end(), [](const OperatorRow& a, const OperatorRow& b) {
        return std::tuple(b.selfNs, a.name, a.pass, a.shape) < std::tuple(a.selfNs, b.name, b.pass, b.shape);
    });
}

} // namespace

size_t OperatorStatisticsBuilder::KeyHash::operator()(const Key& key) const
{
    const uint64_t both = uint64_t(key.name) << 32 | (uint64_t(key.shape) << 3 ^ uint64_t(key.pass));
    const uint64_t mixed = both * 0x9E3779B97F4A7C15; // golden ratio: Fibonacci hashing
    return size_t(mixed ^ mixed >> 32);
}

bool OperatorStatisticsBuilder::update(const Trace& trace, uint32_t limit)
{
    const uint32_t end = m_seenEvents + std::min(limit, trace.size() - m_seenEvents);
    for (; m_seenEvents < end; ++m_seenEvents)
        isWanted(trace, m_seenEvents) ? count(trace, m_seenEvents) : passOver(trace, m_seenEvents);
    for (; m_seenSteps < trace.steps.size() && trace.steps[m_seenSteps].endEvent <= end; ++m_seenSteps) {
        const TraceStep& step = trace.steps[m_seenSteps];
        const bool isRecorded = step.phase == StepPhase::Active || step.endEvent > step.firstEvent;
        m_totals.steps += isRecorded && m_steps.contains(step.number);
    }
    for (; m_seenAllocations < trace.allocations.size(); ++m_seenAllocations) {
        const auto& allocation = trace.allocations[m_seenAllocations];
        if (allocation.event != noEvent && allocation.event >= end)
            break;
        countAllocation(trace, allocation);
    }
    return m_seenEvents == trace.size();
}

bool OperatorStatisticsBuilder::isWanted(const Trace& trace, uint32_t event)
{
    if (m_steps.isAll())
        return true;
    const auto& steps = trace.steps;
    while (m_stepOfEvent < steps.size() && steps[m_stepOfEvent].endEvent <= event)
        ++m_stepOfEvent;
    return m_stepOfEvent < steps.size() && steps[m_stepOfEvent].firstEvent <= event &&
           m_steps.contains(steps[m_stepOfEvent].number);
}

void OperatorStatisticsBuilder::passOver(const Trace& trace, uint32_t event)
{
    m_rowOfEvent.push_back(noRow);
    m_selfNsOfEvent.push_back(std::max<int64_t>(trace.durationNs[event], 0));
}

const std::vector<OperatorStatisticsBuilder::RowAround>&
OperatorStatisticsBuilder::rowsAround(const Trace& trace, uint32_t event)
{
    m_around.clear();
    for (; event != noEvent; event = enclosingEvent(trace, event)) {
        const auto row = m_rowOfEvent[event];
        if (row == noRow || std::ranges::find(m_around, row, &RowAround::row) != m_around.end())
            continue;
        const auto& total = m_totals.rows[row];
        const bool isFirst = std::ranges::none_of(m_around, [&](const RowAround& inner) {
            const auto& other = m_totals.rows[inner.row];
            return other.name == total.name && other.pass == total.pass;
        });
        m_around.push_back({row, isFirst});
    }
    return m_around;
}

/// An operator with a formula speaks for those below it; what it counts goes to those above it, up to one
/// that has a formula itself. A call inside another call of the same row is not counted again.
void OperatorStatisticsBuilder::countFlops(const Trace& trace, uint32_t event, bool insideSame,
                                           bool insideSameAnyShape)
{
    const auto flops = m_flopsOfCall[m_rowOfEvent[event]];
    if (flops == 0)
        return;
    m_totals.hasFlops = true;
    if (insideSame)
        return;
    const auto hasFormula = [this](const RowAround& around) { return m_flopsOfCall[around.row] != 0; };
    const auto& around = rowsAround(trace, event);
    const auto end = std::find_if(around.begin() + 1, around.end(), hasFormula);
    for (auto it = around.begin(); it != end; ++it) {
        m_totals.rows[it->row].flops += flops;
        m_totals.rows[it->row].flopsAnyShape += it->isFirstOfOperator && !insideSameAnyShape ? flops : 0;
    }
    if (end == around.end())
        m_totals.flops += flops;
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

void OperatorStatisticsBuilder::count(const Trace& trace, uint32_t event)
{
    const int64_t duration = std::max<int64_t>(trace.durationNs[event], 0);
    const bool isOperator = trace.kind[event] == EventKind::Operator;
    const Key key{trace.name[event], trace.shape[event], trace.pass[event]};
    const uint32_t row = isOperator ? rowFor(trace, key) : noRow;
    m_rowOfEvent.push_back(row);
    m_selfNsOfEvent.push_back(duration);
    if (!isOperator)
        return;

    bool insideSame = false;
    bool insideSameAnyShape = false;
    bool belowOperator = false;
    for (uint32_t outer = enclosingEvent(trace, event); outer != noEvent;
         outer = enclosingEvent(trace, outer)) {
        const uint32_t outerRow = m_rowOfEvent[outer];
        if (outerRow == noRow)
            continue;
        if (!belowOperator) {
            const int64_t taken = std::min(duration, m_selfNsOfEvent[outer]);
            m_selfNsOfEvent[outer] -= taken;
            m_totals.rows[outerRow].selfNs -= taken;
            belowOperator = true;
        }
        insideSame = insideSame || outerRow == row;
        insideSameAnyShape =
            insideSameAnyShape || (trace.name[outer] == key.name && trace.pass[outer] == key.pass);
    }

    OperatorTotal& total = m_totals.rows[row];
    total.minNs = total.calls == 0 ? duration : std::min(total.minNs, duration);
    total.maxNs = std::max(total.maxNs, duration);
    total.selfNs += duration;
    total.durationNs += duration;
    total.totalNs += insideSame ? 0 : duration;
    total.totalAnyShapeNs += insideSameAnyShape ? 0 : duration;
    ++total.calls;
    countFlops(trace, event, insideSame, insideSameAnyShape);
}

uint32_t OperatorStatisticsBuilder::rowFor(const Trace& trace, const Key& key)
{
    const auto [entry, isNew] = m_rowOf.try_emplace(key, uint32_t(m_totals.rows.size()));
    if (isNew) {
        m_totals.rows.push_back({.name = key.name, .shape = key.shape, .pass = key.pass});
        m_flopsOfCall.push_back(
            key.shape < trace.shapes.size()
                ? operatorFlops(trace.names[key.name], trace.shapes[key.shape]).value_or(0)
                : 0);
    }
    return entry->second;
}

OperatorStatistics OperatorStatisticsBuilder::statistics(OperatorGrouping grouping) const
{
    auto statistics = operatorStatistics(m_totals, grouping);
    statistics.range = m_steps;
    return statistics;
}

OperatorStatistics operatorStatistics(const Trace& trace, OperatorGrouping grouping, const StepRange& steps)
{
    OperatorStatisticsBuilder builder(steps);
    builder.update(trace);
    return builder.statistics(grouping);
}

OperatorStatistics operatorStatistics(const OperatorTotals& totals, OperatorGrouping grouping)
{
    OperatorStatistics statistics{.steps = totals.steps,
                                  .hasFlops = totals.hasFlops,
                                  .hasMemory = totals.hasMemory,
                                  .flops = totals.flops,
                                  .grouping = grouping};
    std::unordered_map<uint64_t, size_t> rowOf; // by name and pass
    for (const OperatorTotal& total : totals.rows) {
        if (total.calls == 0)
            continue;
        size_t row = statistics.rows.size();
        if (grouping == OperatorGrouping::ByOperator)
            row = rowOf.try_emplace(uint64_t(total.name) << 8 | uint64_t(total.pass), row).first->second;
        if (row == statistics.rows.size())
            statistics.rows.push_back({.name = total.name, .pass = total.pass});
        merge(statistics.rows[row], total, grouping);
    }
    finish(statistics);
    return statistics;
}

} // namespace stepscope
