#include "core/record/program_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stepscope {

ProgramTrace::ProgramTrace(int64_t process, std::string stepRange)
    : m_process(process)
    , m_names(std::move(stepRange))
{
}

ThreadStream& ProgramTrace::addThread(int64_t threadId, ProbeClock& clock, bool isPython)
{
    m_threads.push_back({.stream = ThreadStream(m_names, clock, isPython), .placeOf = {}});
    m_threadIds.push_back(threadId);
    return m_threads.back().stream;
}

/// What is new among names, shapes and threads.
void ProgramTrace::announce(TraceChunk& chunk)
{
    for (; m_announcedNames < m_names.names().size(); ++m_announcedNames)
        chunk.newNames.push_back(m_names.names()[m_announcedNames]);
    for (; m_announcedShapes < m_names.shapes().size(); ++m_announcedShapes)
        chunk.newShapes.push_back(m_names.shapes()[m_announcedShapes]);
    for (; m_announcedThreads < m_threadIds.size(); ++m_announcedThreads) {
        chunk.newThreads.push_back({.id = m_threadIds[m_announcedThreads],
                                    .name = m_threadIds[m_announcedThreads] == m_process
                                                ? std::string("main")
                                                : fmt::format("thread {}", m_threadIds[m_announcedThreads]),
                                    .process = m_process});
    }
}

void ProgramTrace::takeEvents(Thread& thread, uint16_t index, int64_t endNs, TraceChunk& chunk)
{
    const auto events = thread.stream.events();
    const auto end = std::ranges::lower_bound(events, endNs, {}, &StreamEvent::startNs) - events.begin();
    const uint64_t first = thread.stream.firstEvent();
    auto& placeOf = thread.placeOf;
    placeOf.assign(size_t(end), noEvent);
    for (size_t i = 0; i < size_t(end); ++i) {
        const auto& event = events[i];
        const bool hasParent = event.parent != StreamEvent::none && event.parent >= first;
        const uint32_t parent = hasParent ? placeOf[event.parent - first] : noEvent;
        if (event.durationNs < 0) { // what is called by it is as if called by what called it
            placeOf[i] = parent;
            ++m_unfinished;
            continue;
        }
        placeOf[i] = uint32_t(chunk.events.size());
        const auto* layer = m_names.layer(event.layer);
        const bool isLoss = layer ? layer->isLoss() && parent == noEvent
                                  : parent != noEvent && chunk.events[parent].pass == Pass::Loss;
        const Pass pass = isLoss && event.pass == Pass::Forward ? Pass::Loss : event.pass;
        chunk.events.push_back({.startNs = event.startNs,
                                .durationNs = event.durationNs,
                                .sequence = event.sequence,
                                .name = event.layer != 0 ? m_names.layerName(event.layer) : event.name,
                                .shape = event.shape,
                                .parent = parent,
                                .thread = index,
                                .pass = pass,
                                .kind = event.kind});
    }
    thread.stream.forget(size_t(end));
}

void ProgramTrace::forgetUntil(int64_t ns)
{
    for (auto& thread : m_threads) {
        const auto events = thread.stream.events();
        const auto end = std::ranges::lower_bound(events, ns, {}, &StreamEvent::startNs) - events.begin();
        thread.stream.forget(size_t(end));
    }
}

TraceChunk ProgramTrace::takeStep(const FoundStep& step, int64_t number, StepPhase phase)
{
    forgetUntil(step.startNs);
    TraceChunk chunk;
    for (size_t i = 0; i < m_threads.size(); ++i)
        takeEvents(m_threads[i], uint16_t(i), step.endNs, chunk);
    announce(chunk);
    chunk.steps.push_back({.number = number,
                           .startNs = step.startNs,
                           .durationNs = step.endNs - step.startNs,
                           .firstEvent = 0,
                           .endEvent = uint32_t(chunk.events.size()),
                           .phase = phase});
    m_piece.clearEvents();
    m_piece.append(TraceChunk(chunk));
    m_statistics.addPiece(m_piece);
    ++m_steps;
    return chunk;
}

} // namespace stepscope
