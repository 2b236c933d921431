#include "core/trace/kernel_statistics.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/tensor_cores.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stepscope {

namespace {

/// A mean weighted by duration of figures that not all kernels have.
struct KnownMean
{
    double sum = 0.0;
    double weight = 0.0;

    void add(double value, int64_t ns)
    {
        if (value < 0.0)
            return;
        sum += value * double(ns);
        weight += double(ns);
    }
    double value() const { return weight > 0.0 ? sum / weight : -1.0; }
};

bool isKernel(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Communication;
}

class Builder
{
public:
    Builder(const Trace& trace, KernelGrouping grouping)
        : m_trace(trace)
    {
        m_statistics.grouping = grouping;
    }

    void take(uint32_t event)
    {
        if (!isKernel(m_trace.kind[event]))
            return;
        const TraceDeviceWork* work = m_trace.workOf(event);
        const uint32_t launcher = launcherOf(event, work);
        const size_t index = rowFor(event, launcher, work);
        KernelStatisticsRow& row = m_statistics.rows[index];
        const int64_t ns = std::max<int64_t>(m_trace.durationNs[event], 0);
        if (row.calls == 0) {
            row.launcher = launcher;
        } else if (row.launcher != launcher) {
            row.launcher = noEvent;
            row.severalLaunchers = true;
        }
        row.minNs = row.calls == 0 ? ns : std::min(row.minNs, ns);
        row.maxNs = std::max(row.maxNs, ns);
        row.totalNs += ns;
        ++row.calls;
        if (work) {
            m_occupancies[index].add(work->occupancy, ns);
            m_blocks[index].add(work->blocksPerProcessor, ns);
        }
        m_statistics.totalNs += ns;
        ++m_statistics.kernels;
    }

    void countStep() { ++m_statistics.steps; }

    KernelStatistics build()
    {
        auto& rows = m_statistics.rows;
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].occupancy = m_occupancies[i].value();
            rows[i].blocksPerProcessor = m_blocks[i].value();
            if (m_statistics.totalNs > 0)
                rows[i].share = double(rows[i].totalNs) / double(m_statistics.totalNs);
        }
        std::ranges::stable_sort(rows, std::ranges::greater(), &KernelStatisticsRow::totalNs);
        return std::move(m_statistics);
    }

private:
    using Size = std::array<uint32_t, 3>;
    using Key = std::tuple<uint32_t, uint32_t, Size, Size, uint32_t, int64_t>;

    uint32_t launcherOf(uint32_t event, const TraceDeviceWork* work) const
    {
        uint32_t at = work && work->launcher < event ? work->launcher : noEvent;
        while (at != noEvent && m_trace.kind[at] != EventKind::Operator)
            at = enclosingEvent(m_trace, at);
        return at == noEvent ? noEvent : m_trace.name[at];
    }

    size_t rowFor(uint32_t event, uint32_t launcher, const TraceDeviceWork* work)
    {
        KernelStatisticsRow row{.name = m_trace.name[event], .kind = m_trace.kind[event]};
        Key key{row.name, noEvent, {}, {}, 0, -1};
        if (m_statistics.grouping == KernelGrouping::ByLaunch) {
            if (work) {
                std::ranges::copy(work->grid, row.grid.begin());
                std::ranges::copy(work->block, row.block.begin());
                row.registers = work->registers;
                // A kernel may well use none, but each has registers: without these nothing was recorded.
                if (work->registers > 0 || work->sharedBytes > 0)
                    row.sharedBytes = work->sharedBytes;
            }
            key = {row.name, launcher, row.grid, row.block, row.registers, row.sharedBytes};
        }
        const auto [entry, isNew] = m_rowOf.try_emplace(key, m_statistics.rows.size());
        if (isNew) {
            row.usesTensorCores = usesTensorCores(m_trace.names[row.name]);
            m_statistics.rows.push_back(row);
            m_occupancies.emplace_back();
            m_blocks.emplace_back();
        }
        return entry->second;
    }

    const Trace& m_trace;
    KernelStatistics m_statistics;
    std::map<Key, size_t> m_rowOf;
    std::vector<KnownMean> m_occupancies; ///< by row
    std::vector<KnownMean> m_blocks;
};

} // namespace

KernelStatistics kernelStatistics(const Trace& trace, KernelGrouping grouping, const StepRange& steps)
{
    Builder builder(trace, grouping);
    for (const TraceStep& step : trace.steps) {
        const bool isRecorded = step.phase == StepPhase::Active || step.endEvent > step.firstEvent;
        if (!isRecorded || !steps.contains(step.number))
            continue;
        builder.countStep();
        for (uint32_t event = step.firstEvent;
             !steps.isAll() && event < std::min(step.endEvent, trace.size()); ++event)
            builder.take(event);
    }
    if (steps.isAll() && hasStreams(trace)) {
        for (uint32_t event = 0; event < trace.size(); ++event)
            builder.take(event);
    }
    KernelStatistics statistics = builder.build();
    statistics.range = steps;
    return statistics;
}

} // namespace stepscope
