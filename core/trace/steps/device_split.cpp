#include "core/trace/enclosing_event.h"
#include "core/trace/event_kind.h"
#include "core/trace/loader_threads.h"
#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/step_breakdown.h"

#include <algorithm>
#include <string_view>

namespace stepscope {

namespace {

/// The first part of this split, and how many there are.
constexpr auto firstPart = size_t(StepPart::Kernel);
constexpr size_t countedParts = size_t(StepPart::Idle) - firstPart;

int64_t endOf(const Trace& trace, EventId event)
{
    int64_t end = 0;
    const int64_t duration = std::max<int64_t>(trace.durationNs[event], 0);
    const bool overflows = __builtin_add_overflow(trace.startNs[event], duration, &end);
    return overflows ? std::numeric_limits<int64_t>::max() : end;
}

/// For a range or an operator. The optimizer's update is marked as a range, "Optimizer.step#SGD.step".
StepPart partOfName(std::string_view name)
{
    if (name.starts_with("enumerate(DataLoader)") || name.starts_with("DataLoader"))
        return StepPart::DataLoader;
    return name.starts_with("Optimizer.") ? StepPart::Operator : StepPart::Other;
}

} // namespace

std::optional<StepPart> DeviceSplitter::partOf(const Trace& trace, EventId event)
{
    if (isLoaderRange(trace, event))
        return std::nullopt;
    switch (trace.kind[event]) {
    case EventKind::Kernel:
        return StepPart::Kernel;
    case EventKind::Communication:
        return StepPart::Communication;
    case EventKind::MemoryCopy:
        return StepPart::MemoryCopy;
    case EventKind::MemorySet:
        return StepPart::MemorySet;
    case EventKind::Runtime:
        return StepPart::Runtime;
    case EventKind::Operator:
    case EventKind::Range:
        break;
    case EventKind::Layer:
    case EventKind::PythonFunction:
    case EventKind::Overhead:
        return StepPart::Other;
    case EventKind::Synchronization:
    case EventKind::DeviceRange:
        return std::nullopt;
    }
    if (trace.pass[event] == Pass::Data) // of a training whose loader marks no range, too
        return StepPart::DataLoader;
    m_partOfName.resize(trace.names.size());
    auto& part = m_partOfName[trace.name[event]];
    if (!part)
        part = partOfName(trace.names[trace.name[event]]);
    if (part == StepPart::DataLoader)
        return part;
    return trace.kind[event] == EventKind::Operator ? StepPart::Operator : part;
}

void DeviceSplitter::gather(const Trace& trace, EventId end)
{
    for (; m_nextEvent < end; ++m_nextEvent) {
        const auto part = partOf(trace, m_nextEvent);
        const EventId outer = enclosingEvent(trace, m_nextEvent);
        // Events inside another one of the same part add nothing.
        const bool isInside = outer != noEvent && part == partOf(trace, outer) &&
                              endOf(trace, m_nextEvent) <= endOf(trace, outer);
        if (part && !isInside && trace.durationNs[m_nextEvent] > 0)
            m_spans.push_back({trace.startNs[m_nextEvent], endOf(trace, m_nextEvent), *part});
    }
}

void DeviceSplitter::handOut(StepBreakdown& step, int64_t startNs, int64_t endNs) const
{
    struct Edge
    {
        int64_t ns;
        StepPart part;
        int opens; ///< 1 or -1
    };
    std::vector<Edge> edges;
    edges.reserve(2 * m_spans.size());
    for (const Span& span : m_spans) {
        const int64_t from = std::max(span.startNs, startNs);
        const int64_t to = std::min(span.endNs, endNs);
        if (from >= to)
            continue;
        edges.push_back({from, span.part, 1});
        edges.push_back({to, span.part, -1});
    }
    std::ranges::sort(edges, {}, &Edge::ns);
    std::array<int64_t, countedParts> open{};
    int64_t at = startNs;
    const auto takeUntil = [&](int64_t ns) {
        const auto first = std::ranges::find_if(open, [](int64_t count) { return count > 0; });
        step.partNs[firstPart + size_t(first - open.begin())] += ns - at; // Idle comes after the last one
        if (open[size_t(StepPart::Operator) - firstPart] == 0)
            step.betweenNs += ns - at;
        at = ns;
    };
    for (const Edge& edge : edges) {
        takeUntil(edge.ns);
        open[size_t(edge.part) - firstPart] += edge.opens;
    }
    takeUntil(endNs);
}

StepBreakdown DeviceSplitter::split(const Trace& trace, const TraceStep& step, const DeviceSteps::Time& at)
{
    const EventId end = std::min(step.endEvent, trace.endEvent());
    StepBreakdown result{.number = step.number,
                         .phase = step.phase,
                         .isSplit = end > step.firstEvent,
                         .hasWork = hasWork(trace, step),
                         .wallNs = at.time.ns()};
    // Work that begins after the host's end of the step comes after its events.
    gather(trace, at.lastWork == noEvent ? end : std::max(end, EventId(at.lastWork + 1)));
    if (result.isSplit)
        handOut(result, at.time.startNs, at.time.endNs);
    std::erase_if(m_spans, [&](const Span& span) { return span.endNs <= at.time.endNs; });
    return result;
}

std::vector<StepBreakdown> DeviceSplitter::update(const Trace& trace)
{
    std::vector<StepBreakdown> steps;
    const auto& times = m_times.update(trace);
    for (; m_nextStep < trace.steps.size(); ++m_nextStep)
        steps.push_back(split(trace, trace.steps[m_nextStep], times[m_nextStep]));
    return steps;
}

std::vector<StepBreakdown> DeviceSplitter::addPiece(const Trace& piece)
{
    m_times.nextPiece();
    m_nextStep = 0;
    m_nextEvent = EventId(0);
    auto steps = update(piece);
    gather(piece, piece.endEvent()); // events that reach into the next step
    return steps;
}

} // namespace stepscope
