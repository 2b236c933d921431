#include "core/trace/trace.h"

#include "core/language/translation.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace stepscope {

static constexpr Translatable passTitle(Pass pass)
{
    switch (pass) {
    case Pass::Data:
        return translatable("Data");
    case Pass::Forward:
        return translatable("Forward");
    case Pass::Loss:
        return translatable("Loss");
    case Pass::Backward:
        return translatable("Backward");
    case Pass::Optimizer:
        return translatable("Optimizer");
    case Pass::Copy:
        return translatable("Copy");
    case Pass::Other:
        break;
    }
    return translatable("Other");
}

const char* passName(Pass pass)
{
    return passTitle(pass).english();
}

std::string passWord(Pass pass)
{
    return translated(passTitle(pass));
}

std::string passInText(Pass pass)
{
    switch (pass) {
    case Pass::Data:
        return translated("data");
    case Pass::Forward:
        return translated("forward");
    case Pass::Loss:
        return translated("loss");
    case Pass::Backward:
        return translated("backward");
    case Pass::Optimizer:
        return translated("optimizer");
    case Pass::Copy:
        return translated("copy");
    case Pass::Other:
        break;
    }
    return translated("other");
}

void Trace::reserveMore(size_t events)
{
    const size_t needed = size() + events;
    const auto grow = [needed](auto&... columns) {
        const auto one = [needed](auto& column) {
            if (needed > column.capacity())
                column.reserve(std::max(needed, column.capacity() + column.capacity() / 8));
        };
        (one(columns), ...);
    };
    grow(startNs, durationNs, sequence, name, shape, parent, thread, pass, kind);
}

void Trace::append(const TraceEvent& event)
{
    startNs.push_back(event.startNs);
    durationNs.push_back(event.durationNs);
    sequence.push_back(event.sequence);
    name.push_back(event.name);
    shape.push_back(event.shape);
    parent.push_back(event.parent);
    thread.push_back(event.thread);
    pass.push_back(event.pass);
    kind.push_back(event.kind);
}

void Trace::append(TraceChunk&& chunk)
{
    const EventId first = endEvent();
    const auto moved = [first](EventId event) { return event == noEvent ? noEvent : EventId(first + event); };
    for (const auto& newName : chunk.newNames) {
        [[maybe_unused]] const uint32_t known = names.size();
        [[maybe_unused]] const NameId id = names.intern(newName);
        assert(id == known && "a chunk's new names are new, or later ids point to the wrong name");
    }
    for (auto& newShape : chunk.newShapes)
        shapes.push_back(std::move(newShape));
    for (auto& newThread : chunk.newThreads)
        threads.push_back(std::move(newThread));
    reserveMore(chunk.events.size());
    const auto appendColumn = [&chunk](auto& column, const auto& valueOf) {
        const size_t before = column.size();
        column.resize(before + chunk.events.size());
        std::ranges::transform(chunk.events, column.begin() + ptrdiff_t(before), valueOf);
    };
    appendColumn(startNs, &TraceEvent::startNs);
    appendColumn(durationNs, &TraceEvent::durationNs);
    appendColumn(sequence, &TraceEvent::sequence);
    appendColumn(name, &TraceEvent::name);
    appendColumn(shape, &TraceEvent::shape);
    appendColumn(parent, [moved](const TraceEvent& event) { return moved(event.parent); });
    appendColumn(thread, &TraceEvent::thread);
    appendColumn(pass, &TraceEvent::pass);
    appendColumn(kind, &TraceEvent::kind);
    for (TraceAllocation& allocation : chunk.allocations) {
        allocation.event = moved(allocation.event);
        allocations.push_back(allocation);
    }
    for (auto& device : chunk.newDevices)
        devices.push_back(std::move(device));
    for (TraceDeviceWork& work : chunk.deviceWork) {
        work.event = EventId(first + work.event);
        work.launcher = moved(work.launcher);
        deviceWork.push_back(work);
    }
    for (TraceStep& step : chunk.steps) {
        step.firstEvent = EventId(first + step.firstEvent);
        step.endEvent = EventId(first + step.endEvent);
        steps.push_back(step);
    }
}

void Trace::clearEvents()
{
    const auto clear = [](auto&... columns) { (columns.clear(), ...); };
    clear(startNs, durationNs, sequence, name, shape, parent, thread, pass, kind);
    clear(steps, allocations, deviceWork, calls);
}

TraceEvent Trace::event(EventId index) const
{
    assert(index < size());
    return {
        .startNs = startNs[index],
        .durationNs = durationNs[index],
        .sequence = sequence[index],
        .name = name[index],
        .shape = shape[index],
        .parent = parent[index],
        .thread = thread[index],
        .pass = pass[index],
        .kind = kind[index],
    };
}

const TraceDeviceWork* Trace::workOf(EventId event) const
{
    const auto at = std::ranges::lower_bound(deviceWork, event, {}, &TraceDeviceWork::event);
    return at != deviceWork.end() && at->event == event ? &*at : nullptr;
}

} // namespace stepscope
