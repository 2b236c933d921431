#include "core/trace/steps/step_breakdown.h"

#include "core/base/percentile.h"
#include "core/language/translation.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/steps/counted_steps.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace stepscope {

namespace {

struct Interval
{
    int64_t startNs;
    int64_t endNs;
    ThreadId thread;
    StepPart part;
};

int64_t endOf(int64_t startNs, int64_t durationNs)
{
    int64_t end = 0;
    const bool overflows = __builtin_add_overflow(startNs, std::max<int64_t>(durationNs, 0), &end);
    return overflows ? std::numeric_limits<int64_t>::max() : end;
}

/// Intervals that do not overlap, in order of time.
class Cover
{
public:
    void clear() { m_intervals.clear(); }
    const std::vector<Interval>& intervals() const { return m_intervals; }

    /// Adds the parts of `added` outside of the previous ones. `added` must be in order of their starts.
    void add(std::span<const Interval> added)
    {
        const size_t known = m_intervals.size();
        size_t next = 0; // of the known ones, the first that ends after the current position
        int64_t until = std::numeric_limits<int64_t>::min();
        for (const Interval& interval : added) {
            int64_t from = std::max(interval.startNs, until);
            if (interval.startNs == interval.endNs && from == interval.startNs && known == 0)
                m_intervals.push_back(interval); // takes no time, but shows that its pass was entered
            while (from < interval.endNs) {
                while (next < known && m_intervals[next].endNs <= from)
                    ++next;
                const bool isTaken = next < known && m_intervals[next].startNs < interval.endNs;
                const int64_t to = isTaken ? std::max(from, m_intervals[next].startNs) : interval.endNs;
                if (to > from)
                    m_intervals.push_back({from, to, interval.thread, interval.part});
                from = isTaken ? m_intervals[next].endNs : to;
            }
            until = std::max(until, interval.endNs);
        }
        std::inplace_merge(m_intervals.begin(), m_intervals.begin() + ptrdiff_t(known), m_intervals.end(),
                           [](const Interval& a, const Interval& b) { return a.startNs < b.startNs; });
    }

private:
    std::vector<Interval> m_intervals;
};

class Splitter
{
public:
    explicit Splitter(const Trace& trace)
        : m_trace(trace)
    {
    }

    StepBreakdown split(const TraceStep& step)
    {
        m_startNs = step.startNs;
        m_endNs = endOf(step.startNs, step.durationNs);
        m_firstEvent = step.firstEvent;
        m_endEvent = std::min(step.endEvent, m_trace.endEvent());
        StepBreakdown result{.number = step.number, .phase = step.phase, .hasWork = hasWork(m_trace, step)};
        for (EventId event = m_firstEvent; event < m_endEvent && !result.isSplit; ++event)
            result.isSplit = !isOnDevice(m_trace.kind[event]);
        result.wallNs = m_endNs - m_startNs;
        if (result.isSplit) {
            const bool anyOthers = gather(false);
            handOut(result);
            if (anyOthers)
                gather(true);
            result.betweenNs = result.wallNs;
            result.betweenInDataNs = result.part(StepPart::Data);
            for (const Interval& interval : m_cover.intervals()) {
                result.betweenNs -= interval.endNs - interval.startNs;
                result.betweenInDataNs -= inData(interval);
            }
        }
        return result;
    }

private:
    /// With `operatorsOnly`, everything except operators is looked through.
    bool isLookedThrough(EventId event, bool operatorsOnly) const
    {
        const EventKind kind = m_trace.kind[event];
        if (operatorsOnly)
            return kind != EventKind::Operator;
        const bool isMark = isScope(kind) || kind == EventKind::Overhead;
        return isOnDevice(kind) || (isMark && m_trace.pass[event] == Pass::Other && kind != EventKind::Layer);
    }

    bool isOutermost(EventId event, bool operatorsOnly) const
    {
        EventId outer = enclosingEvent(m_trace, event);
        while (outer != noEvent && outer >= m_firstEvent && isLookedThrough(outer, operatorsOnly))
            outer = enclosingEvent(m_trace, outer);
        return outer == noEvent || outer < m_firstEvent;
    }

    /// Fills the cover with outermost events, cut at the step's ends. Returns whether they include events
    /// other than operators.
    bool gather(bool operatorsOnly)
    {
        bool anyOthers = false;
        m_intervals.clear();
        for (EventId event = m_firstEvent; event < m_endEvent; ++event) {
            if (isLookedThrough(event, operatorsOnly) || !isOutermost(event, operatorsOnly))
                continue;
            anyOthers = anyOthers || m_trace.kind[event] != EventKind::Operator;
            const int64_t start = m_trace.startNs[event];
            const int64_t end = endOf(start, m_trace.durationNs[event]);
            if ((start < m_startNs && end <= m_startNs) || start > m_endNs)
                continue;
            m_intervals.push_back({std::max(start, m_startNs), std::min(end, m_endNs), m_trace.thread[event],
                                   stepPartOf(m_trace.pass[event])});
        }
        const auto byThread = [](const Interval& a, const Interval& b) {
            return std::tie(a.thread, a.startNs) < std::tie(b.thread, b.startNs);
        };
        if (!std::ranges::is_sorted(m_intervals, byThread))
            std::ranges::stable_sort(m_intervals, byThread);
        m_cover.clear();
        for (auto first = m_intervals.begin(); first != m_intervals.end();) {
            const auto end = std::find_if(first, m_intervals.end(), [&](const Interval& interval) {
                return interval.thread != first->thread;
            });
            m_cover.add({first, end});
            first = end;
        }
        return anyOthers;
    }

    void handOut(StepBreakdown& result)
    {
        m_data.clear();
        auto& parts = result.partNs;
        StepPart before = StepPart::Data;
        int64_t untilNs = m_startNs;
        for (const Interval& interval : m_cover.intervals()) {
            const StepPart between = interval.part == before ? before : StepPart::Other;
            parts[size_t(between)] += interval.startNs - untilNs;
            parts[size_t(interval.part)] += interval.endNs - interval.startNs;
            if (interval.part == StepPart::Data)
                m_data.emplace_back(between == StepPart::Data ? untilNs : interval.startNs, interval.endNs);
            before = interval.part;
            untilNs = interval.endNs;
        }
        parts[size_t(StepPart::Other)] += m_endNs - untilNs;
    }

    /// How much of an interval is in the data pass.
    int64_t inData(const Interval& interval) const
    {
        int64_t ns = 0;
        auto span =
            std::ranges::upper_bound(m_data, interval.startNs, {}, &std::pair<int64_t, int64_t>::second);
        for (; span != m_data.end() && span->first < interval.endNs; ++span)
            ns += std::min(span->second, interval.endNs) - std::max(span->first, interval.startNs);
        return ns;
    }

    const Trace& m_trace;
    int64_t m_startNs = 0;
    int64_t m_endNs = 0;
    EventId m_firstEvent{0};
    EventId m_endEvent{0};
    std::vector<Interval> m_intervals; // reused from step to step
    Cover m_cover;
    std::vector<std::pair<int64_t, int64_t>> m_data; // starts and ends of the data pass, in order of time
};

/// The share needs the total of the wall time.
template<typename NsOf>
StepTimeFigures timeFigures(std::span<const StepBreakdown* const> steps, int64_t wallNs, const NsOf& nsOf)
{
    StepTimeFigures figures;
    std::vector<int64_t> sorted;
    for (const StepBreakdown* step : steps) {
        sorted.push_back(nsOf(*step));
        figures.totalNs += sorted.back();
    }
    if (sorted.empty())
        return figures;
    std::ranges::sort(sorted);
    figures.medianNs = percentile(sorted, 0.5);
    figures.p5Ns = percentile(sorted, 0.05);
    figures.p95Ns = percentile(sorted, 0.95);
    figures.share = wallNs > 0 ? double(figures.totalNs) / double(wallNs) : 0.0;
    return figures;
}

} // namespace

StepPart stepPartOf(Pass pass)
{
    switch (pass) {
    case Pass::Data:
        return StepPart::Data;
    case Pass::Copy:
        return StepPart::Copy;
    case Pass::Forward:
        return StepPart::Forward;
    case Pass::Loss:
        return StepPart::Loss;
    case Pass::Backward:
        return StepPart::Backward;
    case Pass::Optimizer:
        return StepPart::Optimizer;
    case Pass::Other:
        break;
    }
    return StepPart::Other;
}

static constexpr Translatable stepPartTitle(StepPart part)
{
    switch (part) {
    case StepPart::Data:
        return translatable("Data");
    case StepPart::Copy:
        return translatable("Copy");
    case StepPart::Forward:
        return translatable("Forward");
    case StepPart::Loss:
        return translatable("Loss");
    case StepPart::Backward:
        return translatable("Backward");
    case StepPart::Optimizer:
        return translatable("Optimizer");
    case StepPart::Kernel:
        return translatable("Kernel");
    case StepPart::MemoryCopy:
        return translatable("Memory copy");
    case StepPart::MemorySet:
        return translatable("Memory set");
    case StepPart::Communication:
        return translatable("Communication");
    case StepPart::Runtime:
        return translatable("Runtime");
    case StepPart::DataLoader:
        return translatable("Data loader");
    case StepPart::Operator:
        return translatable("CPU operator");
    case StepPart::Other:
        break;
    case StepPart::Idle:
        return translatable("Idle");
    }
    return translatable("Other");
}

const char* stepPartName(StepPart part)
{
    return stepPartTitle(part).english();
}

std::string stepPartWord(StepPart part)
{
    if (part == StepPart::Idle) // an idle device alone is something else, see DeviceFigures
        return translated("Host and device idle");
    return translated(stepPartTitle(part));
}

std::span<const StepPart> partsOf(StepSplit split)
{
    static constexpr std::array passes{StepPart::Data, StepPart::Copy,     StepPart::Forward,
                                       StepPart::Loss, StepPart::Backward, StepPart::Optimizer,
                                       StepPart::Other};
    static constexpr std::array device{StepPart::Kernel,        StepPart::MemoryCopy, StepPart::MemorySet,
                                       StepPart::Communication, StepPart::Runtime,    StepPart::DataLoader,
                                       StepPart::Operator,      StepPart::Other,      StepPart::Idle};
    return split == StepSplit::Device ? std::span<const StepPart>(device) : std::span<const StepPart>(passes);
}

StepPart dataPart(StepSplit split)
{
    return split == StepSplit::Device ? StepPart::DataLoader : StepPart::Data;
}

std::vector<StepBreakdown> stepBreakdowns(const Trace& trace, size_t firstStep, size_t endStep)
{
    std::vector<StepBreakdown> steps;
    Splitter splitter(trace);
    for (size_t i = firstStep; i < std::min(endStep, trace.steps.size()); ++i)
        steps.push_back(splitter.split(trace.steps[i]));
    return steps;
}

std::array<bool, stepPartCount> partsWithEvents(const Trace& trace)
{
    std::array<bool, stepPartCount> parts{};
    parts[size_t(StepPart::Other)] = true;
    const auto add = [&](EventId firstEvent, EventId endEvent) {
        for (EventId event = firstEvent; event < endEvent; ++event) {
            if (!isOnDevice(trace.kind[event]))
                parts[size_t(stepPartOf(trace.pass[event]))] = true;
        }
    };
    if (trace.steps.empty())
        add(EventId(0), trace.endEvent());
    for (const TraceStep& step : trace.steps)
        add(step.firstEvent, std::min(step.endEvent, trace.endEvent()));
    return parts;
}

StepBreakdown wholeBreakdown(const Trace& trace)
{
    int64_t startNs = std::numeric_limits<int64_t>::max();
    int64_t endNs = std::numeric_limits<int64_t>::min();
    for (EventId event(0); event < trace.endEvent(); ++event) {
        startNs = std::min(startNs, trace.startNs[event]);
        endNs = std::max(endNs, endOf(trace.startNs[event], trace.durationNs[event]));
    }
    if (trace.empty())
        return {};
    return Splitter(trace).split({.number = 0,
                                  .startNs = startNs,
                                  .durationNs = endNs - startNs,
                                  .firstEvent = EventId(0),
                                  .endEvent = trace.endEvent()});
}

std::vector<const StepBreakdown*> countedSplits(std::span<const StepBreakdown> steps, const StepRange& range)
{
    const bool anyWork = std::ranges::any_of(
        steps, [&](const StepBreakdown& step) { return step.hasWork && range.contains(step.number); });
    std::vector<const StepBreakdown*> split;
    for (const StepBreakdown& step : steps) {
        if (step.isSplit && range.contains(step.number) && (step.hasWork || !anyWork))
            split.push_back(&step);
    }
    return split;
}

StepFigures stepFigures(std::span<const StepBreakdown> all, const StepRange& range)
{
    StepFigures figures;
    const auto steps = countedSplits(all, range);
    int64_t wallNs = 0;
    for (const StepBreakdown* step : steps) {
        figures.firstStep = figures.steps == 0 ? step->number : std::min(figures.firstStep, step->number);
        figures.lastStep = figures.steps == 0 ? step->number : std::max(figures.lastStep, step->number);
        wallNs += step->wallNs;
        ++figures.steps;
    }
    figures.wall = timeFigures(steps, wallNs, [](const StepBreakdown& step) { return step.wallNs; });
    for (size_t part = 0; part < stepPartCount; ++part)
        figures.parts[part] =
            timeFigures(steps, wallNs, [part](const StepBreakdown& step) { return step.partNs[part]; });
    figures.between = timeFigures(
        steps, wallNs, [](const StepBreakdown& step) { return step.betweenNs - step.betweenInDataNs; });
    return figures;
}

} // namespace stepscope
