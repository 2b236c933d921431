#include "core/graph/graph_costs.h"

#include "core/trace/autograd_links.h"
#include "core/trace/enclosing_event.h"
#include "core/trace/find_name.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stepscope {

NodeCost& NodeCost::operator+=(const NodeCost& other)
{
    forwardNs += other.forwardNs;
    backwardNs += other.backwardNs;
    flops += other.flops;
    backwardFlops += other.backwardFlops;
    allocatedBytes += other.allocatedBytes;
    backwardBytes += other.backwardBytes;
    return *this;
}

namespace {

/// A function's name without the prefix of autograd's engine.
std::string functionName(const std::string& event)
{
    const auto colon = event.rfind(": ");
    return colon == std::string::npos ? event : event.substr(colon + 2);
}

void add(std::vector<BackwardFunction>& functions, const BackwardFunction& function)
{
    const auto same = std::ranges::find(functions, function.name, &BackwardFunction::name);
    if (same == functions.end()) {
        functions.push_back(function);
        return;
    }
    same->totalNs += function.totalNs;
    same->calls += function.calls;
    same->order = std::min(same->order, function.order);
}

} // namespace

GraphCostBuilder::GraphCostBuilder(std::shared_ptr<const NetworkGraph> graph, const StepRange& range)
    : m_graph(std::move(graph))
    , m_range(range)
{
    for (GraphNodeId node{0}; node < m_graph->nodes.size(); ++node) {
        if (m_graph->nodes[node].kind == GraphNodeKind::Operator)
            m_operators.push_back(node);
    }
    m_sums.nodes.resize(m_graph->nodes.size());
    m_sums.functions.resize(m_graph->nodes.size());
}

GraphCostBuilder::Known GraphCostBuilder::known(const Trace& trace, EventId event, const TraceStep& step)
{
    Known known;
    const auto outer = enclosingEvent(trace, event);
    if (outer != noEvent && outer >= step.firstEvent)
        known = m_known[outer - step.firstEvent];
    if (trace.kind[event] != EventKind::Operator)
        return known;
    const auto sequence = trace.sequence[event];
    if (trace.pass[event] == Pass::Backward) {
        const auto found = m_nodeOfSequence.find(sequence);
        if (found != m_nodeOfSequence.end() && (known.node.isNone() || isAutogradNode(trace, event)))
            known.node = found->second;
    } else if (trace.pass[event] == Pass::Forward) {
        if (!known.isInOperator) {
            if (m_fits && m_next == m_operators.size())
                m_next = 0; // another forward pass in the same step, as in gradient accumulation
            m_fits = m_fits && m_next < m_operators.size() &&
                     m_graph->nodes[m_operators[m_next]].op == trace.names[trace.name[event]];
            known.node = m_fits ? m_operators[m_next] : GraphNodeId();
            ++m_next;
        }
        if (sequence >= 0)
            m_nodeOfSequence[sequence] = known.node;
    }
    return known;
}

void GraphCostBuilder::count(const Trace& trace, EventId event, const TraceStep& step)
{
    auto known = this->known(trace, event, step);
    if (trace.kind[event] == EventKind::Operator) {
        known.isInOperator = true;
        if (!known.node.isNone()) {
            auto& cost = m_step[known.node];
            const bool isBackward = trace.pass[event] == Pass::Backward;
            if (!known.isTimed) {
                (isBackward ? cost.backwardNs : cost.forwardNs) += trace.durationNs[event];
                if (isBackward)
                    m_functions.push_back({known.node, trace.name[event], trace.durationNs[event]});
            }
            known.isTimed = true;
            const int64_t flops = known.flops.enter(m_flops.of(trace, trace.name[event], trace.shape[event]));
            cost.flops += flops;
            cost.backwardFlops += isBackward ? flops : 0;
        }
    }
    m_nodeOfEvent[event] = known.node;
    m_known[event - step.firstEvent] = known;
}

bool GraphCostBuilder::join(const Trace& trace, const TraceStep& step)
{
    m_known.assign(step.endEvent - step.firstEvent, {});
    m_step.assign(m_graph->nodes.size(), {});
    m_functions.clear();
    m_nodeOfSequence.clear();
    m_next = 0;
    m_fits = true;
    for (EventId event = step.firstEvent; event < step.endEvent; ++event)
        count(trace, event, step);
    return m_fits && m_next == m_operators.size();
}

void GraphCostBuilder::keep(const Trace& trace, const TraceStep& step)
{
    std::fill(m_isInRange.begin() + step.firstEvent, m_isInRange.begin() + step.endEvent, true);
    ++m_sums.steps;
    for (size_t i = 0; i < m_step.size(); ++i)
        m_sums.nodes[i] += m_step[i];
    for (size_t i = 0; i < m_functions.size(); ++i) {
        const auto& function = m_functions[i];
        add(m_sums.functions[function.node],
            {functionName(trace.names[function.name]), function.totalNs, 1, uint32_t(i)});
    }
}

void GraphCostBuilder::addAllocations(const Trace& trace)
{
    for (; m_seenAllocations < trace.allocations.size(); ++m_seenAllocations) {
        const auto& allocation = trace.allocations[m_seenAllocations];
        if (allocation.bytes <= 0 || allocation.event >= m_nodeOfEvent.size())
            continue;
        const auto node = m_nodeOfEvent[allocation.event];
        if (node.isNone() || !m_isInRange[allocation.event])
            continue;
        auto& cost = m_sums.nodes[node];
        cost.allocatedBytes += allocation.bytes;
        if (trace.pass[allocation.event] == Pass::Backward)
            cost.backwardBytes += allocation.bytes;
    }
}

bool GraphCostBuilder::update(const Trace& trace, uint32_t limit)
{
    m_nodeOfEvent.resize(trace.size());
    m_isInRange.resize(trace.size());
    uint64_t taken = 0;
    for (; m_seenSteps < trace.steps.size(); ++m_seenSteps) {
        if (taken >= limit)
            return false;
        const auto& step = trace.steps[m_seenSteps];
        if (step.endEvent <= step.firstEvent || step.endEvent > trace.size())
            continue;
        taken += step.endEvent - step.firstEvent;
        const bool isInRange = m_range.contains(step.number);
        if (join(trace, step)) {
            m_sums.hasBackward = m_sums.hasBackward || !m_functions.empty();
            if (isInRange)
                keep(trace, step);
            continue;
        }
        m_sums.otherSteps += isInRange;
        std::fill(m_nodeOfEvent.begin() + step.firstEvent, m_nodeOfEvent.begin() + step.endEvent,
                  GraphNodeId());
    }
    addAllocations(trace);
    return true;
}

GraphCosts GraphCostBuilder::costs() const
{
    auto costs = m_sums;
    if (costs.steps == 0) {
        costs.nodes.clear();
        costs.functions.clear();
    }
    for (auto& functions : costs.functions)
        std::ranges::sort(functions, {}, &BackwardFunction::order);
    return costs;
}

std::vector<GraphNodeId> GraphCostBuilder::nodesOf(const Trace& trace, const std::string& op) const
{
    const auto name = findName(trace, op);
    std::vector<bool> contains(m_graph->nodes.size());
    for (EventId event(0); event < m_nodeOfEvent.size(); ++event) {
        const auto node = m_nodeOfEvent[event];
        if (!node.isNone() && trace.name[event] == name && trace.kind[event] == EventKind::Operator)
            contains[node] = true;
    }
    std::vector<GraphNodeId> nodes;
    for (GraphNodeId node{0}; node < contains.size(); ++node) {
        if (contains[node])
            nodes.push_back(node);
    }
    return nodes;
}

GraphCosts foldedCosts(const GraphCosts& costs, const FoldedGraph& folded)
{
    GraphCosts sums;
    sums.steps = costs.steps;
    sums.otherSteps = costs.otherSteps;
    sums.hasBackward = costs.hasBackward;
    if (costs.nodes.empty())
        return sums;
    sums.nodes.resize(folded.nodes.size());
    sums.functions.resize(folded.nodes.size());
    for (GraphNodeId node{0}; node < costs.nodes.size() && node < folded.nodeOf.size(); ++node) {
        const auto drawn = folded.nodeOf[node];
        sums.nodes[drawn] += costs.nodes[node];
        for (const auto& function : costs.functions[node])
            add(sums.functions[drawn], function);
    }
    for (auto& functions : sums.functions)
        std::ranges::sort(functions, {}, &BackwardFunction::order);
    return sums;
}

} // namespace stepscope
