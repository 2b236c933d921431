#include "core/record/program_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope {

ProgramTrace::ProgramTrace(int64_t process, std::string stepRange)
    : m_process(process)
    , m_names(std::move(stepRange))
{
}

ThreadStream& ProgramTrace::addThread(int64_t threadId, ProbeClock& clock, bool isPython)
{
    m_threads.push_back({.stream = ThreadStream(m_names, clock, isPython),
                         .index = ThreadId(uint16_t(m_traceThreads.size())),
                         .placeOf = {}});
    m_traceThreads.push_back(
        {.id = threadId,
         .name = threadId == m_process ? std::string("main") : fmt::format("thread {}", threadId),
         .process = m_process});
    return m_threads.back().stream;
}

void ProgramTrace::setHandle(size_t index, uint64_t handle)
{
    const auto thread = size_t(m_threads[index].index);
    m_handles.resize(std::max(m_handles.size(), thread + 1));
    m_handles[thread] = handle;
}

/// Adds new names, shapes and threads to the chunk.
void ProgramTrace::announce(TraceChunk& chunk)
{
    for (; m_announcedNames < m_names.names().size(); ++m_announcedNames)
        chunk.newNames.push_back(m_names.names()[NameId(m_announcedNames)]);
    for (; m_announcedShapes < m_names.shapes().size(); ++m_announcedShapes)
        chunk.newShapes.push_back(m_names.shapes()[ShapeId(m_announcedShapes)]);
    for (; m_announcedThreads < m_traceThreads.size(); ++m_announcedThreads)
        chunk.newThreads.push_back(m_traceThreads[m_announcedThreads]);
}

/// Adds the parts of calls that started before the step. Returns their indices in the chunk by their numbers;
/// for a range that is not shown, the index of the call around it.
static std::map<uint64_t, EventId> addLongCalls(const ThreadStream& stream, ThreadId thread,
                                                const FoundStep& step, TraceChunk& chunk)
{
    std::map<uint64_t, EventId> placeOf;
    for (const LongCall& call : stream.longCalls()) {
        if (call.endNs <= step.startNs)
            continue;
        const auto found = placeOf.find(call.parent);
        const EventId parent = found == placeOf.end() ? noEvent : found->second;
        placeOf[call.event] = call.isShown ? EventId(uint32_t(chunk.events.size())) : parent;
        if (!call.isShown)
            continue;
        const int64_t startNs = std::max(call.startNs, step.startNs);
        chunk.events.push_back({.startNs = startNs,
                                .durationNs = std::min(call.endNs, step.endNs) - startNs,
                                .name = call.name,
                                .parent = parent,
                                .thread = thread,
                                .kind = EventKind::PythonFunction});
    }
    return placeOf;
}

/// The innermost enclosing event, starting at `parent`, that is not a Python function; noEvent: none.
static EventId rangeAround(EventId parent, const TraceChunk& chunk)
{
    while (parent != noEvent && chunk.events[parent].kind == EventKind::PythonFunction)
        parent = chunk.events[parent].parent;
    return parent;
}

void ProgramTrace::takeEvents(Thread& thread, const FoundStep& step, TraceChunk& chunk)
{
    const ThreadId index = thread.index;
    const auto longCalls = addLongCalls(thread.stream, index, step, chunk);
    const auto events = thread.stream.events();
    const auto end = std::ranges::lower_bound(events, step.endNs, {}, &StreamEvent::startNs) - events.begin();
    const uint64_t first = thread.stream.firstEvent();
    auto& placeOf = thread.placeOf;
    placeOf.assign(size_t(end), noEvent);
    const auto placeOfNumber = [&](uint64_t number) {
        if (number == StreamEvent::none)
            return noEvent;
        if (number >= first)
            return number - first < placeOf.size() ? placeOf[number - first] : noEvent;
        const auto call = longCalls.find(number);
        return call == longCalls.end() ? noEvent : call->second;
    };
    for (size_t i = 0; i < size_t(end); ++i) {
        const auto& event = events[i];
        const EventId parent = placeOfNumber(event.parent);
        const bool isCall = event.kind == EventKind::PythonFunction && !event.isLost;
        if (event.durationNs < 0 && !isCall) { // its children become children of its parent
            placeOf[i] = parent;
            ++m_unfinished;
            continue;
        }
        const int64_t leftNs = step.endNs - event.startNs;
        const bool isCut = isCall && (event.durationNs < 0 || event.durationNs > leftNs);
        placeOf[i] = EventId(uint32_t(chunk.events.size()));
        const auto* layer = m_names.layer(event.layer);
        const EventId around = rangeAround(parent, chunk);
        const bool isLoss = layer ? layer->isLoss() && around == noEvent
                                  : around != noEvent && chunk.events[around].pass == Pass::Loss;
        const Pass pass = isLoss && event.pass == Pass::Forward ? Pass::Loss : event.pass;
        chunk.events.push_back({.startNs = event.startNs,
                                .durationNs = isCut ? leftNs : event.durationNs,
                                .sequence = event.sequence,
                                .name = event.layer != 0 ? m_names.layerName(event.layer) : event.name,
                                .shape = event.shape,
                                .parent = parent,
                                .thread = index,
                                .pass = pass,
                                .kind = event.kind});
    }
    for (const auto& allocation : thread.stream.allocations()) {
        if (allocation.ns >= step.endNs)
            break;
        chunk.allocations.push_back({.timeNs = allocation.ns,
                                     .bytes = allocation.bytes,
                                     .address = allocation.address,
                                     .event = placeOfNumber(allocation.event),
                                     .thread = index,
                                     .device = allocation.device});
    }
    thread.stream.forget(size_t(end), step.endNs);
}

void ProgramTrace::forgetUntil(int64_t ns)
{
    for (auto& thread : m_threads) {
        const auto events = thread.stream.events();
        const auto end = std::ranges::lower_bound(events, ns, {}, &StreamEvent::startNs) - events.begin();
        thread.stream.forget(size_t(end), ns);
    }
}

TraceChunk ProgramTrace::takeStep(const FoundStep& step, int64_t number, StepPhase phase, bool isWhole)
{
    forgetUntil(step.startNs);
    TraceChunk chunk;
    for (auto& thread : m_threads)
        takeEvents(thread, step, chunk);
    announce(chunk);
    chunk.steps.push_back({.number = number,
                           .startNs = step.startNs,
                           .durationNs = step.endNs - step.startNs,
                           .firstEvent = EventId(0),
                           .endEvent = EventId(uint32_t(chunk.events.size())),
                           .phase = phase});
    m_piece.clearEvents();
    m_piece.append(TraceChunk(chunk));
    if (isWhole)
        m_statistics.addPiece(m_piece);
    ++m_steps;
    return chunk;
}

JoinedWindow ProgramTrace::join(TraceChunk window, const DeviceTrace& device, const WallClock& clock)
{
    auto joined = joinDeviceWork(std::move(window), device, clock, m_names, m_traceThreads, m_handles);
    auto& devices = joined.chunk.newDevices;
    std::erase_if(devices, [&](const TraceDevice& each) {
        return std::ranges::find(m_devices, each.number) != m_devices.end();
    });
    for (const auto& each : devices)
        m_devices.push_back(each.number);
    announce(joined.chunk);
    // Events of the next steps may refer to them.
    m_piece.append({.newNames = joined.chunk.newNames,
                    .newShapes = joined.chunk.newShapes,
                    .newThreads = joined.chunk.newThreads});
    return joined;
}

} // namespace stepscope
