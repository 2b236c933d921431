#include "core/trace/operators/operator_details.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/event_duration.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace stepscope {

std::set<NameId> namesOfSeveralPasses(const std::vector<OperatorDetails::Call>& calls)
{
    std::map<NameId, Pass> passes;
    std::set<NameId> names;
    for (const OperatorDetails::Call& call : calls) {
        if (passes.try_emplace(call.name, call.pass).first->second != call.pass)
            names.insert(call.name);
    }
    return names;
}

OperatorDetailsBuilder::OperatorDetailsBuilder(const std::vector<OperatorRowId>& rows,
                                               OperatorGrouping grouping, const StepRange& range,
                                               std::shared_ptr<DeviceSteps> deviceSteps)
    : m_isByOperator(isByOperator(grouping))
    , m_range(range)
    , m_deviceSteps(deviceSteps ? std::move(deviceSteps) : std::make_shared<DeviceSteps>())
{
    for (const auto row : rows) {
        if (row >= m_isWanted.size())
            m_isWanted.resize(row + 1);
        m_isWanted[row] = true;
    }
}

bool OperatorDetailsBuilder::update(const Trace& trace, std::span<const OperatorRowId> rowOfEvent,
                                    uint32_t limit)
{
    const auto all = uint32_t(rowOfEvent.size());
    const EventId end(m_seenEvents + std::min(limit, all - m_seenEvents));
    for (; m_seenEvents < end; ++m_seenEvents) {
        const EventId event = m_seenEvents;
        const EventKind kind = trace.kind[event];
        EventId caller = noEvent;
        if (kind == EventKind::Operator) {
            caller = operatorAround(trace, enclosingEvent(trace, event));
        } else if (isDeviceWork(kind)) {
            while (m_work < trace.deviceWork.size() && trace.deviceWork[m_work].event < event)
                ++m_work;
            if (m_work < trace.deviceWork.size() && trace.deviceWork[m_work].event == event &&
                trace.deviceWork[m_work].launcher < event)
                caller = operatorAround(trace, trace.deviceWork[m_work].launcher);
        } else {
            continue;
        }
        const bool isCall = isWanted(rowOfEvent[event]);
        const bool isCallee = caller != noEvent && isWanted(rowOfEvent[caller]);
        if (isCall) {
            bool isNested = isCallee;
            for (EventId outer = caller; !isNested && outer != noEvent; outer = enclosingEvent(trace, outer))
                isNested = isWanted(rowOfEvent[outer]);
            if (!isNested || m_isByOperator)
                countCall(trace, event, caller, isNested);
        }
        if (isCallee && (!isCall || m_isByOperator))
            countCallee(trace, event);
    }
    return m_seenEvents == all;
}

OperatorDetails::Call& OperatorDetailsBuilder::callOf(std::vector<OperatorDetails::Call>& calls,
                                                      FlatIndex<CallId>& index,
                                                      const OperatorDetails::Call& like)
{
    CallId& at = index[uint64_t(like.name) << 8 | uint64_t(like.pass) << 1 | uint64_t(like.isDeviceWork)];
    if (at.isNone()) {
        at = CallId(uint32_t(calls.size()));
        calls.push_back(like);
    }
    return calls[at];
}

void OperatorDetailsBuilder::countCall(const Trace& trace, EventId event, EventId caller, bool isNested)
{
    const int64_t duration = isNested ? 0 : durationOf(trace, event);
    DetailsShapeId& at = m_shapeAt[trace.shape[event]];
    if (at.isNone()) {
        at = DetailsShapeId(uint32_t(m_details.shapes.size()));
        m_details.shapes.push_back({.shape = trace.shape[event]});
    }
    OperatorDetails::Shape& shape = m_details.shapes[at];
    ++shape.calls;
    shape.ns += duration;

    OperatorDetails::Call& made = callOf(
        m_details.callers, m_callerAt,
        caller == noEvent ? OperatorDetails::Call{}
                          : OperatorDetails::Call{.name = trace.name[caller], .pass = trace.pass[caller]});
    ++made.calls;
    made.ns += duration;
    countInStep(trace, event, duration);
}

/// As an index in Trace::steps; none: the event is outside of all steps.
std::optional<size_t> OperatorDetailsBuilder::stepOf(const Trace& trace, EventId event)
{
    if (isDeviceWork(trace.kind[event])) {
        m_deviceSteps->update(trace);
        const auto step = m_deviceSteps->stepOfWork(trace, event);
        if (m_range.isAll() || (step && m_range.contains(trace.steps[*step].number)))
            return step;
    }
    while (m_step < trace.steps.size() && trace.steps[m_step].endEvent <= event)
        ++m_step;
    const bool isInStep = m_step < trace.steps.size() && trace.steps[m_step].firstEvent <= event;
    return isInStep ? std::optional(m_step) : std::nullopt;
}

void OperatorDetailsBuilder::countInStep(const Trace& trace, EventId event, int64_t duration)
{
    if (!m_countsWorkInSteps && isDeviceWork(trace.kind[event])) {
        m_details.areStepsPartial = true;
        return;
    }
    const auto index = stepOf(trace, event);
    if (!index)
        return;
    // Mostly the last one, but work of an earlier step may begin later.
    const auto place = std::ranges::lower_bound(m_countedSteps, *index);
    const auto at = place - m_countedSteps.begin();
    if (place == m_countedSteps.end() || *place != *index) {
        m_countedSteps.insert(place, *index);
        m_details.steps.insert(m_details.steps.begin() + at, {.number = trace.steps[*index].number});
    }
    OperatorDetails::Step& step = m_details.steps[size_t(at)];
    ++step.calls;
    step.ns += duration;
    step.longestNs = std::max(step.longestNs, durationOf(trace, event));
}

void OperatorDetailsBuilder::countCallee(const Trace& trace, EventId event)
{
    OperatorDetails::Call& called = callOf(m_details.callees, m_calleeAt,
                                           {.name = trace.name[event],
                                            .pass = trace.pass[event],
                                            .isDeviceWork = isDeviceWork(trace.kind[event])});
    ++called.calls;
    called.ns += durationOf(trace, event);
}

OperatorDetails OperatorDetailsBuilder::details() const
{
    OperatorDetails details = m_details;
    std::ranges::stable_sort(details.shapes, std::greater<>(), &OperatorDetails::Shape::ns);
    std::ranges::stable_sort(details.callers, std::greater<>(), &OperatorDetails::Call::ns);
    std::ranges::stable_sort(details.callees, std::greater<>(), &OperatorDetails::Call::ns);
    return details;
}

} // namespace stepscope
