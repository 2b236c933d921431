#pragma once

#include "core/trace/calls/call_node_index.h"
#include "core/trace/calls/call_tree.h"
#include "core/trace/event_kind.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Makes a top-down tree of a trace, taking in what has been appended since the last call. Times are formed
/// as in OperatorStatisticsBuilder: each operator's self time is the same here and there. Layers and
/// functions of Python outside of operators have the time that they do not spend in operators and the like;
/// inside of operators they have none, for it is the operator's. Marked ranges of devices and their waits are
/// no frames.
class CallTreeBuilder
{
public:
    explicit CallTreeBuilder(const StepRange& scope = {});

    /// Takes in what is new, `limit` events at most, and returns whether that was all. `trace` is always the
    /// same one. Takes 12 bytes an event in scope and time in proportion to what is new.
    bool update(const Trace& trace, uint32_t limit = noEvent);
    /// Takes in the next piece of a trace that comes in pieces: it continues those before, refers to nothing
    /// in them, and has the same names. Takes memory for the largest piece. Not to be mixed with update().
    void addPiece(const Trace& piece);
    const CallTree& tree() const { return m_tree; }
    /// The builder is of no use after that.
    CallTree takeTree() { return std::move(m_tree); }

private:
    bool nextRange(const Trace& trace);
    void makeRoom(uint32_t end);
    void count(const Trace& trace, uint32_t end);
    void countAllocations(const Trace& trace);
    void countSteps(const Trace& trace);
    void countCall(const Trace& trace, uint32_t event);
    void countDeviceWork(const Trace& trace, uint32_t event);
    uint32_t payerOf(const Trace& trace, uint32_t enclosing) const;
    uint32_t passNode(Pass pass);
    uint32_t nodeFor(uint32_t parent, const Trace& trace, uint32_t event);

    StepRange m_scope;
    CallTree m_tree;
    CallNodeIndex m_index;
    std::vector<uint32_t> m_next; ///< by node: the one that came after it last, for steps repeat themselves
    uint32_t m_previous = rootNode;

    uint32_t m_at = 0; ///< the next event
    uint32_t m_rangeEnd = 0;
    uint32_t m_base = 0; ///< the event that m_nodeOf and m_leftOf begin with
    size_t m_nextStep = 0;
    size_t m_nextAllocation = 0;
    size_t m_countedSteps = 0;
    DeviceWorkWalk m_work;
    std::vector<uint32_t> m_nodeOf;
    /// What is left of an event's time after the children seen so far.
    std::vector<int64_t> m_leftOf;
    static constexpr int64_t lookedThrough =
        -1; ///< in m_leftOf: the event's time is that of the operator around
};

/// Of all events in scope.
CallTree callTree(const Trace& trace, const StepRange& scope = {});

} // namespace stepscope
