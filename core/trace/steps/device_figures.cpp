#include "core/trace/steps/device_figures.h"

#include "core/base/id_hash.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/interval_set.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/device_steps.h"
#include "core/trace/tensor_cores.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

/// The time covered by the figures: consecutive steps are one interval.
IntervalSet stretchesOf(const Trace& trace, const std::vector<uint32_t>& counted)
{
    std::vector<TimeInterval> stretches;
    int64_t lastNumber = 0;
    DeviceSteps times;
    times.update(trace);
    for (const uint32_t i : counted) {
        const TraceStep& step = trace.steps[i];
        const TimeInterval& time = times.of(i);
        if (!stretches.empty() && step.number == lastNumber + 1 && time.startNs >= stretches.back().startNs)
            stretches.back().endNs = std::max(stretches.back().endNs, time.endNs);
        else
            stretches.push_back(time);
        lastNumber = step.number;
    }
    return IntervalSet(std::move(stretches));
}

/// Without steps: from the first event to the end of the last.
IntervalSet wholeOf(const Trace& trace)
{
    TimeInterval whole{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
    for (EventId event(0); event < trace.endEvent(); ++event) {
        whole.startNs = std::min(whole.startNs, trace.startNs[event]);
        whole.endNs =
            std::max(whole.endNs, trace.startNs[event] + std::max<int64_t>(trace.durationNs[event], 0));
    }
    return IntervalSet({whole});
}

struct Work
{
    TimeInterval time; ///< uncut
    EventId event = noEvent;
    const TraceDeviceWork* known = nullptr;
    bool isFirst = true; ///< the first of the parts that it was cut into: it is counted there
};

/// The kernels that run at a time.
class Running
{
public:
    explicit Running(size_t rows)
        : m_kernelsOfRow(rows)
    {
    }

    void add(int opens, double blocks, size_t row)
    {
        m_kernels += opens;
        m_blocks = m_kernels == 0 ? 0.0 : m_blocks + blocks; // without the rounding errors of the others
        int& ofRow = m_kernelsOfRow[row];
        const int change = int(ofRow + opens > 0) - int(ofRow > 0);
        ofRow += opens;
        m_rows += change;
        m_rowSum += change * int64_t(row);
    }

    int kernels() const { return m_kernels; }
    double blocks() const { return m_blocks; }
    /// The row of all of them, if it is the same.
    std::optional<size_t> onlyRow() const
    {
        return m_rows == 1 ? std::optional(size_t(m_rowSum)) : std::nullopt;
    }

private:
    int m_kernels = 0;
    double m_blocks = 0.0;
    std::vector<int> m_kernelsOfRow;
    int m_rows = 0; ///< with a kernel
    int64_t m_rowSum = 0;
};

/// Calls visit(ns, running) for each interval in which the running kernels do not change. `rowOf` has the row
/// of each kernel.
template<typename Visit>
void sweep(const std::vector<Work>& kernels, const std::vector<size_t>& rowOf, size_t rows,
           const Visit& visit)
{
    struct Edge
    {
        int64_t ns;
        int opens;
        double blocks;
        size_t row;
    };
    std::vector<Edge> edges;
    edges.reserve(2 * kernels.size());
    for (size_t i = 0; i < kernels.size(); ++i) {
        const Work& kernel = kernels[i];
        const double blocks =
            kernel.known ? std::clamp(double(kernel.known->blocksPerProcessor), 0.0, 1.0) : 0.0;
        edges.push_back({kernel.time.startNs, 1, blocks, rowOf[i]});
        edges.push_back({kernel.time.endNs, -1, -blocks, rowOf[i]});
    }
    std::ranges::sort(edges, {}, &Edge::ns);
    Running running(rows);
    for (size_t i = 0; i < edges.size(); ++i) {
        running.add(edges[i].opens, edges[i].blocks, edges[i].row);
        const int64_t until = i + 1 < edges.size() ? edges[i + 1].ns : edges[i].ns;
        if (until > edges[i].ns && running.kernels() > 0)
            visit(until - edges[i].ns, running);
    }
}

/// A weighted mean of a figure that not all have.
struct Mean
{
    double sum = 0.0;
    double weight = 0.0;

    void add(double value, double by)
    {
        if (value >= 0.0) {
            sum += value * by;
            weight += by;
        }
    }
    double value() const { return weight > 0.0 ? sum / weight : -1.0; }
};

class DeviceBuilder
{
public:
    DeviceBuilder(const Trace& trace, const IntervalSet& stretches)
        : m_trace(trace)
        , m_stretches(stretches)
    {
    }

    void add(const Work& work) { m_all.push_back(work); }

    DeviceFigures build(int64_t process, int16_t device)
    {
        m_figures.process = process;
        m_figures.device = device;
        m_figures.spanNs = m_stretches.totalNs();
        const auto known = std::ranges::find(m_trace.devices, device, &TraceDevice::number);
        if (known != m_trace.devices.end())
            m_figures.properties = *known;
        m_figures.properties.number = device;
        cut();
        countUnions();
        countKernels();
        countIdle();
        return std::move(m_figures);
    }

    /// Whether nothing happened in the steps.
    bool isEmpty()
    {
        cut();
        return m_cut.empty();
    }

private:
    /// Cuts work at the interval's ends; keeps work of zero duration.
    void cut()
    {
        if (!m_cut.empty())
            return;
        std::ranges::stable_sort(m_all, {}, [](const Work& work) { return work.time.startNs; });
        const auto& stretches = m_stretches.intervals();
        for (Work work : m_all) {
            const TimeInterval whole = work.time;
            for (auto stretch = std::ranges::lower_bound(stretches, whole.startNs, {}, &TimeInterval::endNs);
                 stretch != stretches.end() && stretch->startNs <= whole.endNs; ++stretch) {
                work.time = {std::max(whole.startNs, stretch->startNs),
                             std::min(whole.endNs, stretch->endNs)};
                if (work.time.ns() == 0 && whole.ns() > 0)
                    continue;
                m_cut.push_back(work);
                work.isFirst = false;
                if (whole.ns() == 0)
                    break;
            }
        }
        std::ranges::stable_sort(m_cut, {}, [](const Work& work) { return work.time.startNs; });
    }

    EventKind kindOf(const Work& work) const { return m_trace.kind[work.event]; }

    template<typename Test>
    IntervalSet unionOf(const Test& test) const
    {
        std::vector<TimeInterval> times;
        for (const Work& work : m_cut) {
            if (test(work))
                times.push_back(work.time);
        }
        return IntervalSet(std::move(times));
    }

    void countUnions()
    {
        const auto isKind = [this](EventKind kind) {
            return [this, kind](const Work& work) { return kindOf(work) == kind; };
        };
        const auto computing = unionOf(isKind(EventKind::Kernel));
        const auto communicating = unionOf(isKind(EventKind::Communication));
        const auto kernels = computing | communicating;
        const auto copies = unionOf(isKind(EventKind::MemoryCopy));
        m_busy = kernels | copies | unionOf(isKind(EventKind::MemorySet));
        std::array<IntervalSet, std::tuple_size_v<decltype(DeviceFigures::copies)>> byDirection;
        for (size_t i = 0; i < byDirection.size(); ++i) {
            byDirection[i] = unionOf([&](const Work& work) {
                return kindOf(work) == EventKind::MemoryCopy && directionOf(work) == CopyDirection(i);
            });
            m_figures.copies[i].ns = byDirection[i].totalNs();
        }
        m_figures.busyNs = m_busy.totalNs();
        m_figures.kernelNs = kernels.totalNs();
        m_figures.communicationNs = communicating.totalNs();
        m_figures.hiddenCommunicationNs = (communicating & computing).totalNs();
        m_figures.copyNs = copies.totalNs();
        m_figures.copyOverKernelNs = (copies & kernels).totalNs();
        const auto busCopies = unionOf([this](const Work& work) {
            return kindOf(work) == EventKind::MemoryCopy &&
                   directionOf(work) != CopyDirection::DeviceToDevice;
        });
        m_figures.busCopyNs = busCopies.totalNs();
        m_figures.busCopyOverKernelNs = (busCopies & kernels).totalNs();
        m_figures.bothDirectionsNs = (byDirection[size_t(CopyDirection::HostToDevice)] &
                                      byDirection[size_t(CopyDirection::DeviceToHost)])
                                         .totalNs();
    }

    static CopyDirection directionOf(const Work& work)
    {
        return work.known ? work.known->direction : CopyDirection::None;
    }

    void countKernels()
    {
        std::vector<Work> kernels;
        std::vector<size_t> rowOfKernel;
        std::unordered_map<NameId, size_t> rowOf;
        std::vector<Mean> occupancies;
        std::vector<Mean> blocks;
        Mean occupancy;
        for (const Work& work : m_cut) {
            m_figures.workSumNs += work.time.ns();
            if (kindOf(work) == EventKind::MemoryCopy)
                countCopy(work);
            if (kindOf(work) != EventKind::Kernel && kindOf(work) != EventKind::Communication)
                continue;
            kernels.push_back(work);
            const auto [entry, isNew] = rowOf.try_emplace(m_trace.name[work.event], m_figures.rows.size());
            if (isNew) {
                m_figures.rows.push_back(rowFor(work));
                occupancies.emplace_back();
                blocks.emplace_back();
            }
            countKernel(work, m_figures.rows[entry->second]);
            rowOfKernel.push_back(entry->second);
            if (work.known) {
                const auto ns = double(work.time.ns());
                occupancy.add(work.known->occupancy, ns);
                occupancies[entry->second].add(work.known->occupancy, ns);
                blocks[entry->second].add(work.known->blocksPerProcessor, ns);
            }
        }
        double efficiency = 0.0;
        sweep(kernels, rowOfKernel, m_figures.rows.size(), [&](int64_t ns, const Running& running) {
            m_figures.concurrentNs += running.kernels() > 1 ? ns : 0;
            efficiency += double(ns) * std::min(running.blocks(), 1.0);
            if (const auto row = running.onlyRow())
                m_figures.rows[*row].aloneNs += ns;
        });
        for (size_t i = 0; i < m_figures.rows.size(); ++i) {
            m_figures.rows[i].occupancy = occupancies[i].value();
            m_figures.rows[i].blocksPerProcessor = blocks[i].value();
            m_figures.rows[i].share = DeviceFigures::share(m_figures.rows[i].totalNs, m_figures.kernelSumNs);
        }
        for (const KernelRow& row : m_figures.rows) {
            if (row.kind == EventKind::Communication)
                m_figures.communication.add(communicationKind(m_trace.names[row.name]), row.totalNs);
        }
        std::ranges::stable_sort(m_figures.rows, std::greater(), &KernelRow::totalNs);
        m_figures.occupancy = occupancy.value();

        const bool isKnown = std::ranges::any_of(
            kernels, [](const Work& work) { return work.known && work.known->blocksPerProcessor >= 0.0F; });
        if (isKnown && m_figures.spanNs > 0)
            m_figures.smEfficiency = efficiency / double(m_figures.spanNs);
    }

    void countCopy(const Work& work)
    {
        auto& copies = m_figures.copies[size_t(directionOf(work))];
        if (!work.isFirst)
            return;
        const int64_t wholeNs = std::max<int64_t>(m_trace.durationNs[work.event], 0);
        ++copies.copies;
        const bool isPinned = isOfPinnedMemory(m_trace.name[work.event]);
        copies.pinnedNs += isPinned ? wholeNs : 0;
        if (work.known && work.known->bytes >= 0) {
            copies.bytes += work.known->bytes;
            copies.knownNs += wholeNs;
            const bool isSlow = double(work.known->bytes) * 1e9 < slowCopyThroughput * double(wholeNs);
            copies.slowNs += isSlow ? wholeNs : 0;
            copies.slowPinnedNs += isSlow && isPinned ? wholeNs : 0;
            copies.slowSmallNs += isSlow && work.known->bytes < smallCopyBytes ? wholeNs : 0;
        }
    }

    KernelRow rowFor(const Work& work) const
    {
        return {.name = m_trace.name[work.event],
                .kind = kindOf(work),
                .minNs = std::numeric_limits<int64_t>::max(),
                .usesTensorCores = usesTensorCores(m_trace.names[m_trace.name[work.event]])};
    }

    void countKernel(const Work& work, KernelRow& row)
    {
        const int64_t ns = work.time.ns();
        row.calls += work.isFirst;
        row.totalNs += ns;
        row.minNs = std::min(row.minNs, ns);
        row.maxNs = std::max(row.maxNs, ns);
        m_figures.kernels += work.isFirst;
        m_figures.kernelSumNs += ns;
        countForTensorCores(work, row);
        const EventId launcher = work.known ? work.known->launcher : noEvent;
        if (launcher == noEvent)
            return;
        m_figures.launchedKernels += work.isFirst;
        if (work.isFirst)
            m_figures.launchDelayNs +=
                std::max<int64_t>(m_trace.startNs[work.event] - m_trace.startNs[launcher], 0);
        const bool isOfGraph = launchesGraph(m_trace.name[launcher]);
        m_figures.graphKernels += work.isFirst && isOfGraph;
        const bool isOfCall = m_trace.kind[launcher] == EventKind::Runtime && !isOfGraph;
        const bool isShort = m_trace.durationNs[work.event] < m_trace.durationNs[launcher];
        m_figures.ownLaunches += work.isFirst && isOfCall;
        if (isOfCall && isShort) {
            m_figures.shortKernels += work.isFirst;
            m_figures.shortKernelsNs += ns;
        }
        const int64_t endNs = m_trace.startNs[work.event] + m_trace.durationNs[work.event];
        const int64_t returnNs = m_trace.startNs[launcher] + m_trace.durationNs[launcher];
        if (work.isFirst && isOfCall && endNs < returnNs)
            ++m_figures.endedInLaunch;
    }

    void countForTensorCores(const Work& work, const KernelRow& row)
    {
        if (kindOf(work) != EventKind::Kernel)
            return;
        const int64_t ns = work.time.ns();
        m_figures.tensorCoreNs += row.usesTensorCores ? ns : 0;
        const EventId launcher = work.known ? work.known->launcher : noEvent;
        bool isOfOperator = false;
        bool isEligible = remembered(m_isMatrixKernel, row.name, isMatrixKernel);
        for (EventId at = launcher; at != noEvent && !isEligible; at = enclosingEvent(m_trace, at)) {
            const bool isOperator = m_trace.kind[at] == EventKind::Operator;
            isOfOperator = isOfOperator || isOperator;
            isEligible = isOperator && canUse(m_trace.name[at]);
        }
        const bool isJudged = (isOfOperator && !launchesGraph(m_trace.name[launcher])) ||
                              isElementKernel(m_trace.names[row.name]);
        m_figures.eligibleNs += isEligible ? ns : 0;
        m_figures.unjudgedNs += isEligible || isJudged ? 0 : ns;
    }

    bool canUse(NameId name) { return remembered(m_canUse, name, canUseTensorCores); }

    /// "Memcpy HtoD (Pinned -> Device)".
    bool isOfPinnedMemory(NameId name)
    {
        return remembered(m_isPinned, name,
                          [](std::string_view text) { return text.find("Pinned") != text.npos; });
    }

    bool launchesGraph(NameId name)
    {
        return remembered(m_launchesGraph, name,
                          [](std::string_view text) { return text.find("GraphLaunch") != text.npos; });
    }

    template<typename Test>
    bool remembered(std::unordered_map<NameId, bool>& known, NameId name, const Test& test)
    {
        const auto [entry, isNew] = known.try_emplace(name, false);
        if (isNew)
            entry->second = test(m_trace.names[name]);
        return entry->second;
    }

    /// A gap ends with the work after it; there is none after the last work.
    void countIdle()
    {
        size_t next = 0;
        for (const TimeInterval& stretch : m_stretches.intervals()) {
            int64_t from = stretch.startNs;
            const auto closeAt = [&](int64_t ns, const Work* work) {
                if (ns > from)
                    countGap({from, ns}, work, from == stretch.startNs);
            };
            for (; next < m_cut.size() && m_cut[next].time.startNs < stretch.endNs; ++next) {
                const Work& work = m_cut[next];
                if (work.time.ns() == 0)
                    continue;
                closeAt(work.time.startNs, &work);
                from = std::max(from, work.time.endNs);
            }
            closeAt(stretch.endNs, nullptr);
        }
    }

    void countGap(const TimeInterval& gap, const Work* next, bool isFirst)
    {
        auto& idle = m_figures.idle;
        ++idle.gaps;
        idle.longestNs = std::max(idle.longestNs, gap.ns());
        const EventId launcher = next && next->known ? next->known->launcher : noEvent;
        const bool isLate = launcher != noEvent && m_trace.startNs[launcher] > gap.startNs;
        const int64_t inLaunchNs = launcher == noEvent ? 0 : inCall(gap, launcher);
        const int64_t restNs = gap.ns() - inLaunchNs;
        idle.launchNs += inLaunchNs;
        if (isLate)
            idle.hostWaitNs += restNs;
        else if (next && !isFirst && gap.ns() < shortGapNs)
            idle.kernelWaitNs += restNs;
        else
            idle.otherNs += restNs;
    }

    /// The part of a gap in which a call of the runtime was running.
    int64_t inCall(const TimeInterval& gap, EventId call) const
    {
        if (m_trace.kind[call] != EventKind::Runtime)
            return 0;
        const int64_t startNs = m_trace.startNs[call];
        const int64_t endNs = startNs + std::max<int64_t>(m_trace.durationNs[call], 0);
        return std::max<int64_t>(std::min(endNs, gap.endNs) - std::max(startNs, gap.startNs), 0);
    }

    const Trace& m_trace;
    const IntervalSet& m_stretches;
    DeviceFigures m_figures;
    std::vector<Work> m_all;
    std::vector<Work> m_cut; ///< by start
    IntervalSet m_busy;
    std::unordered_map<NameId, bool> m_canUse;
    std::unordered_map<NameId, bool> m_isMatrixKernel;
    std::unordered_map<NameId, bool> m_isPinned;
    std::unordered_map<NameId, bool> m_launchesGraph;
};

} // namespace

double DeviceFigures::directionOverlap() const
{
    return share(bothDirectionsNs,
                 std::min(copy(CopyDirection::HostToDevice).ns, copy(CopyDirection::DeviceToHost).ns));
}

std::vector<DeviceFigures> deviceFigures(const Trace& trace, const StepRange& steps)
{
    if (!hasStreams(trace))
        return {};
    const auto counted = countedSteps(trace, steps);
    const IntervalSet stretches = trace.steps.empty() ? wholeOf(trace) : stretchesOf(trace, counted);
    std::map<std::pair<int64_t, int16_t>, DeviceBuilder> builders;
    DeviceWorkWalk walk;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const size_t thread = trace.thread[event];
        if (!isDeviceWork(trace.kind[event]) || thread >= trace.threads.size())
            continue;
        const TraceThread& stream = trace.threads[thread];
        const int64_t start = trace.startNs[event];
        const TimeInterval time{start, start + std::max<int64_t>(trace.durationNs[event], 0)};
        builders.try_emplace({stream.process, stream.device}, trace, stretches)
            .first->second.add({time, event, walk.at(trace, event)});
    }
    std::vector<DeviceFigures> figures;
    for (auto& [key, builder] : builders) {
        if (builder.isEmpty())
            continue;
        figures.push_back(builder.build(key.first, key.second));
    }
    return figures;
}

std::vector<KernelCost> kernelCosts(const std::vector<DeviceFigures>& devices)
{
    std::map<NameId, int64_t> timeOf;
    int64_t workNs = 0;
    for (const DeviceFigures& device : devices) {
        for (const KernelRow& row : device.rows)
            timeOf[row.name] += row.totalNs;
        workNs += device.workSumNs;
    }
    std::vector<KernelCost> costs;
    for (const auto& [name, ns] : timeOf)
        costs.push_back({name, ns, DeviceFigures::share(ns, workNs)});
    std::ranges::stable_sort(costs, std::greater(), &KernelCost::totalNs);
    return costs;
}

} // namespace stepscope
