#pragma once

#include "core/graph/network_graph.h"

#include <string>
#include <string_view>

namespace stepscope {

/// What a GraphDef message (TensorFlow's graph.proto) tells, as a network: a node is an operator, the parts
/// of its name before the last are its layers. PyTorch's "Conv2d[conv1]" is the layer conv1 of type Conv2d. A
/// shape is known where the attribute _output_shapes has it. Inputs that are not there, control inputs and
/// what of the message cannot be read are left out.
NetworkGraph graphOfGraphDef(std::string_view graphDef, std::string name);

} // namespace stepscope
