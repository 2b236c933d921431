#pragma once

#include "core/graph/network_graph.h"
#include "core/record/program_names.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// An input or output of an operator.
struct FollowedTensor
{
    uint64_t address = 0; ///< of the tensor that had it last
    std::vector<int64_t> shape;
};

/// An outermost operator of a followed forward pass.
struct FollowedOperator
{
    int64_t startNs = 0;
    int64_t sequence = -1; ///< of autograd; -1: none
    uint64_t layer = 0;    ///< id of the innermost module it ran in
    NameId name{0};
    std::vector<FollowedTensor> inputs;
    std::vector<FollowedTensor> outputs;
};

/// The program's description of a forward pass that the probe follows.
struct FollowedPass
{
    int64_t startNs = -1; ///< -1: no pass is followed
    uint64_t network = 0; ///< id of the called module
    std::vector<FollowedTensor> inputs;
    std::vector<std::string> parameterNames;
    std::vector<FollowedTensor> parameters;
    std::vector<FollowedTensor> outputs;

    /// Handles one of the program's messages: "graph", "graph_parameters" or "graph_end". Throws
    /// nlohmann::json::exception if it does not have the expected form.
    void take(const nlohmann::json& message, int64_t ns);
};

/// The graph of a network's forward pass. `batchSize`: number of samples that the network was called with.
NetworkGraph forwardGraph(const FollowedPass& pass, std::span<const FollowedOperator> operators,
                          const ProgramNames& names, int64_t batchSize);

} // namespace stepscope
