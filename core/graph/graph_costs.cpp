#include "core/graph/graph_costs.h"

#include "core/trace/enclosing_event.h"
#include "core/trace/operator_flops.h"

#include <algorithm>
#include <unordered_map>

namespace stepscope {

namespace {

constexpr int32_t noNode = -1;

/// What is known of an event of the step.
struct Known
{
    int32_t node = noNode;
    bool isInOperator = false; ///< or is one
    bool isTimed = false;      ///< its time, or that of an event around it
    bool isCounted = false;    ///< its operations likewise
};

class Join
{
public:
    Join(const NetworkGraph& graph, const Trace& trace)
        : m_graph(graph)
        , m_trace(trace)
    {
        for (int32_t i = 0; i < int32_t(graph.nodes.size()); ++i) {
            if (graph.nodes[size_t(i)].kind == GraphNodeKind::Operator)
                m_operators.push_back(i);
        }
        m_nodeOfEvent.resize(trace.size(), noNode);
    }

    GraphCosts costs();

private:
    bool join(const TraceStep& step);
    Known known(uint32_t event, const TraceStep& step);
    void count(uint32_t event, const TraceStep& step);
    int64_t flopsOf(uint32_t event);

    const NetworkGraph& m_graph;
    const Trace& m_trace;
    std::vector<int32_t> m_operators; ///< nodes that are operators
    std::vector<int32_t> m_nodeOfEvent;
    std::vector<Known> m_known; ///< of the step's events
    std::vector<NodeCost> m_step;
    size_t m_next = 0; ///< of m_operators
    bool m_fits = true;
    std::unordered_map<int64_t, int32_t> m_nodeOfSequence;
    std::unordered_map<uint64_t, int64_t> m_flops; ///< by name and shape
};

int64_t Join::flopsOf(uint32_t event)
{
    const auto shape = m_trace.shape[event];
    if (shape >= m_trace.shapes.size())
        return 0;
    const auto [entry, isNew] = m_flops.try_emplace(uint64_t(m_trace.name[event]) << 32 | shape, 0);
    if (isNew)
        entry->second = operatorFlops(m_trace.names[m_trace.name[event]], m_trace.shapes[shape]).value_or(0);
    return entry->second;
}

Known Join::known(uint32_t event, const TraceStep& step)
{
    Known known;
    const auto outer = enclosingEvent(m_trace, event);
    if (outer != noEvent && outer >= step.firstEvent)
        known = m_known[outer - step.firstEvent];
    if (m_trace.kind[event] == EventKind::Layer)
        return known;
    const auto sequence = m_trace.sequence[event];
    if (m_trace.pass[event] == Pass::Backward) {
        const auto found = m_nodeOfSequence.find(sequence);
        if (sequence >= 0 && found != m_nodeOfSequence.end())
            known.node = found->second;
    } else if (m_trace.pass[event] == Pass::Forward) {
        if (!known.isInOperator) {
            m_fits = m_fits && m_next < m_operators.size() &&
                     m_graph.nodes[size_t(m_operators[m_next])].op == m_trace.names[m_trace.name[event]];
            known.node = m_fits ? m_operators[m_next] : noNode;
            ++m_next;
        }
        if (sequence >= 0)
            m_nodeOfSequence[sequence] = known.node;
    }
    return known;
}

void Join::count(uint32_t event, const TraceStep& step)
{
    auto known = this->known(event, step);
    if (m_trace.kind[event] != EventKind::Layer) {
        known.isInOperator = true;
        if (known.node != noNode) {
            auto& cost = m_step[size_t(known.node)];
            if (!known.isTimed)
                (m_trace.pass[event] == Pass::Backward ? cost.backwardNs : cost.forwardNs) +=
                    m_trace.durationNs[event];
            known.isTimed = true;
            if (const auto flops = flopsOf(event); flops > 0 && !known.isCounted) {
                cost.flops += flops;
                known.isCounted = true;
            }
        }
    }
    m_nodeOfEvent[event] = known.node;
    m_known[event - step.firstEvent] = known;
}

bool Join::join(const TraceStep& step)
{
    m_known.assign(step.endEvent - step.firstEvent, {});
    m_step.assign(m_graph.nodes.size(), {});
    m_nodeOfSequence.clear();
    m_next = 0;
    m_fits = true;
    for (uint32_t event = step.firstEvent; event < step.endEvent; ++event)
        count(event, step);
    return m_fits && m_next == m_operators.size();
}

GraphCosts Join::costs()
{
    GraphCosts result;
    std::vector<NodeCost> sums(m_graph.nodes.size());
    for (const auto& step : m_trace.steps) {
        if (step.endEvent <= step.firstEvent || step.endEvent > m_trace.size())
            continue;
        if (!join(step)) {
            ++result.otherSteps;
            std::fill(m_nodeOfEvent.begin() + step.firstEvent, m_nodeOfEvent.begin() + step.endEvent, noNode);
            continue;
        }
        ++result.steps;
        for (size_t i = 0; i < sums.size(); ++i) {
            sums[i].forwardNs += m_step[i].forwardNs;
            sums[i].backwardNs += m_step[i].backwardNs;
            sums[i].flops += m_step[i].flops;
        }
    }
    for (const auto& allocation : m_trace.allocations) {
        if (allocation.bytes <= 0 || allocation.event >= m_nodeOfEvent.size())
            continue;
        if (const auto node = m_nodeOfEvent[allocation.event]; node != noNode)
            sums[size_t(node)].allocatedBytes += allocation.bytes;
    }
    if (result.steps > 0)
        result.nodes = std::move(sums);
    return result;
}

} // namespace

GraphCosts graphCosts(const NetworkGraph& graph, const Trace& trace)
{
    return Join(graph, trace).costs();
}

} // namespace stepscope
