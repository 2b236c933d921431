#include "core/import/events/trace_builder.h"

#include "core/base/id_hash.h"
#include "core/import/events/forward_marks.h"
#include "core/import/events/imported_event_list.h"
#include "core/import/events/own_trace.h"
#include "core/import/events/sequence_numbers.h"
#include "core/import/events/side_tables.h"
#include "core/language/translation.h"
#include "core/machine/environment.h"
#include "core/trace/nesting_depth.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace stepscope {

namespace {

/// In whole microseconds, both start and duration are rounded down.
constexpr int64_t wholeUsToleranceNs = 1'000;
constexpr int64_t fineToleranceNs = 20;
/// How far a runtime call and its operator, measured by different clocks, may be apart.
constexpr int64_t clockToleranceNs = 5'000;

EventKind traceKindOf(const ImportedEvent& event, const NameTraits& traits)
{
    switch (event.kind) {
    case ImportedKind::Operator:
        return EventKind::Operator;
    case ImportedKind::Annotation: // files written by Stepscope name the pass
        return event.pass == noPass ? EventKind::Range : EventKind::Layer;
    case ImportedKind::Python:
        return traits.isModule ? EventKind::Layer : EventKind::PythonFunction;
    case ImportedKind::Runtime:
        return EventKind::Runtime;
    case ImportedKind::Overhead:
        return EventKind::Overhead;
    case ImportedKind::Kernel:
        return traits.isCommunication ? EventKind::Communication : EventKind::Kernel;
    case ImportedKind::MemoryCopy:
        return EventKind::MemoryCopy;
    case ImportedKind::MemorySet:
        return EventKind::MemorySet;
    case ImportedKind::Synchronization:
        return EventKind::Synchronization;
    case ImportedKind::DeviceAnnotation:
        return EventKind::DeviceRange;
    case ImportedKind::Instant:
    case ImportedKind::ProfilerSpan:
    case ImportedKind::Unknown:
        break;
    }
    return EventKind::Range;
}

int threadsFor(const ImportOptions& options)
{
    return options.threads > 0 ? options.threads : availableProcessors();
}

class TraceBuilder
{
public:
    TraceBuilder(ImportedEvents events, const TraceHeader& header, const ImportOptions& options)
        : m_options(options)
        , m_header(header)
        , m_texts(std::move(events.texts))
        , m_names(m_texts, m_built.trace, m_built.log)
        , m_tracks(m_texts, events.blocks, m_names)
        , m_list(std::move(events.blocks), m_names, m_tracks, header, threadsFor(options), m_built.log)
    {
    }

    BuiltTrace build();

private:
    /// An event of a thread that has not ended.
    struct Open
    {
        int64_t endNs;
        EventId event; ///< in the trace
        uint32_t externalId;
        EventKind kind;
        Pass pass;
    };
    struct ThreadState
    {
        std::vector<Open> open;
        ImportedEventId last; ///< the previous event, in the list
    };

    void giveOverheadsTheirThread();
    void pickSteps();
    void place(ImportedEventId id);
    bool isDuplicate(const ImportedEvent& event, ThreadState& state);
    bool isTooDeep(const ImportedEvent& event, ThreadState& state);
    const Open* enclosing(const ImportedEvent& event, EventKind kind, ThreadState& state);
    Pass passOf(const ImportedEvent& event, EventKind kind, const Open* parent);
    void placeWork(const ImportedEvent& event, EventId at);
    void beginStepsUntil(int64_t orderNs);
    void placeAllocationsUntil(int64_t timeNs);

    const ImportOptions& m_options;
    const TraceHeader& m_header;
    std::vector<ImportedTexts> m_texts;
    BuiltTrace m_built;
    ImportedNames m_names;
    ImportedTracks m_tracks;
    ImportedEventList m_list;
    std::optional<ForwardMarks> m_forwardMarks;
    SequenceNumbers m_sequences;
    bool m_hasSequences = false;        ///< there are several, which must not be mixed up
    std::vector<ThreadState> m_threads; ///< by track
    std::vector<bool> m_isStep;         ///< by event of the list
    std::vector<EventId> m_placeOf;     ///< by event of the list: in the trace
    size_t m_begunSteps = 0;
    size_t m_endedSteps = 0;
    size_t m_nextAllocation = 0;
    int64_t m_toleranceNs = fineToleranceNs;
};

BuiltTrace TraceBuilder::build()
{
    Trace& trace = m_built.trace;
    m_built.firstNs = m_list.firstNs;
    m_built.isKineto = m_list.isKineto;
    m_built.isOwn = m_list.isOwn;
    if (m_list.isOwn) {
        buildOwnTrace(m_list, m_header, m_names, m_tracks, trace);
        return std::move(m_built);
    }
    constexpr int64_t sinceEpochNs = 1'000'000'000'000'000'000; // a double would lose its last digits
    if (!m_list.hasDecimals || (m_header.baseNs == 0 && m_list.firstNs > sinceEpochNs))
        m_toleranceNs = wholeUsToleranceNs;
    giveOverheadsTheirThread();
    m_tracks.giveIndices(trace, m_built.log);
    m_threads.resize(m_tracks.size());
    m_isStep.resize(m_list.events.size());
    m_placeOf.assign(m_list.events.size(), noEvent);
    m_hasSequences = m_tracks.sequences() > 1;
    m_forwardMarks.emplace(m_list, m_names, m_tracks.size());
    pickSteps();
    const auto order = m_list.inOrder();
    trace.reserveMore(order.size());
    trace.deviceWork.reserve(m_list.work.size());
    for (size_t i = 0; i < order.size(); ++i) {
        constexpr size_t between = 1 << 16;
        if (i % between == 0 && m_options.stop.stop_requested())
            throw ImportCanceled(translated("The import was canceled."));
        const ImportedEvent& event = m_list.events[order[i]];
        const int64_t orderNs = m_list.orderNs(event) - m_list.firstNs;
        placeAllocationsUntil(orderNs);
        beginStepsUntil(orderNs);
        if (!m_isStep[order[i]])
            place(order[i]);
    }
    constexpr int64_t latest = std::numeric_limits<int64_t>::max();
    placeAllocationsUntil(latest);
    beginStepsUntil(latest);
    m_sequences.number(trace);
    addCounters(trace, m_list, m_tracks, m_names, m_built.log);
    addDevices(trace, m_header, m_built.log);
    return std::move(m_built);
}

/// Kineto writes its own work, such as "Activity Buffer Request", into a process -1. It delays the thread
/// that calls the device's runtime just before or after it, and would count as the time of the operator
/// there.
void TraceBuilder::giveOverheadsTheirThread()
{
    constexpr int64_t noProcess = -1;
    constexpr int64_t longestGapNs = 20'000;
    struct Edge
    {
        int64_t ns; ///< where the overhead starts or ends
        ImportedEventId event;
    };
    std::vector<Edge> starts;
    std::vector<Edge> ends;
    for (ImportedEventId i(0); i < m_list.events.size(); ++i) {
        const ImportedEvent& event = m_list.events[i];
        if (event.kind != ImportedKind::Overhead || m_tracks[event.track].thread.process != noProcess)
            continue;
        starts.push_back({event.startNs, i});
        ends.push_back({event.startNs + event.durationNs, i});
    }
    if (starts.empty())
        return;
    std::ranges::sort(starts, {}, &Edge::ns);
    std::ranges::sort(ends, {}, &Edge::ns);
    struct Neighbor
    {
        int64_t gapNs = longestGapNs + 1;
        ImportedTrackId track;
    };
    std::unordered_map<ImportedEventId, Neighbor> neighbors; // by overhead
    const auto note = [&](ImportedEventId overhead, int64_t gapNs, ImportedTrackId track) {
        auto& nearest = neighbors[overhead];
        if (gapNs < nearest.gapNs)
            nearest = {gapNs, track};
    };
    for (ImportedEventId i(0); i < m_list.events.size(); ++i) {
        const ImportedEvent& call = m_list.events[i];
        if (call.kind != ImportedKind::Runtime || m_tracks[call.track].thread.process == noProcess)
            continue;
        const int64_t endNs = call.startNs + call.durationNs;
        const auto after = std::ranges::lower_bound(starts, endNs, {}, &Edge::ns);
        if (after != starts.end())
            note(after->event, after->ns - endNs, call.track);
        const auto before = std::ranges::upper_bound(ends, call.startNs, {}, &Edge::ns);
        if (before != ends.begin())
            note(std::prev(before)->event, call.startNs - std::prev(before)->ns, call.track);
    }
    for (const auto& [overhead, nearest] : neighbors) {
        if (nearest.gapNs > longestGapNs)
            continue;
        ImportedEvent& event = m_list.events[overhead];
        --m_tracks[event.track].events;
        event.track = nearest.track;
        ++m_tracks[event.track].events;
    }
}

/// Picks the steps of the thread with the most steps. Others, and overlapping ones, stay annotations. Steps
/// are renumbered from 0 if their numbers do not increase, as with several recordings in one file.
void TraceBuilder::pickSteps()
{
    auto candidates = m_list.stepEvents;
    if (candidates.empty())
        return;
    const auto most = std::ranges::max_element(
        candidates, {}, [this](ImportedEventId each) { return m_tracks[m_list.events[each].track].steps; });
    const ImportedTrackId track = m_list.events[*most].track;
    std::erase_if(candidates, [&](ImportedEventId each) { return m_list.events[each].track != track; });
    std::ranges::stable_sort(candidates, {},
                             [this](ImportedEventId each) { return m_list.events[each].startNs; });
    int64_t endNs = m_list.firstNs;
    for (const auto each : candidates) {
        const ImportedEvent& event = m_list.events[each];
        if (event.startNs < endNs - m_toleranceNs)
            continue;
        endNs = event.startNs + event.durationNs;
        m_isStep[each] = true;
        m_built.trace.steps.push_back({.number = m_names.traits(event.name).step,
                                       .startNs = event.startNs - m_list.firstNs,
                                       .durationNs = event.durationNs,
                                       .phase = StepPhase::Active});
    }
    auto& steps = m_built.trace.steps;
    if (std::ranges::adjacent_find(steps, std::ranges::greater_equal(), &TraceStep::number) == steps.end())
        return;
    for (size_t i = 0; i < steps.size(); ++i)
        steps[i].number = int64_t(i);
}

void TraceBuilder::beginStepsUntil(int64_t orderNs)
{
    auto& steps = m_built.trace.steps;
    const EventId now = m_built.trace.endEvent();
    while (m_endedSteps < steps.size()) {
        const bool isBegun = m_endedSteps < m_begunSteps;
        TraceStep& step = steps[m_endedSteps];
        if (!isBegun && step.startNs > orderNs)
            return;
        if (!isBegun) {
            step.firstEvent = now;
            ++m_begunSteps;
        }
        // Of two steps that touch, or overlap because of rounding, the later one begins where the earlier one
        // ends.
        int64_t endNs = step.startNs + step.durationNs;
        if (m_endedSteps + 1 < steps.size())
            endNs = std::min(endNs, steps[m_endedSteps + 1].startNs);
        if (endNs > orderNs)
            return;
        step.endEvent = now;
        ++m_endedSteps;
    }
}

/// Events that were written twice also have the same id.
bool TraceBuilder::isDuplicate(const ImportedEvent& event, ThreadState& state)
{
    if (state.last.isNone())
        return false;
    const ImportedEvent& last = m_list.events[state.last];
    return event.startNs == last.startNs && event.durationNs == last.durationNs && event.name == last.name &&
           event.kind == last.kind && event.link == last.link && event.externalId == last.externalId &&
           (event.externalId != 0 || event.link > 0) && event.kind != ImportedKind::Python;
}

/// Whether the thread has too many open events to nest another one.
bool TraceBuilder::isTooDeep(const ImportedEvent& event, ThreadState& state)
{
    if (state.open.size() < mostNestingDepth)
        return false;
    std::erase_if(state.open, [&](const Open& each) { return each.endNs <= event.startNs; });
    return state.open.size() >= mostNestingDepth;
}

/// The innermost event of the thread that encloses this one.
const TraceBuilder::Open* TraceBuilder::enclosing(const ImportedEvent& event, EventKind kind,
                                                  ThreadState& state)
{
    auto& open = state.open;
    const int64_t startNs = event.startNs;
    const int64_t endNs = event.startNs + event.durationNs;
    if (kind == EventKind::Runtime && event.externalId != 0 && !open.empty() &&
        open.back().kind == EventKind::Operator && open.back().externalId == event.externalId &&
        startNs < open.back().endNs + clockToleranceNs)
        return &open.back();
    while (!open.empty() && open.back().endNs <= startNs)
        open.pop_back();
    if (open.empty())
        return nullptr;
    if (endNs <= open.back().endNs)
        return &open.back();
    const bool isOnStream = kind >= EventKind::Kernel;
    if (endNs <= open.back().endNs + m_toleranceNs) {
        m_built.log.count(ImportIssue::ChildrenSticking, !isOnStream);
        return &open.back();
    }
    m_built.log.count(ImportIssue::OverlappingEvents);
    std::erase_if(open, [startNs](const Open& each) { return each.endNs <= startNs; });
    const auto around = std::find_if(open.rbegin(), open.rend(),
                                     [&](const Open& each) { return endNs <= each.endNs + m_toleranceNs; });
    return around == open.rend() ? nullptr : &*around;
}

Pass TraceBuilder::passOf(const ImportedEvent& event, EventKind kind, const Open* parent)
{
    if (event.pass != noPass)
        return Pass(event.pass);
    const NameTraits& traits = m_names.traits(event.name);
    const bool isMarked = kind == EventKind::Operator || kind == EventKind::Range || kind == EventKind::Layer;
    if (isMarked && (event.forwardThread > 0 || traits.isBackward))
        return Pass::Backward;
    if (kind == EventKind::Range && traits.isOptimizer)
        return Pass::Optimizer;
    if (kind == EventKind::Range && traits.isData)
        return Pass::Data;
    const Pass around = parent ? parent->pass : Pass::Other;
    const bool isOutermost = !parent || parent->kind != EventKind::Operator;
    if (kind == EventKind::Operator && traits.isLoss && isOutermost &&
        (around == Pass::Other || around == Pass::Forward))
        return Pass::Loss;
    if (around != Pass::Other || kind == EventKind::PythonFunction)
        return kind == EventKind::PythonFunction ? Pass::Other : around;
    if (kind == EventKind::Range)
        return traits.isForward ? Pass::Forward : Pass::Other;
    if ((kind != EventKind::Operator && kind != EventKind::Layer) || !m_header.isForwardByDefault)
        return Pass::Other;
    const ImportedTracks::Track& track = m_tracks[event.track];
    if (track.hasBackward && !track.hasForward)
        return Pass::Backward;
    return m_forwardMarks->areComplete(event.track) ? Pass::Other : Pass::Forward;
}

void TraceBuilder::place(ImportedEventId id)
{
    const ImportedEvent& event = m_list.events[id];
    const NameTraits& traits = m_names.traits(event.name);
    const EventKind kind = traceKindOf(event, traits);
    ThreadState& state = m_threads[event.track];
    if (isDuplicate(event, state)) {
        m_built.log.count(ImportIssue::DuplicateEvents);
        m_placeOf[id] = m_placeOf[state.last];
        return;
    }
    state.last = id;
    if (isTooDeep(event, state)) {
        m_built.log.count(ImportIssue::NestedTooDeep);
        return;
    }
    Trace& trace = m_built.trace;
    const EventId at = trace.endEvent();
    m_placeOf[id] = at;
    TraceEvent made{.startNs = event.startNs - m_list.firstNs,
                    .durationNs = event.durationNs,
                    .name = m_names.nameOf(event.name),
                    .thread = m_tracks[event.track].index,
                    .kind = kind};
    // There are no calls on a stream: only marked ranges enclose other events.
    const bool isOnStream = kind >= EventKind::Kernel;
    const Open* const parent = isOnStream && state.open.empty() ? nullptr : enclosing(event, kind, state);
    if (parent)
        made.parent = parent->event;
    if (isOnStream) {
        const EventId launcher = event.link >= 0 ? m_placeOf[size_t(event.link)] : noEvent;
        made.pass = launcher != noEvent ? trace.pass[launcher] : Pass::Other;
    } else {
        made.pass = passOf(event, kind, parent);
    }
    const bool isCalled = event.kind == ImportedKind::Operator || event.kind == ImportedKind::Annotation;
    if (isCalled)
        made.shape = ShapeId(uint32_t(event.detail));
    if (isCalled && event.link >= 0) {
        made.sequence = event.link;
        if (m_hasSequences)
            m_sequences.add({at, event.track, event.forwardThread, event.link});
    }
    trace.append(made);
    if (isOnStream)
        placeWork(event, at);
    if (event.durationNs > 0 && (!isOnStream || kind == EventKind::DeviceRange))
        state.open.push_back({event.startNs + event.durationNs, at, event.externalId, kind, made.pass});
}

void TraceBuilder::placeWork(const ImportedEvent& event, EventId at)
{
    TraceDeviceWork work = event.detail.isNone() ? TraceDeviceWork{} : m_list.work[event.detail];
    work.event = at;
    work.launcher = event.link >= 0 ? m_placeOf[size_t(event.link)] : noEvent;
    if (work.direction == CopyDirection::None && event.kind == ImportedKind::MemoryCopy)
        work.direction = m_names.traits(event.name).direction;
    if (work != TraceDeviceWork{.event = at})
        m_built.trace.deviceWork.push_back(work);
}

void TraceBuilder::placeAllocationsUntil(int64_t timeNs)
{
    auto& allocations = m_list.allocations;
    for (; m_nextAllocation < allocations.size(); ++m_nextAllocation) {
        const ImportedAllocation& each = allocations[m_nextAllocation];
        if (each.timeNs - m_list.firstNs >= timeNs)
            return;
        const auto& open = m_threads[each.track].open;
        const auto around = std::find_if(open.rbegin(), open.rend(), [&](const Open& candidate) {
            return candidate.endNs >= each.timeNs;
        });
        m_built.trace.allocations.push_back({.timeNs = each.timeNs - m_list.firstNs,
                                             .bytes = each.bytes,
                                             .address = each.address,
                                             .event = around == open.rend() ? noEvent : around->event,
                                             .thread = m_tracks[each.track].index,
                                             .device = each.device});
    }
    if (timeNs == std::numeric_limits<int64_t>::max())
        giveAddresses(m_built.trace, m_built.log);
}

} // namespace

BuiltTrace buildTrace(ImportedEvents events, const TraceHeader& header, const ImportOptions& options)
{
    return TraceBuilder(std::move(events), header, options).build();
}

} // namespace stepscope
