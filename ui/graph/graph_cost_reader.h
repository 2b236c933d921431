#pragma once

#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"

#include <QElapsedTimer>

#include <memory>
#include <string>
#include <vector>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// What the nodes of a run's graph cost in the steps recorded so far. Follows a run that grows, at most once
/// a second.
class GraphCostReader
{
public:
    enum class Result { Unchanged, Changed, MoreToRead };

    /// For another run.
    void clear();
    /// Reads for some milliseconds. The run must have a graph.
    Result update(const Run& run);

    /// Of the graph that the run had at the last change.
    const GraphCosts& costs() const { return m_costs; }
    /// The nodes that contain calls of an operator, as far as the run has been read.
    std::vector<GraphNodeId> nodesOf(const Trace& trace, const std::string& op) const;
    /// Whether the last update() was of this graph.
    bool isOf(const std::shared_ptr<const NetworkGraph>& graph) const { return m_graph == graph; }

private:
    std::unique_ptr<GraphCostBuilder> m_builder;
    std::shared_ptr<const NetworkGraph> m_graph;
    GraphCosts m_costs;
    size_t m_steps = 0; ///< recorded steps included in m_costs
    QElapsedTimer m_sinceCosts;
};

} // namespace stepscope::ui
