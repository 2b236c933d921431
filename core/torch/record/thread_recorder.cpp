#include "core/torch/record/thread_recorder.h"

#include "core/trace/convolution_arguments.h"

#include <algorithm>
#include <cstring>

namespace stepscope {

NameId ThreadRecorder::internName(const char* name)
{
    auto& known = m_knownNames[mixHash(0, reinterpret_cast<uintptr_t>(name)) % m_knownNames.size()];
    if (known.given != name || std::strcmp(known.own, name) != 0) { // some names are in memory that is reused
        known.id = m_names.intern(name);
        known.own = m_names[known.id].c_str();
        known.given = name;
    }
    return known.id;
}

uint32_t ThreadRecorder::totalRow(NameId name, ShapeId shape, Pass pass)
{
    const auto hash = mixHash(mixHash(uint64_t(pass), name), shape);
    const auto found = m_totalRows.find(hash, [&](uint32_t row) {
        const auto& total = m_totals[row];
        return total.name == name && total.shape == shape && total.pass == pass;
    });
    if (found != HashIndex::none)
        return found;
    const auto row = uint32_t(m_totals.size());
    auto& total = m_totals.emplace_back();
    total.name = name;
    total.shape = shape;
    total.pass = pass;
    m_totalRows.add(hash, row);
    return row;
}

ShapeId ThreadRecorder::internShapes(const at::RecordFunction& function, NameId name)
{
    while (m_convolutions.size() <= name)
        m_convolutions.push_back(convolutionArguments(m_names[NameId(uint32_t(m_convolutions.size()))]));
    return m_shapes.intern(function.inputs(), m_convolutions[name]);
}

void ThreadRecorder::enter(const at::RecordFunction& function, Pass pass, bool withShapes, bool keepEvent)
{
    const bool isLayer = function.scope() == at::RecordScope::USER_SCOPE;
    const auto name = internName(function.name());
    const auto shape = withShapes && !isLayer ? internShapes(function, name) : noShape;

    auto event = noEvent;
    if (keepEvent) {
        event = EventId(uint32_t(m_events.size()));
        auto& kept = m_events.emplace_back();
        kept.sequence = function.seqNr();
        kept.name = name;
        kept.shape = shape;
        kept.parent = m_stack.empty() ? noEvent : m_stack.back().event;
        kept.pass = pass;
        kept.kind = isLayer ? EventKind::Layer : EventKind::Operator;
    }
    auto& frame = m_stack.emplace_back();
    frame.childNs = 0;
    frame.event = event;
    frame.total = isLayer ? noTotal : totalRow(name, shape, pass);
    frame.name = name;
    frame.pass = pass;
    frame.startNs = m_clock.nowNs(); // last, so that recording does not count as the operator's own time
    if (event != noEvent)
        m_events[event].startNs = frame.startNs;
}

void ThreadRecorder::exit()
{
    const auto endNs = m_clock.nowNs();
    if (m_stack.empty())
        return; // it was entered before the recording started
    const Frame frame = m_stack.back();
    m_stack.pop_back();

    const auto durationNs = endNs - frame.startNs;
    if (frame.event != noEvent)
        m_events[frame.event].durationNs = durationNs;
    if (frame.total == noTotal) {
        if (!m_stack.empty())
            m_stack.back().childNs += frame.childNs; // layers are transparent
        return;
    }
    if (!m_stack.empty())
        m_stack.back().childNs += durationNs;
    count(frame, durationNs);
}

void ThreadRecorder::count(const Frame& frame, int64_t durationNs)
{
    auto& total = m_totals[frame.total];
    bool insideSameRow = false;
    bool insideSameOperator = false;
    for (const auto& outer : m_stack) {
        if (outer.total == noTotal)
            continue;
        insideSameRow |= outer.total == frame.total;
        insideSameOperator |= outer.name == frame.name && outer.pass == frame.pass;
    }
    total.minNs = total.calls == 0 ? durationNs : std::min(total.minNs, durationNs);
    total.maxNs = std::max(total.maxNs, durationNs);
    ++total.calls;
    total.selfNs += durationNs - frame.childNs;
    total.durationNs += durationNs;
    if (!insideSameRow)
        total.totalNs += durationNs;
    if (!insideSameOperator)
        total.totalAnyShapeNs += durationNs;
}

void ThreadRecorder::allocate(const void* address, int64_t bytes, int16_t device)
{
    m_allocations.push_back({.timeNs = m_clock.nowNs(),
                             .bytes = bytes,
                             .address = uint64_t(reinterpret_cast<uintptr_t>(address)),
                             .event = m_stack.empty() ? noEvent : m_stack.back().event,
                             .device = device});
}

/// Takes the content and leaves an empty vector.
template<typename T>
static std::vector<T> take(std::vector<T>& values)
{
    std::vector<T> taken;
    taken.reserve(values.size());
    taken.swap(values);
    return taken;
}

std::vector<TraceEvent> ThreadRecorder::takeEvents()
{
    return take(m_events);
}

std::vector<TraceAllocation> ThreadRecorder::takeAllocations()
{
    return take(m_allocations);
}

} // namespace stepscope
