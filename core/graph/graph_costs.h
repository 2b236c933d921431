#pragma once

#include "core/graph/folded_graph.h"
#include "core/graph/network_graph.h"
#include "core/trace/operators/call_flops.h"
#include "core/trace/step_range.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// The cost of one node of the network's graph, summed over recorded steps.
struct NodeCost
{
    int64_t forwardNs = 0;
    int64_t backwardNs = 0; ///< of the autograd functions that belong to it
    int64_t flops = 0;      ///< forward and backward, where formulas are known
    int64_t backwardFlops = 0;
    int64_t allocatedBytes = 0; ///< forward and backward
    int64_t backwardBytes = 0;

    NodeCost& operator+=(const NodeCost& other);
    bool operator==(const NodeCost&) const = default;
};

/// A function of the backward pass, as autograd names it: "ConvolutionBackward0".
struct BackwardFunction
{
    std::string name;
    int64_t totalNs = 0;
    int64_t calls = 0;
    uint32_t order = 0; ///< its position among a step's functions, where it was first seen

    bool operator==(const BackwardFunction&) const = default;
};

struct GraphCosts
{
    std::vector<NodeCost> nodes; ///< one per node of the graph; none when no step matches the graph
    /// By node: the functions that belong to it, in the order in which they ran.
    std::vector<std::vector<BackwardFunction>> functions;
    int64_t steps = 0;      ///< number of summed steps
    int64_t otherSteps = 0; ///< recorded steps whose forward pass ran other operators than the graph's
    /// Functions of the backward pass were recorded in some step that matches the graph, also if it is
    /// outside of the range.
    bool hasBackward = false;
};

/// Joins a trace to the graph of its network. The outermost operators of a step's forward pass are the
/// graph's nodes, in the order in which they ran; a function of the backward pass belongs to the node whose
/// operator has its sequence number.
class GraphCostBuilder
{
public:
    /// `range`: the steps whose costs are summed.
    explicit GraphCostBuilder(std::shared_ptr<const NetworkGraph> graph, const StepRange& range = {});

    /// Processes new steps, at most `limit` events and the rest of a step, and returns whether all are
    /// processed. `trace` must always be the same one. Takes 33 bits per event and time in proportion to the
    /// new events, whatever the range.
    bool update(const Trace& trace, uint32_t limit = allEvents);
    /// The costs so far.
    GraphCosts costs() const;
    /// The nodes whose calls, forward or backward, are or contain calls of this operator in any step
    /// processed so far, also outside of the range, in the order of the graph. Takes time in proportion to
    /// the events.
    std::vector<GraphNodeId> nodesOf(const Trace& trace, const std::string& op) const;

private:
    /// State of an event of the step.
    struct Known
    {
        GraphNodeId node;
        bool isInOperator = false; ///< or is one
        bool isTimed = false;      ///< its time is included, or that of an enclosing event
        FlopsCover flops;          ///< whether its operations count
    };
    struct Function
    {
        GraphNodeId node;
        NameId name;
        int64_t totalNs;
    };

    bool join(const Trace& trace, const TraceStep& step);
    Known known(const Trace& trace, EventId event, const TraceStep& step);
    void count(const Trace& trace, EventId event, const TraceStep& step);
    void keep(const Trace& trace, const TraceStep& step);
    void addAllocations(const Trace& trace);

    std::shared_ptr<const NetworkGraph> m_graph;
    StepRange m_range;
    std::vector<GraphNodeId> m_operators; ///< nodes that are operators
    size_t m_seenSteps = 0;
    size_t m_seenAllocations = 0;
    std::vector<GraphNodeId> m_nodeOfEvent;
    std::vector<bool> m_isInRange; ///< by event
    GraphCosts m_sums;

    // Of the current step:
    std::vector<Known> m_known;
    std::vector<NodeCost> m_step;
    std::vector<Function> m_functions;
    size_t m_next = 0; ///< of m_operators
    bool m_fits = true;
    std::unordered_map<int64_t, GraphNodeId> m_nodeOfSequence;
    CallFlops m_flops;
};

/// Costs of the nodes of a folded graph: those of a collapsed layer are summed, and its functions merged by
/// name.
GraphCosts foldedCosts(const GraphCosts& costs, const FoldedGraph& folded);

} // namespace stepscope
