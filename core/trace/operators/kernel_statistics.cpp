#include "core/trace/operators/kernel_statistics.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/find_name.h"
#include "core/trace/steps/device_steps.h"
#include "core/trace/tensor_cores.h"
#include "core/trace/timeline/timeline_event.h"

#include <algorithm>
#include <functional>

namespace stepscope {

namespace {

bool isKernel(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Communication;
}

} // namespace

void KernelStatisticsBuilder::KnownMean::add(double value, int64_t ns)
{
    if (value < 0.0)
        return;
    sum += value * double(ns);
    weight += double(ns);
}

KernelStatisticsBuilder::KernelStatisticsBuilder(KernelGrouping grouping, const StepRange& steps)
{
    m_statistics.grouping = grouping;
    m_statistics.range = steps;
}

void KernelStatisticsBuilder::addPiece(const Trace& piece)
{
    const StepRange& steps = m_statistics.range;
    for (const TraceStep& step : piece.steps) {
        if (!isRecorded(step) || !steps.contains(step.number))
            continue;
        ++m_statistics.steps;
        if (step.phase == StepPhase::Active)
            m_statistics.active.add(step.number);
        for (EventId event = step.firstEvent;
             !steps.isAll() && event < std::min(step.endEvent, piece.endEvent()); ++event)
            take(piece, event);
    }
    if (steps.isAll() && hasStreams(piece)) {
        for (EventId event(0); event < piece.endEvent(); ++event)
            take(piece, event);
    }
}

void KernelStatisticsBuilder::take(const Trace& piece, EventId event)
{
    if (!isKernel(piece.kind[event]))
        return;
    const TraceDeviceWork* work = piece.workOf(event);
    const EventId owner = launchingOperator(piece, work);
    const NameId launcher = owner == noEvent ? noName : piece.name[owner];
    const size_t index = rowFor(piece, event, launcher, work);
    KernelStatisticsRow& row = m_statistics.rows[index];
    const int64_t ns = std::max<int64_t>(piece.durationNs[event], 0);
    if (row.calls == 0) {
        row.launcher = launcher;
    } else if (row.launcher != launcher) {
        row.launcher = noName;
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
    countStep(piece, event, row);
}

void KernelStatisticsBuilder::countStep(const Trace& piece, EventId event, KernelStatisticsRow& row)
{
    const auto [launched, ran] = stepsOfWork(piece, event);
    const int64_t launchStep = launched ? launched->number : -1;
    const int64_t runStep = ran ? ran->number : -1;
    if (row.calls == 1) {
        row.launchStep = launchStep;
        row.runStep = runStep;
    }
    row.severalSteps = row.severalSteps || row.launchStep != launchStep || row.runStep != runStep;
    row.ranElsewhere += launched && launched != ran;
    row.ranInNone += !ran;
    m_statistics.outside += ran == nullptr;
    if (!ran)
        return;
    row.firstStep = row.firstStep < 0 ? runStep : std::min(row.firstStep, runStep);
    row.lastStep = std::max(row.lastStep, runStep);
}

size_t KernelStatisticsBuilder::rowFor(const Trace& piece, EventId event, NameId launcher,
                                       const TraceDeviceWork* work)
{
    KernelStatisticsRow row{.name = piece.name[event], .kind = piece.kind[event]};
    Key key{row.name, noName, {}, {}, 0, -1};
    if (m_statistics.grouping == KernelGrouping::ByLaunch) {
        if (work) {
            std::ranges::copy(work->grid, row.grid.begin());
            std::ranges::copy(work->block, row.block.begin());
            row.registers = work->registers;
            // A kernel may use no shared memory, but each has registers: if both are 0, nothing was recorded.
            if (work->registers > 0 || work->sharedBytes > 0)
                row.sharedBytes = work->sharedBytes;
        }
        key = {row.name, launcher, row.grid, row.block, row.registers, row.sharedBytes};
    }
    const auto [entry, isNew] = m_rowOf.try_emplace(key, m_statistics.rows.size());
    if (isNew) {
        row.usesTensorCores = usesTensorCores(piece.names[row.name]);
        m_statistics.rows.push_back(row);
        m_occupancies.emplace_back();
        m_blocks.emplace_back();
    }
    return entry->second;
}

KernelStatistics KernelStatisticsBuilder::statistics() const
{
    KernelStatistics statistics = m_statistics;
    auto& rows = statistics.rows;
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].occupancy = m_occupancies[i].value();
        rows[i].blocksPerProcessor = m_blocks[i].value();
        if (statistics.totalNs > 0)
            rows[i].share = double(rows[i].totalNs) / double(statistics.totalNs);
    }
    std::ranges::stable_sort(rows, std::ranges::greater(), &KernelStatisticsRow::totalNs);
    return statistics;
}

KernelStatistics kernelStatistics(const Trace& trace, KernelGrouping grouping, const StepRange& steps)
{
    KernelStatisticsBuilder builder(grouping, steps);
    builder.addPiece(trace);
    return builder.statistics();
}

namespace {

/// Among the work of this name that is `wanted`.
template<typename IsWanted>
std::optional<EventId> longestWork(const Trace& trace, const std::string& name, const IsWanted& isWanted)
{
    const NameId id = findName(trace, name);
    std::optional<EventId> longest;
    for (const TraceDeviceWork& work : trace.deviceWork) {
        if (trace.name[work.event] == id && isWanted(work.event) &&
            (!longest || trace.durationNs[work.event] > trace.durationNs[*longest]))
            longest = work.event;
    }
    return longest;
}

} // namespace

std::optional<EventId> longestDeviceCall(const Trace& trace, const std::string& name)
{
    return longestWork(trace, name, [](EventId) { return true; });
}

std::optional<EventId> longestDeviceCallOf(const Trace& trace, const std::string& name, Pass pass)
{
    return longestWork(trace, name, [&](EventId event) {
        const EventId owner = launchingOperator(trace, trace.workOf(event));
        return trace.pass[owner == noEvent ? event : owner] == pass;
    });
}

std::optional<EventId> longestDeviceCallIn(const Trace& trace, const std::string& name, int64_t step)
{
    const auto of = std::ranges::find(trace.steps, step, &TraceStep::number);
    if (of == trace.steps.end())
        return std::nullopt;
    const auto index = size_t(of - trace.steps.begin());
    DeviceSteps steps;
    steps.update(trace);
    return longestWork(trace, name, [&](EventId event) { return steps.stepOfWork(trace, event) == index; });
}

} // namespace stepscope
