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

GraphCostReader::Result GraphCostReader::update(const Run& run, const StepRange& steps)
{
    constexpr qint64 everyMs = 1000;
    constexpr uint32_t eventsAtOnce = 50'000; // some milliseconds
    if (m_graph != run.graph || m_range != steps) {
        m_graph = run.graph;
        m_range = steps;
        m_builder = std::make_unique<GraphCostBuilder>(m_graph, m_range);
        m_isRead = false;
        m_sinceCosts.invalidate();
    }
    const size_t recorded = run.trace.steps.size();
    if (m_isRead && (recorded == m_readSteps ||
                     (m_sinceCosts.isValid() && m_sinceCosts.elapsed() < everyMs && !run.isOver())))
        return Result::Unchanged;
    if (!m_builder->update(run.trace, eventsAtOnce))
        return Result::MoreToRead;
    m_isRead = true;
    m_readSteps = recorded;
    if (recorded > 0) // the first costs are not delayed
        m_sinceCosts.start();
    m_costs = m_builder->costs();
    m_coveredSteps = m_range;
    return Result::Changed;
}

} // namespace stepscope::ui
