#pragma once

#include "core/graph/network_graph.h"
#include "core/record/forward_graph.h"
#include "core/record/network_calls.h"
#include "core/record/program_trace.h"
#include "core/record/steps/step_samples.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>

namespace stepscope {

/// Makes the graph of a network from a forward pass that the probe follows.
class FollowedGraph
{
public:
    FollowedGraph(ProgramTrace& trace, const NetworkCalls& calls, const StepSamples& samples);

    /// Handles one of the program's messages: "graph", "graph_parameters" or "graph_end". An incomplete pass
    /// has no graph; the program may follow a later one. Before the first step (`hasSteps` is false), a pass
    /// that trains replaces one that does not. Throws nlohmann::json::exception if the message does not have
    /// the expected form.
    void take(const nlohmann::json& message, int64_t ns, bool hasSteps);
    /// The graph, only once; nullopt: there is none yet, or it has been taken.
    std::optional<NetworkGraph> takeGraph();

private:
    ProgramTrace& m_trace;
    const NetworkCalls& m_calls;
    const StepSamples& m_samples;
    FollowedPass m_pass; ///< whose graph is being created
    std::optional<NetworkGraph> m_graph;
    bool m_isTaken = false;
};

} // namespace stepscope
