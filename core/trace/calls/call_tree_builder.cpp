#include "core/trace/calls/call_tree_builder.h"

#include "core/trace/loader_threads.h"
#include "core/trace/trace_sums.h"

#include <algorithm>

namespace stepscope {

CallTreeBuilder::CallTreeBuilder(const StepRange& scope)
    : m_scope(scope)
    , m_next{noNode}
{
}

bool CallTreeBuilder::update(const Trace& trace, uint32_t limit)
{
    while (m_tree.names.size() < trace.names.size())
        m_tree.names.push_back(trace.names[NameId(uint32_t(m_tree.names.size()))]);
    m_tree.contents = traceContents(trace);
    m_tree.unit = trace.unit;
    m_tree.hasCalls = m_tree.hasCalls && !m_tree.contents.areFunctions;
    bool isAll = false;
    while (!(isAll = m_at == m_rangeEnd && !nextRange(trace)) && limit > 0) {
        const uint32_t taken = std::min(limit, m_rangeEnd - m_at);
        limit -= taken;
        count(trace, EventId(m_at + taken));
        countAllocations(trace);
    }
    countSteps(trace);
    return isAll;
}

void CallTreeBuilder::addPiece(const Trace& piece)
{
    m_at = m_rangeEnd = m_base = EventId(0);
    m_nextStep = m_nextAllocation = m_countedSteps = 0;
    m_work = {};
    m_nodeOf.clear();
    m_leftOf.clear();
    update(piece);
}

/// Goes to the next events in scope. Consecutive steps are one range, because an event may enclose some of
/// the step after its own.
bool CallTreeBuilder::nextRange(const Trace& trace)
{
    if (m_scope.isAll()) {
        m_rangeEnd = trace.endEvent();
        makeRoom(m_rangeEnd);
        return m_at < m_rangeEnd;
    }
    for (; m_nextStep < trace.steps.size(); ++m_nextStep) {
        const TraceStep& step = trace.steps[m_nextStep];
        const EventId end = std::min(step.endEvent, trace.endEvent());
        if (!m_scope.contains(step.number) || step.firstEvent >= end)
            continue;
        if (step.firstEvent != m_at) {
            m_base = step.firstEvent;
            m_nodeOf.clear();
            m_leftOf.clear();
        }
        m_at = step.firstEvent;
        m_rangeEnd = end;
        makeRoom(end);
        ++m_nextStep;
        return true;
    }
    return false;
}

void CallTreeBuilder::makeRoom(EventId end)
{
    const size_t events = end - m_base;
    if (events <= m_nodeOf.capacity())
        return;
    const size_t room = std::max(events, m_nodeOf.empty() ? 0 : 2 * m_nodeOf.capacity());
    m_nodeOf.reserve(room);
    m_leftOf.reserve(room);
}

/// Up to the first one in an event that has not been counted yet.
void CallTreeBuilder::countAllocations(const Trace& trace)
{
    for (; m_nextAllocation < trace.allocations.size(); ++m_nextAllocation) {
        const TraceAllocation& allocation = trace.allocations[m_nextAllocation];
        if (allocation.event != noEvent && allocation.event >= m_at)
            return;
        if (allocation.event == noEvent || allocation.event < m_base || allocation.bytes <= 0)
            continue;
        m_tree.nodes[m_nodeOf[allocation.event - m_base]].allocatedBytes += allocation.bytes;
        m_tree.hasMemory = true;
    }
}

void CallTreeBuilder::countSteps(const Trace& trace)
{
    for (; m_countedSteps < trace.steps.size() && trace.steps[m_countedSteps].endEvent <= m_at;
         ++m_countedSteps) {
        const TraceStep& step = trace.steps[m_countedSteps];
        if (m_scope.contains(step.number))
            m_tree.steps += isRecorded(step);
    }
}

CallNodeId CallTreeBuilder::passNode(Pass pass)
{
    const size_t known = m_tree.nodes.size();
    const CallNodeId node = m_index.findOrAdd(m_tree.nodes, {rootNode, noName, FrameKind::Pass, pass});
    if (m_tree.nodes.size() > known) {
        m_tree.nodes[node].minNs = 0;
        m_next.push_back(noNode);
    }
    return node;
}

CallNodeId CallTreeBuilder::nodeFor(CallNodeId parent, const Trace& trace, EventId event)
{
    const CallKey key{parent, trace.name[event], frameKindOf(trace.kind[event]), trace.pass[event]};
    CallNodeId node = m_next[m_previous];
    if (node == noNode || !key.isOf(m_tree.nodes[node])) {
        node = m_index.findOrAdd(m_tree.nodes, key);
        m_next.resize(m_tree.nodes.size(), noNode);
        m_next[m_previous] = node;
    }
    return m_previous = node;
}

void CallTreeBuilder::count(const Trace& trace, EventId end)
{
    m_nodeOf.resize(end - m_base);
    m_leftOf.resize(end - m_base);
    for (; m_at < end; ++m_at) {
        if (isLoaderRange(trace, m_at))
            m_nodeOf[m_at - m_base] = rootNode;
        else if (!isOnDevice(trace.kind[m_at]))
            countCall(trace, m_at);
        else if (isDeviceWork(trace.kind[m_at]))
            countDeviceWork(trace, m_at);
        else
            m_nodeOf[m_at - m_base] = passNode(trace.pass[m_at]);
    }
}

/// The event from whose self time an event's duration is subtracted, starting at the enclosing event.
EventId CallTreeBuilder::payerOf(const Trace& trace, EventId enclosing) const
{
    while (m_leftOf[enclosing - m_base] == lookedThrough)
        enclosing = trace.parent[enclosing];
    return enclosing;
}

void CallTreeBuilder::countCall(const Trace& trace, EventId event)
{
    const int64_t duration = std::max<int64_t>(trace.durationNs[event], 0);
    const EventId enclosing = trace.parent[event];
    const bool isNested = enclosing < event && enclosing >= m_base &&
                          trace.thread[enclosing] == trace.thread[event] && !isLoaderRange(trace, enclosing);
    const CallNodeId parent = isNested                    ? m_nodeOf[enclosing - m_base]
                              : m_tree.contents.hasPasses ? passNode(trace.pass[event])
                                                          : rootNode;
    const CallNodeId index = nodeFor(parent, trace, event);
    m_nodeOf[event - m_base] = index;
    const EventId payer = isNested ? payerOf(trace, enclosing) : noEvent;
    const bool isOperators =
        payer != noEvent && !hasOwnTime(trace, event) && trace.kind[payer] == EventKind::Operator;
    m_leftOf[event - m_base] = isOperators ? lookedThrough : duration;

    int64_t taken = isOperators ? duration : 0;
    if (payer != noEvent && !isOperators) {
        int64_t& left = m_leftOf[payer - m_base];
        taken = std::min(duration, left);
        left -= taken;
        m_tree.nodes[m_nodeOf[payer - m_base]].selfNs -= taken;
    }
    if (!isNested) {
        m_tree.nodes[rootNode].totalNs += duration;
        if (parent != rootNode)
            m_tree.nodes[parent].totalNs += duration;
    }
    m_tree.selfNs += duration - taken;

    CallNode& node = m_tree.nodes[index];
    const int64_t calls = callsOf(trace, event);
    m_tree.hasCalls = m_tree.hasCalls || calls > 0;
    node.calls += calls;
    node.selfNs += isOperators ? 0 : duration;
    node.totalNs += duration;
    node.durationNs += duration;
    node.minNs = std::min(node.minNs, duration);
    node.maxNs = std::max(node.maxNs, duration);
}

void CallTreeBuilder::countDeviceWork(const Trace& trace, EventId event)
{
    const int64_t duration = std::max<int64_t>(trace.durationNs[event], 0);
    const TraceDeviceWork* work = m_work.at(trace, event);
    // Its launcher may be in a step that is out of scope.
    const bool isKnown = work && work->launcher < event && work->launcher >= m_base;
    const CallNodeId parent = isKnown ? m_nodeOf[work->launcher - m_base] : passNode(trace.pass[event]);
    const CallNodeId index = nodeFor(parent, trace, event);
    m_nodeOf[event - m_base] = index;
    m_leftOf[event - m_base] = 0;
    m_tree.hasDevice = true;

    CallNode& node = m_tree.nodes[index];
    ++node.calls;
    node.durationNs += duration;
    node.minNs = std::min(node.minNs, duration);
    node.maxNs = std::max(node.maxNs, duration);
    for (CallNodeId at = index; at != noNode; at = m_tree.nodes[at].parent)
        m_tree.nodes[at].deviceNs += duration;
}

CallTree callTree(const Trace& trace, const StepRange& scope)
{
    CallTreeBuilder builder(scope);
    builder.update(trace);
    return builder.takeTree();
}

} // namespace stepscope
