#pragma once

#include "core/trace/calls/call_node_index.h"
#include "core/trace/calls/call_tree.h"
#include "core/trace/event_kind.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope {

/// Builds a top-down tree of a trace, including everything appended since the last call. Times are computed
/// as in OperatorStatisticsBuilder: each operator has the same self time in both. Layers and Python functions
/// outside of operators have the time that they do not spend in operators and the like; inside of operators
/// they have none, because it is the operator's. Marked ranges on devices and device waits are not frames.
class CallTreeBuilder
{
public:
    explicit CallTreeBuilder(const StepRange& scope = {});

    /// Processes new events, at most `limit`, and returns whether all are processed. `trace` must always be
    /// the same one. Takes 12 bytes per event in scope and time in proportion to the new events.
    bool update(const Trace& trace, uint32_t limit = allEvents);
    /// Processes the next piece of a trace that arrives in pieces: it continues the previous ones, refers to
    /// nothing in them, and has the same names. Takes memory for the largest piece. Do not mix with update().
    void addPiece(const Trace& piece);
    const CallTree& tree() const { return m_tree; }
    /// The builder cannot be used afterwards.
    CallTree takeTree() { return std::move(m_tree); }

private:
    bool nextRange(const Trace& trace);
    void makeRoom(EventId end);
    void count(const Trace& trace, EventId end);
    void countAllocations(const Trace& trace);
    void countSteps(const Trace& trace);
    void countCall(const Trace& trace, EventId event);
    void countDeviceWork(const Trace& trace, EventId event);
    EventId payerOf(const Trace& trace, EventId enclosing) const;
    CallNodeId passNode(Pass pass);
    CallNodeId nodeFor(CallNodeId parent, const Trace& trace, EventId event);

    StepRange m_scope;
    CallTree m_tree;
    CallNodeIndex m_index;
    std::vector<CallNodeId> m_next; ///< by node: the last node that came after it, because steps repeat
    CallNodeId m_previous = rootNode;

    EventId m_at{0}; ///< the next event
    EventId m_rangeEnd{0};
    EventId m_base{0}; ///< the first event of m_nodeOf and m_leftOf
    size_t m_nextStep = 0;
    size_t m_nextAllocation = 0;
    size_t m_countedSteps = 0;
    DeviceWorkWalk m_work;
    std::vector<CallNodeId> m_nodeOf;
    /// The rest of an event's time after the children processed so far.
    std::vector<int64_t> m_leftOf;
    /// In m_leftOf: the event's time is that of the enclosing operator.
    static constexpr int64_t lookedThrough = -1;
};

/// Of all events in scope.
CallTree callTree(const Trace& trace, const StepRange& scope = {});

} // namespace stepscope
