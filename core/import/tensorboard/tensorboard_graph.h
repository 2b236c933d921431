#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <string_view>

namespace stepscope {

/// The network of a GraphDef message (TensorFlow's graph.proto): a node is an operator, the parts of its name
/// before the last are its layers. PyTorch's "Conv2d[conv1]" is the layer conv1 of type Conv2d. A shape is
/// known if the attribute _output_shapes has it. Missing inputs, control inputs and unreadable parts of the
/// message are left out.
NetworkGraph graphOfGraphDef(std::string_view graphDef, std::string name);

} // namespace stepscope
