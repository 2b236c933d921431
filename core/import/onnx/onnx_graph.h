#pragma once

#include "core/graph/network_graph.h"
#include "core/import/onnx/onnx_content.h"
#include "core/import/shared/import_log.h"

namespace stepscope {

/// An ONNX model as a network. Initializers of floating-point and 8-bit numbers are parameters of the nodes
/// that take them; constants are not shown. Layers come from the nodes' names ("/layer1/conv1/Conv"),
/// otherwise from the names of their parameters. A node with graphs of its own (If, Loop, Scan) is a layer,
/// and each of its graphs a layer in it. Nodes are ordered so that producers come before consumers; edges
/// that still lead back are left out. The log lists the problems found.
NetworkGraph onnxGraph(const OnnxModel& model, ImportLog& log);

} // namespace stepscope
