#include "core/trace/steps/step_self_times.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/device_steps.h"
#include "core/trace/trace_sums.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stepscope {

namespace {

class Builder
{
public:
    explicit Builder(const Trace& trace)
        : m_trace(trace)
        , m_rowOf(size_t(trace.names.size()) * passes)
        , m_cellOfEvent(trace.size())
        , m_leftOfEvent(trace.size(), 0)
    {
        m_times.steps = countedSteps(trace);
    }

    StepSelfTimes build()
    {
        for (size_t column = 0; column < m_times.steps.size(); ++column) {
            const TraceStep& step = m_trace.steps[m_times.steps[column]];
            for (EventId event = step.firstEvent; event < std::min(step.endEvent, m_trace.endEvent());
                 ++event)
                count(event, column);
        }
        m_times.deviceNs.resize(m_times.selfNs.size());
        for (const auto& work : m_trace.deviceWork)
            countForLauncher(work);
        countKernels();
        return std::move(m_times);
    }

private:
    static constexpr size_t passes = passCount;
    using RowId = Id<struct RowOfSelfTimes>;
    using KernelId = Id<struct KernelOfSelfTimes>;
    using CellId = Id<struct CellOfSelfTimes, size_t>; ///< of a row in a step

    void count(EventId event, size_t column)
    {
        const int64_t duration = std::max<int64_t>(m_trace.durationNs[event], 0);
        if (m_trace.kind[event] != EventKind::Operator) {
            if (!isOnDevice(m_trace.kind[event]) && hasOwnTime(m_trace, event))
                takeFromEnclosing(event, duration);
            return;
        }
        const RowId row = rowOf(event);
        const CellId cell(row * m_times.steps.size() + column);
        m_cellOfEvent[event] = cell;
        m_leftOfEvent[event] = duration;
        m_times.selfNs[cell] += double(duration);
        ++m_times.rows[row].calls;
        takeFromEnclosing(event, duration);
    }

    void countKernels()
    {
        if (!hasStreams(m_trace))
            return;
        DeviceSteps steps;
        steps.update(m_trace);
        std::vector<std::optional<size_t>> columnOf(m_trace.steps.size());
        for (size_t column = 0; column < m_times.steps.size(); ++column)
            columnOf[m_times.steps[column]] = column;
        for (EventId event(0); event < m_trace.endEvent(); ++event) {
            if (!isDeviceWork(m_trace.kind[event]))
                continue;
            const auto step = steps.stepOfWork(m_trace, event);
            if (const auto column = step ? columnOf[*step] : std::nullopt)
                countKernel(event, *column);
        }
    }

    void countKernel(EventId event, size_t column)
    {
        const EventId owner = launchingOperator(m_trace, m_trace.workOf(event));
        const Pass pass = m_trace.pass[owner == noEvent ? event : owner];
        if (m_kernelOf.empty())
            m_kernelOf.resize(m_rowOf.size());
        KernelId& kernel = m_kernelOf[m_trace.name[event] * passes + size_t(pass)];
        if (kernel.isNone()) {
            kernel = KernelId(uint32_t(m_times.kernels.size()));
            m_times.kernels.push_back({m_trace.name[event], pass, 0});
            m_times.kernelNs.resize(m_times.kernels.size() * m_times.steps.size());
        }
        ++m_times.kernels[kernel].calls;
        m_times.kernelNs[kernel * m_times.steps.size() + column] += durationOf(event);
    }

    void countForLauncher(const TraceDeviceWork& work)
    {
        if (work.event >= m_trace.size() || !isDeviceWork(m_trace.kind[work.event]))
            return;
        const EventId owner = launchingOperator(m_trace, &work);
        if (owner != noEvent && !m_cellOfEvent[owner].isNone())
            m_times.deviceNs[m_cellOfEvent[owner]] += durationOf(work.event);
    }

    double durationOf(EventId event) const { return double(std::max<int64_t>(m_trace.durationNs[event], 0)); }

    void takeFromEnclosing(EventId event, int64_t duration)
    {
        const EventId outer = ownerAround(m_trace, event);
        if (outer == noEvent || m_cellOfEvent[outer].isNone())
            return;
        const int64_t taken = std::min(duration, m_leftOfEvent[outer]);
        m_leftOfEvent[outer] -= taken;
        m_times.selfNs[m_cellOfEvent[outer]] -= double(taken);
    }

    RowId rowOf(EventId event)
    {
        RowId& row = m_rowOf[m_trace.name[event] * passes + size_t(m_trace.pass[event])];
        if (row.isNone()) {
            row = RowId(uint32_t(m_times.rows.size()));
            m_times.rows.push_back({m_trace.name[event], m_trace.pass[event], 0});
            m_times.selfNs.resize(m_times.rows.size() * m_times.steps.size());
        }
        return row;
    }

    const Trace& m_trace;
    std::vector<RowId> m_rowOf;       ///< by name and pass
    std::vector<KernelId> m_kernelOf; ///< likewise, for work on devices
    std::vector<CellId> m_cellOfEvent;
    std::vector<int64_t> m_leftOfEvent; ///< rest of its time after the children so far
    StepSelfTimes m_times;
};

} // namespace

StepSelfTimes stepSelfTimes(const Trace& trace)
{
    return Builder(trace).build();
}

} // namespace stepscope
