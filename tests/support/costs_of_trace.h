#pragma once

#include "core/graph/graph_costs.h"

#include <memory>

namespace stepscope::test {

/// The costs of a network's nodes in a whole trace.
inline GraphCosts graphCosts(const NetworkGraph& graph, const Trace& trace)
{
    GraphCostBuilder builder(std::shared_ptr<const NetworkGraph>(&graph, [](const NetworkGraph*) {}));
    builder.update(trace);
    return builder.costs();
}

} // namespace stepscope::test
