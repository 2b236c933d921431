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
    uint64_t address = 0; ///< that of the tensor that was given it last
    std::vector<int64_t> shape;
};

/// An outermost operator of a forward pass that the probe follows.
struct FollowedOperator
{
    int64_t startNs = 0;
    int64_t sequence = -1; ///< autograd's, -1: none
    uint64_t layer = 0;    ///< id of the innermost module it ran in
    uint32_t name = 0;
    std::vector<FollowedTensor> inputs;
    std::vector<FollowedTensor> outputs;
};

/// A forward pass that the probe follows, as far as the program describes it.
struct FollowedPass
{
    int64_t startNs = -1; ///< -1: none is followed
    uint64_t network = 0; ///< id of the module that is called
    std::vector<FollowedTensor> inputs;
    std::vector<std::string> parameterNames;
    std::vector<FollowedTensor> parameters;
    std::vector<FollowedTensor> outputs;

    /// Takes one of the program's messages in: "graph", "graph_parameters" or "graph_end". Throws
    /// nlohmann::json::exception where it is not as agreed.
    void take(const nlohmann::json& message, int64_t ns);
};

/// The graph of a network's forward pass. `batchSize`: how many samples the network was called with.
NetworkGraph forwardGraph(const FollowedPass& pass, std::span<const FollowedOperator> operators,
                          const ProgramNames& names, int64_t batchSize);

} // namespace stepscope
