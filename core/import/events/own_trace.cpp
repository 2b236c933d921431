#include "core/import/events/own_trace.h"

#include "core/trace/nesting_depth.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope {

namespace {

bool isStep(const OwnEvent& own)
{
    return own.kind == OwnEvent::step;
}

EventId indexOf(int64_t number)
{
    return number < 0 ? noEvent : EventId(uint32_t(number));
}

/// Checks that references in the lists are valid and point backwards.
class OwnCheck
{
public:
    OwnCheck(const ImportedEventList& list, const OwnTables& own)
        : m_list(list)
        , m_own(own)
    {
    }

    bool isSound()
    {
        const auto steps = std::ranges::count_if(m_list.own, isStep);
        if (m_list.own.size() != m_list.events.size() || m_own.threads.size() > mostThreads ||
            steps != m_own.steps || int64_t(m_list.own.size()) - steps != m_own.events)
            return false;
        for (ImportedEventId i(0); i < m_list.own.size(); ++i) {
            if (!isStep(m_list.own[i]))
                m_place.push_back(i);
        }
        m_depths.resize(m_place.size());
        uint32_t event = 0;
        for (ImportedEventId i(0); i < m_list.own.size(); ++i) {
            const OwnEvent& own = m_list.own[i];
            if (isStep(own) ? !isStepSound(m_list.events[i], own) : !isEventSound(event++, own))
                return false;
        }
        return std::ranges::all_of(m_list.allocations, [this](const ImportedAllocation& each) {
            return isThread(each.ownThread) && each.ownEvent >= -1 && each.ownEvent < m_own.events;
        });
    }

private:
    static constexpr size_t mostThreads = 0xFFFF;

    bool isThread(int64_t thread) const { return thread >= 0 && thread < int64_t(m_own.threads.size()); }
    bool isBefore(int64_t other, uint32_t event) const { return other >= -1 && other < int64_t(event); }

    bool isEventSound(uint32_t event, const OwnEvent& own)
    {
        if (own.kind < 0 || own.kind > int64_t(EventKind::DeviceRange) || !isThread(own.thread) ||
            !isBefore(own.parent, event) || !isBefore(own.launcher, event))
            return false;
        m_depths[event] = own.parent < 0 ? 1 : m_depths[size_t(own.parent)] + 1;
        if (own.parent < 0)
            return true;
        const ImportedEventId around = m_place[size_t(own.parent)];
        return m_depths[event] <= mostNestingDepth && m_list.own[around].thread == own.thread &&
               m_list.events[around].startNs <= m_list.events[m_place[event]].startNs;
    }

    /// Steps must follow each other.
    bool isStepSound(const ImportedEvent& event, const OwnEvent& own)
    {
        const int64_t number = m_list.stepNumberOf(event);
        const bool isSound = number > m_stepBefore && own.thread >= 0 &&
                             own.thread <= int64_t(StepPhase::WithoutRecorder) && own.parent >= m_stepsEnd &&
                             own.launcher >= own.parent && own.launcher <= m_own.events;
        m_stepBefore = number;
        m_stepsEnd = own.launcher;
        return isSound;
    }

    const ImportedEventList& m_list;
    const OwnTables& m_own;
    std::vector<ImportedEventId> m_place; ///< of each event that is not a step
    std::vector<uint32_t> m_depths;       ///< of the same events
    int64_t m_stepsEnd = 0;
    int64_t m_stepBefore = -1; ///< number of the previous step
};

void addEvents(const ImportedEventList& list, ImportedNames& names, Trace& trace)
{
    trace.reserveMore(list.events.size());
    for (ImportedEventId i(0); i < list.events.size(); ++i) {
        const ImportedEvent& event = list.events[i];
        const OwnEvent& own = list.own[i];
        if (isStep(own)) {
            trace.steps.push_back({.number = list.stepNumberOf(event),
                                   .startNs = event.startNs - list.firstNs,
                                   .durationNs = event.durationNs,
                                   .firstEvent = EventId(own.parent),
                                   .endEvent = EventId(own.launcher),
                                   .phase = StepPhase(own.thread)});
            continue;
        }
        const bool isCalled = event.kind == ImportedKind::Operator || event.kind == ImportedKind::Annotation;
        const bool hasPass = event.pass < passCount;
        TraceDeviceWork work;
        if (isOnDevice(event.kind) && !event.detail.isNone())
            work = list.work[event.detail];
        work.event = trace.endEvent();
        work.launcher = indexOf(own.launcher);
        if (work != TraceDeviceWork{.event = trace.endEvent()})
            trace.deviceWork.push_back(work);
        trace.append({.startNs = event.startNs - list.firstNs,
                      .durationNs = event.durationNs,
                      .sequence = isCalled ? event.link : -1,
                      .name = names.nameOf(event.name),
                      .shape = isCalled ? ShapeId(uint32_t(event.detail)) : noShape,
                      .parent = indexOf(own.parent),
                      .thread = ThreadId(own.thread),
                      .pass = hasPass ? Pass(event.pass) : Pass::Other,
                      .kind = EventKind(own.kind)});
    }
}

void addOwnCounters(const ImportedEventList& list, const OwnTables& own, const ImportedNames& names,
                    ImportedTracks& tracks, Trace& trace)
{
    std::map<std::pair<std::string_view, int64_t>, size_t> counterOf; // by name and process in the file
    for (const OwnTables::Counter& each : own.counters) {
        counterOf.try_emplace({each.counter.name, each.pid}, trace.counters.size());
        trace.counters.push_back(each.counter);
    }
    for (const ImportedCounterValue& each : list.counters) {
        const auto found = counterOf.find({names.text(each.name), tracks[each.track].thread.process});
        if (found != counterOf.end())
            trace.counters[found->second].values.push_back({each.timeNs - list.firstNs, each.value});
    }
    for (TraceCounter& counter : trace.counters)
        std::ranges::stable_sort(counter.values, {}, &TraceCounter::Value::timeNs);
}

} // namespace

bool isOwnTrace(const ImportedEventList& list, const OwnTables& own)
{
    return OwnCheck(list, own).isSound();
}

void buildOwnTrace(const ImportedEventList& list, const TraceHeader& header, ImportedNames& names,
                   ImportedTracks& tracks, Trace& trace)
{
    trace.threads = header.own->threads;
    trace.devices = header.devices;
    addEvents(list, names, trace);
    for (const ImportedAllocation& each : list.allocations)
        trace.allocations.push_back({.timeNs = each.timeNs - list.firstNs,
                                     .bytes = each.bytes,
                                     .address = each.address,
                                     .event = indexOf(each.ownEvent),
                                     .thread = ThreadId(each.ownThread),
                                     .device = each.device});
    addOwnCounters(list, *header.own, names, tracks, trace);
}

} // namespace stepscope
