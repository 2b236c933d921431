#include "core/import/ranks/rank_merge.h"

#include "core/base/error.h"
#include "core/language/translation.h"
#include "core/trace/steps/rank_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>

namespace stepscope {

namespace {

/// A part being merged.
struct RankSource
{
    const RankPart* part;
    std::vector<NameId> names; ///< by the part's ids
    std::vector<ShapeId> shapes;
    std::map<int16_t, int16_t> devices;
    std::vector<EventId> placeOf; ///< by the part's events
    uint16_t firstThread = 0;
    int64_t firstSequence = 0;
    EventId next{0}; ///< event
    size_t nextStep = 0;
    EventId openStep = noEvent; ///< the event of the current step, in the merged trace
    int64_t openEndNs = 0;
    int64_t keyNs = std::numeric_limits<int64_t>::min();

    const Trace& trace() const { return part->trace; }
    bool isStepNext() const
    {
        const auto& steps = trace().steps;
        return nextStep < steps.size() && (next == trace().size() || steps[nextStep].firstEvent <= next);
    }
    bool isOver() const { return next == trace().size() && nextStep == trace().steps.size(); }
    /// The sort key of the next event among the parts; never decreases, because a part keeps its order.
    int64_t nextKey()
    {
        const int64_t startNs = isStepNext() ? trace().steps[nextStep].startNs : trace().startNs[next];
        keyNs = std::max(keyNs, startNs + part->offsetNs);
        return keyNs;
    }
};

class RankMerger
{
public:
    explicit RankMerger(const std::vector<RankPart>& parts)
        : m_parts(parts)
    {
    }

    Trace merge()
    {
        numberDevices();
        for (const RankPart& part : m_parts)
            open(part);
        placeAll();
        for (const RankSource& source : m_sources)
            takeRest(source);
        std::ranges::sort(m_whole.deviceWork, {}, &TraceDeviceWork::event);
        return std::move(m_whole);
    }

    bool isRenumbered() const { return m_isRenumbered; }

private:
    void numberDevices();
    void open(const RankPart& part);
    void placeAll();
    void placeStep(RankSource& source);
    void placeEvent(RankSource& source);
    void markSteps(int64_t ns);
    void takeRest(const RankSource& source);

    const std::vector<RankPart>& m_parts;
    Trace m_whole;
    std::vector<RankSource> m_sources;
    StringTable<ShapeId> m_shapes;
    std::vector<std::map<int16_t, int16_t>> m_deviceOf; ///< by part
    bool m_isRenumbered = false;
    int64_t m_nextSequence = 0;
    size_t m_markedSteps = 0;
    bool m_isStepBegun = false;
};

/// Devices keep their numbers if no two ranks have the same; otherwise all are renumbered.
void RankMerger::numberDevices()
{
    std::set<int16_t> taken;
    std::vector<std::set<int16_t>> devices;
    for (const RankPart& part : m_parts) {
        auto& own = devices.emplace_back();
        for (const TraceThread& thread : part.trace.threads) {
            if (thread.isStream())
                own.insert(thread.device);
        }
        for (const int16_t device : own)
            m_isRenumbered = !taken.insert(device).second || m_isRenumbered;
    }
    int16_t next = 0;
    for (const auto& own : devices) {
        auto& of = m_deviceOf.emplace_back();
        for (const int16_t device : own)
            of[device] = m_isRenumbered ? next++ : device;
    }
}

void RankMerger::open(const RankPart& part)
{
    const Trace& trace = part.trace;
    RankSource& source = m_sources.emplace_back();
    source.part = &part;
    source.devices = m_deviceOf[m_sources.size() - 1];
    source.firstThread = uint16_t(m_whole.threads.size());
    source.placeOf.assign(trace.size(), noEvent);
    source.firstSequence = m_nextSequence;
    if (m_whole.threads.size() + trace.threads.size() > std::numeric_limits<uint16_t>::max())
        throw Error(translated("Together, the ranks have more than 65,535 threads."));
    for (TraceThread thread : trace.threads) {
        thread.process = part.rank;
        if (thread.isStream())
            thread.device = source.devices.at(thread.device);
        m_whole.threads.push_back(std::move(thread));
    }
    for (NameId name(0); name < trace.names.size(); ++name)
        source.names.push_back(m_whole.names.intern(trace.names[name]));
    for (const std::string& shape : trace.shapes) {
        const ShapeId id = m_shapes.intern(shape);
        if (id == m_whole.shapes.size())
            m_whole.shapes.push_back(shape);
        source.shapes.push_back(id);
    }
    for (const int64_t sequence : trace.sequence)
        m_nextSequence = std::max(m_nextSequence, source.firstSequence + sequence + 1);
}

void RankMerger::placeAll()
{
    uint64_t events = 0;
    for (const RankPart& part : m_parts)
        events += part.trace.size() + part.trace.steps.size();
    if (events >= noEvent)
        throw Error(translated("Together, the ranks have more than 4,294,967,294 events."));
    m_whole.reserveMore(size_t(events));
    for (TraceStep step : m_parts.front().trace.steps) {
        step.startNs += m_parts.front().offsetNs;
        m_whole.steps.push_back(step);
    }
    using Next = std::pair<int64_t, size_t>; // key and source
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    for (size_t i = 0; i < m_sources.size(); ++i) {
        if (!m_sources[i].isOver())
            queue.push({m_sources[i].nextKey(), i});
    }
    while (!queue.empty()) {
        const auto [keyNs, index] = queue.top();
        queue.pop();
        RankSource& source = m_sources[index];
        markSteps(keyNs);
        source.isStepNext() ? placeStep(source) : placeEvent(source);
        if (!source.isOver())
            queue.push({source.nextKey(), index});
    }
    markSteps(std::numeric_limits<int64_t>::max());
}

/// Assigns to the steps of the lowest rank the events that begin in them.
void RankMerger::markSteps(int64_t ns)
{
    auto& steps = m_whole.steps;
    while (m_markedSteps < steps.size()) {
        TraceStep& step = steps[m_markedSteps];
        if (!m_isStepBegun && step.startNs > ns)
            return;
        if (!m_isStepBegun)
            step.firstEvent = m_whole.endEvent();
        m_isStepBegun = true;
        int64_t endNs = step.startNs + step.durationNs;
        if (m_markedSteps + 1 < steps.size())
            endNs = std::min(endNs, steps[m_markedSteps + 1].startNs);
        if (endNs > ns)
            return;
        step.endEvent = m_whole.endEvent();
        m_isStepBegun = false;
        ++m_markedSteps;
    }
}

void RankMerger::placeStep(RankSource& source)
{
    const TraceStep& step = source.trace().steps[source.nextStep++];
    const auto isHost = [](const TraceThread& thread) { return !thread.isStream(); };
    const auto& threads = source.trace().threads;
    const auto thread = std::ranges::find_if(threads, isHost); // importers put that with the steps first
    if (thread == threads.end())
        return;
    source.openStep = m_whole.endEvent();
    source.openEndNs = step.startNs + step.durationNs;
    m_whole.append({.startNs = step.startNs + source.part->offsetNs,
                    .durationNs = step.durationNs,
                    .name = m_whole.names.intern(fmt::format("{}{}", rankStepPrefix, step.number)),
                    .thread = ThreadId(source.firstThread + (thread - threads.begin())),
                    .kind = EventKind::Range});
}

void RankMerger::placeEvent(RankSource& source)
{
    const EventId index = source.next;
    ++source.next;
    TraceEvent event = source.trace().event(index);
    source.placeOf[index] = m_whole.endEvent();
    const int64_t endNs = event.startNs + event.durationNs;
    event.startNs += source.part->offsetNs;
    event.name = source.names[event.name];
    event.thread = ThreadId(event.thread + source.firstThread);
    if (event.shape != noShape)
        event.shape = source.shapes[event.shape];
    if (event.sequence >= 0)
        event.sequence += source.firstSequence;
    const bool isInStep = source.openStep != noEvent && endNs <= source.openEndNs &&
                          event.thread == m_whole.thread[source.openStep];
    if (event.parent != noEvent)
        event.parent = source.placeOf[event.parent];
    else if (isInStep)
        event.parent = source.openStep;
    m_whole.append(event);
}

void RankMerger::takeRest(const RankSource& source)
{
    const Trace& trace = source.trace();
    const auto deviceOf = [&](int16_t device) {
        const auto known = source.devices.find(device);
        return known == source.devices.end() ? device : known->second;
    };
    const auto placeOf = [&](EventId event) { return event == noEvent ? noEvent : source.placeOf[event]; };
    for (TraceDeviceWork work : trace.deviceWork) {
        work.event = placeOf(work.event);
        work.launcher = placeOf(work.launcher);
        m_whole.deviceWork.push_back(work);
    }
    const auto number = uint64_t(&source - m_sources.data());
    for (TraceAllocation allocation : trace.allocations) {
        constexpr int addressBits = 57; // the most that processors use: each process has its own addresses
        allocation.timeNs += source.part->offsetNs;
        allocation.event = placeOf(allocation.event);
        allocation.address ^= number << addressBits;
        allocation.thread = ThreadId(allocation.thread + source.firstThread);
        allocation.device = allocation.device < 0 ? allocation.device : deviceOf(allocation.device);
        m_whole.allocations.push_back(allocation);
    }
    for (TraceCounter counter : trace.counters) {
        counter.process = source.part->rank;
        counter.device = counter.device < 0 ? counter.device : deviceOf(counter.device);
        for (auto& value : counter.values)
            value.timeNs += source.part->offsetNs;
        m_whole.counters.push_back(std::move(counter));
    }
    for (TraceDevice device : trace.devices) {
        if (m_isRenumbered && !source.devices.contains(device.number))
            continue; // a file lists all devices of its machine
        device.number = deviceOf(device.number);
        if (std::ranges::find(m_whole.devices, device.number, &TraceDevice::number) == m_whole.devices.end())
            m_whole.devices.push_back(std::move(device));
    }
}

} // namespace

Trace mergeRanks(const std::vector<RankPart>& parts, bool& renumbered)
{
    RankMerger merger(parts);
    Trace whole = merger.merge();
    renumbered = merger.isRenumbered();
    return whole;
}

} // namespace stepscope
