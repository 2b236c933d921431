#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// Index of a node in NetworkGraph::nodes.
using GraphNodeId = Id<struct NodeOfNetworkGraph>;
/// Index of a layer in NetworkGraph::layers; none: the network itself.
using GraphLayerId = Id<struct LayerOfNetworkGraph>;

/// A module of the network: "conv1", of type "Conv2d". Layers form a tree.
struct GraphLayer
{
    std::string name; ///< as in the network's source; nested layers are named "layer1.conv2"
    std::string type;
    GraphLayerId parent;
    int64_t parameters = 0; ///< number of trainable values, including those of inner layers
};

enum class GraphNodeKind : uint8_t { Input, Operator, Output };

struct GraphParameter
{
    std::string name; ///< "conv1.weight"
    std::vector<int64_t> shape;
};

/// An operator, or an input or output of the network.
struct GraphNode
{
    GraphNodeKind kind = GraphNodeKind::Operator;
    std::string op;     ///< "aten::conv2d"; "input" and "output" for inputs and outputs
    std::string label;  ///< "conv2d"
    GraphLayerId layer; ///< the innermost layer it is in
    /// Of the first output; usually the first dimension is the batch. In an imported graph, sizes may be
    /// openSize, and the shape may be unknownShape(): see tensor_shape.h.
    std::vector<int64_t> outputShape;
    std::vector<GraphParameter> parameters;
    int64_t parameterCount = 0;
    int64_t sequence = -1; ///< autograd's sequence number: joins the node to the profile
};

struct GraphEdge
{
    GraphNodeId from{0};
    GraphNodeId to{0};
    std::vector<int64_t> shape; ///< of the tensor on this edge; see GraphNode::outputShape
};

/// A network: captured from one forward pass, with nodes in the order in which they ran, or imported from a
/// model's file or TensorBoard's event log.
struct NetworkGraph
{
    std::string network;
    int64_t batchSize = 0;
    int64_t parameterCount = 0;
    std::vector<GraphLayer> layers;
    std::vector<GraphNode> nodes;
    std::vector<GraphEdge> edges;
};

/// "64 × 32 × 26 × 26"; "? × 32" with an open size; "scalar" without dimensions; empty for an unknown shape.
std::string shapeText(const std::vector<int64_t>& shape);

/// "1,199,882 parameters", "1 parameter".
std::string parameterText(int64_t count);

} // namespace stepscope
