#include "ui/graph/graph_cost_reader.h"

#include "core/run/run.h"

namespace stepscope::ui {

void GraphCostReader::clear()
{
    *this = {};
}

std::vector<GraphNodeId> GraphCostReader::nodesOf(const Trace& trace, const std::string& op) const
{
    return m_builder ? m_builder->nodesOf(trace, op) : std::vector<GraphNodeId>();
}

GraphCostReader::Result GraphCostReader::update(const Run& run)
{
    constexpr qint64 everyMs = 1000;
    constexpr uint32_t eventsAtOnce = 50'000; // some milliseconds
    if (m_graph != run.graph) {
        m_graph = run.graph;
        m_builder = std::make_unique<GraphCostBuilder>(m_graph);
        m_steps = 0;
        m_sinceCosts.invalidate();
    }
    const size_t steps = run.trace.steps.size();
    if (steps == m_steps || (m_sinceCosts.isValid() && m_sinceCosts.elapsed() < everyMs && !run.isOver()))
        return Result::Unchanged;
    if (!m_builder->update(run.trace, eventsAtOnce))
        return Result::MoreToRead;
    m_steps = steps;
    m_sinceCosts.start();
    m_costs = m_builder->costs();
    return Result::Changed;
}

} // namespace stepscope::ui
