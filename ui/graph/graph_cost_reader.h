#pragma once

#include "core/graph/graph_costs.h"
#include "core/graph/network_graph.h"
#include "core/trace/step_range.h"

#include <QElapsedTimer>

#include <memory>
#include <string>
#include <vector>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

/// What the nodes of a run's graph cost in the selected steps, of those recorded so far. Follows a run that
/// grows, at most once a second.
class GraphCostReader
{
public:
    enum class Result { Unchanged, Changed, MoreToRead };

    /// For another run.
    void clear();
    /// Reads for some milliseconds, from the start if the steps are others than before. The run must have a
    /// graph.
    Result update(const Run& run, const StepRange& steps);

    /// Of the graph that the run had at the last change.
    const GraphCosts& costs() const { return m_costs; }
    /// The steps that costs() covers: others than the last update() had until that is read.
    const StepRange& coveredSteps() const { return m_coveredSteps; }
    /// The nodes that contain calls of an operator in any step, as far as the run has been read.
    std::vector<GraphNodeId> nodesOf(const Trace& trace, const std::string& op) const;
    /// Whether the last update() was of this graph.
    bool isOf(const std::shared_ptr<const NetworkGraph>& graph) const { return m_graph == graph; }

private:
    std::unique_ptr<GraphCostBuilder> m_builder;
    std::shared_ptr<const NetworkGraph> m_graph;
    StepRange m_range; ///< of m_builder
    GraphCosts m_costs;
    StepRange m_coveredSteps;
    bool m_isRead = false;  ///< by m_builder
    size_t m_readSteps = 0; ///< recorded ones, in any range
    QElapsedTimer m_sinceCosts;
};

} // namespace stepscope::ui
