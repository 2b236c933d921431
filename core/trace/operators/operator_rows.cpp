#include "core/language/translation.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/thread_name.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace stepscope {

namespace {

/// Adds a row of totals to a row of the table. The mean contains the sum of durations until finish().
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
    row.severalPasses = row.severalPasses || row.pass != total.pass;
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
    statistics.totalNs = std::max(statistics.totalNs, statistics.selfNs); // running totals have only these
    const double whole = double(statistics.selfNs);
    const double total = double(statistics.totalNs);
    for (OperatorRow& row : statistics.rows) {
        row.meanNs = row.calls > 0 ? row.meanNs / double(row.calls) : 0.0;
        row.selfShare = whole > 0 ? double(row.selfNs) / whole : 0.0;
        row.totalShare = total > 0 ? double(row.totalNs) / total : 0.0;
        row.deviceShare =
            statistics.deviceNs > 0 ? double(row.deviceSelfNs) / double(statistics.deviceNs) : 0.0;
    }
    std::ranges::sort(statistics.rows, [](const OperatorRow& a, const OperatorRow& b) {
        return std::tuple(b.selfNs, b.deviceSelfNs, a.name, a.pass, a.shape) <
               std::tuple(a.selfNs, a.deviceSelfNs, b.name, b.pass, b.shape);
    });
}

uint64_t operatorKey(NameId name, Pass pass)
{
    return uint64_t(name) << 8 | uint64_t(pass);
}

} // namespace

/// Builds the table's rows from the builder's.
class OperatorRows
{
public:
    using Known = OperatorStatisticsBuilder::Known;

    OperatorRows(const OperatorTotals& totals, const std::vector<Known>* known, OperatorGrouping grouping,
                 PassRows passes = PassRows::Separate, const TraceContents& contents = {})
        : m_known(known)
    {
        m_statistics.grouping = grouping;
        m_statistics.passes = passes;
        m_statistics.steps = totals.steps;
        m_statistics.hasFlops = totals.hasFlops;
        m_statistics.hasMemory = totals.hasMemory;
        m_statistics.flops = totals.flops;
        m_statistics.hasCalls = known != nullptr && contents.hasTimes;
        m_statistics.contents = contents;
        m_statistics.countsCalls = !contents.areFunctions;
        const bool mergesPasses = passes == PassRows::Merged;
        const bool merges = grouping == OperatorGrouping::ByOperator || mergesPasses;
        std::unordered_map<uint64_t, size_t> rowOf;
        for (size_t i = 0; i < totals.rows.size(); ++i) {
            const OperatorTotal& total = totals.rows[i];
            if (total.calls == 0 && !contents.areFunctions)
                continue;
            m_statistics.countsCalls = m_statistics.countsCalls || total.calls > 0;
            size_t row = m_statistics.rows.size();
            if (merges)
                row = rowOf.try_emplace(operatorKey(total.name, mergesPasses ? Pass() : total.pass), row)
                          .first->second;
            if (row == m_statistics.rows.size()) {
                m_statistics.rows.push_back({.name = total.name, .pass = total.pass});
                m_merged.emplace_back();
            }
            merge(m_statistics.rows[row], total, grouping);
            m_merged[row].push_back(OperatorRowId(uint32_t(i)));
        }
    }

    OperatorStatistics statistics()
    {
        finish(m_statistics);
        return std::move(m_statistics);
    }

    OperatorStatistics statistics(bool hasDevice, int64_t deviceNs, int64_t outermostNs)
    {
        m_statistics.hasDevice = hasDevice;
        m_statistics.totalNs = outermostNs;
        m_statistics.deviceNs = deviceNs;
        for (size_t row = 0; row < m_merged.size(); ++row) {
            if (m_merged[row].size() == 1) {
                tell(m_statistics.rows[row], (*m_known)[m_merged[row][0]]);
                continue;
            }
            Known sum = (*m_known)[m_merged[row][0]];
            const Known* first = &(*m_known)[m_merged[row][0]];
            for (size_t i = 1; i < m_merged[row].size(); ++i) {
                const Known& part = (*m_known)[m_merged[row][i]];
                first = part.firstStartNs < first->firstStartNs ? &part : first;
                sum.add(part);
            }
            tell(m_statistics.rows[row], sum);
            m_statistics.rows[row].spread.restP50Ns = first->durations.spread(first->firstNs).restP50Ns;
        }
        return statistics();
    }

private:
    void tell(OperatorRow& row, const Known& known) const
    {
        const bool isByOperator = m_statistics.grouping == OperatorGrouping::ByOperator;
        row.spread = known.durations.spread(known.firstNs);
        row.firstNs = known.firstNs;
        row.firstSequence = known.firstSequence;
        row.lastSequence = known.lastSequence;
        row.layer = known.layer;
        row.severalLayers = known.severalLayers;
        row.deviceSelfNs = known.deviceSelfNs;
        row.deviceTotalNs = isByOperator ? known.deviceTotalAnyShapeNs : known.deviceTotalNs;
        row.kernels = known.kernels;
        row.runtimeNs = known.runtimeNs;
        row.selfFlops = known.selfFlops;
        row.occupancy = known.occupiedNs > 0 ? known.occupancyNs / known.occupiedNs : -1.0;
    }

    OperatorStatistics m_statistics;
    const std::vector<Known>* m_known;
    std::vector<std::vector<OperatorRowId>> m_merged; ///< by row of the table: rows of the builder
};

void OperatorStatisticsBuilder::Known::add(const Known& other)
{
    durations.add(other.durations);
    if (other.firstStartNs < firstStartNs) {
        firstStartNs = other.firstStartNs;
        firstNs = other.firstNs;
    }
    if (other.firstSequence >= 0) {
        firstSequence =
            firstSequence < 0 ? other.firstSequence : std::min(firstSequence, other.firstSequence);
        lastSequence = std::max(lastSequence, other.lastSequence);
    }
    severalLayers = severalLayers || other.severalLayers || layer != other.layer;
    layer = severalLayers ? noName : layer;
    addSums(other);
}

void OperatorStatisticsBuilder::Known::addSums(const Known& other)
{
    deviceSelfNs += other.deviceSelfNs;
    deviceTotalNs += other.deviceTotalNs;
    deviceTotalAnyShapeNs += other.deviceTotalAnyShapeNs;
    kernels += other.kernels;
    runtimeNs += other.runtimeNs;
    selfFlops += other.selfFlops;
    occupancyNs += other.occupancyNs;
    occupiedNs += other.occupiedNs;
}

OperatorStatistics OperatorStatisticsBuilder::statistics(OperatorGrouping grouping, PassRows passes) const
{
    assert(passes == PassRows::Separate || m_grouping == OperatorGrouping::ByKernel);
    OperatorRows rows(m_totals, &m_known, m_isByOperator ? grouping : m_grouping, passes, m_contents);
    auto statistics = rows.statistics(m_hasDevice, m_deviceNs, m_outermostNs);
    statistics.hasRuntime = m_hasRuntime;
    statistics.unit = m_unit;
    statistics.range = m_steps;
    statistics.active = m_active;
    statistics.callsOutside = m_callsOutside;
    for (LayerTypeId type(0); type < m_types.size(); ++type)
        statistics.types.push_back(m_types[type]);
    return statistics;
}

std::vector<OperatorRowId> OperatorStatisticsBuilder::rowsOf(const OperatorRow& row,
                                                             OperatorGrouping grouping) const
{
    std::vector<OperatorRowId> rows;
    for (OperatorRowId each(0); each < m_totals.rows.size(); ++each) {
        const OperatorTotal& total = m_totals.rows[each];
        if (total.name == row.name && (total.pass == row.pass || row.severalPasses) &&
            (grouping == OperatorGrouping::ByOperator || total.shape == row.shape))
            rows.push_back(each);
    }
    return rows;
}

DurationDigest OperatorStatisticsBuilder::durationsOf(const OperatorRow& row, OperatorGrouping grouping) const
{
    DurationDigest durations;
    for (const auto part : rowsOf(row, grouping))
        durations.add(m_known[part].durations);
    return durations;
}

OperatorStatistics operatorStatistics(const Trace& trace, OperatorGrouping grouping, const StepRange& steps,
                                      const LayerTypes& types)
{
    OperatorStatisticsBuilder builder(steps, grouping, types);
    builder.update(trace);
    return builder.statistics(grouping);
}

OperatorStatistics operatorStatistics(const OperatorTotals& totals, OperatorGrouping grouping)
{
    return OperatorRows(totals, nullptr, grouping).statistics();
}

std::vector<const OperatorRow*> costliestRows(const OperatorStatistics& statistics, size_t most)
{
    std::vector<const OperatorRow*> rows;
    for (const OperatorRow& row : statistics.rows)
        rows.push_back(&row);
    if (statistics.hasDevice)
        std::ranges::stable_sort(rows, std::ranges::greater(), &OperatorRow::deviceSelfNs);
    rows.resize(std::min(rows.size(), most));
    return rows;
}

std::string operatorRowName(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace)
{
    switch (statistics.grouping) {
    case OperatorGrouping::ByLayer:
        return row.name == noName ? outsideOfLayers.english() : trace.names[row.name];
    case OperatorGrouping::ByLayerType:
        return statistics.types[row.name];
    case OperatorGrouping::ByPass:
        return passName(row.pass);
    case OperatorGrouping::ByThread: {
        if (row.name >= trace.threads.size())
            return "thread " + std::to_string(row.name);
        const TraceThread& thread = trace.threads[row.name];
        if (!thread.name.empty())
            return nameInTrace(trace, thread);
        return thread.isStream()
                   ? "GPU " + std::to_string(thread.device) + ", stream " + std::to_string(thread.id)
                   : "thread " + std::to_string(thread.id);
    }
    default:
        return trace.names[row.name];
    }
}

static std::string typeTitle(const std::string& type)
{
    for (const Translatable text : {outsideOfLayers, unknownLayerType}) {
        if (type == text.english())
            return translated(text);
    }
    return type;
}

static std::string threadTitle(const Trace& trace, uint32_t number)
{
    if (number >= trace.threads.size())
        return translated("thread {number}", {{"number", std::to_string(number)}});
    const TraceThread& thread = trace.threads[number];
    if (!thread.name.empty())
        return nameInTrace(trace, thread);
    return thread.isStream()
               ? translated("GPU {device}, stream {stream}", {{"device", std::to_string(thread.device)},
                                                              {"stream", std::to_string(thread.id)}})
               : translated("thread {number}", {{"number", std::to_string(thread.id)}});
}

std::string operatorRowTitle(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace)
{
    switch (statistics.grouping) {
    case OperatorGrouping::ByLayer:
        return row.name == noName ? translated(outsideOfLayers) : trace.names[row.name];
    case OperatorGrouping::ByLayerType:
        return typeTitle(statistics.types[row.name]);
    case OperatorGrouping::ByPass:
        return passWord(row.pass);
    case OperatorGrouping::ByThread:
        return threadTitle(trace, row.name);
    default:
        return trace.names[row.name];
    }
}

} // namespace stepscope
