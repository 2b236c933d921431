#pragma once

#include "core/graph/network_graph.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// The run as a TensorBoard event file (a TFRecord file of Event messages, version "brain.Event:2"): the
/// scalars loss/train and accuracy/train at each step, and loss/test, accuracy/test, images_per_second and
/// learning_rate at the last step of each epoch; accuracies are from 0 to 1. The network's graph, if there is
/// one, is included as a GraphDef. Wall times are those of the run. The file's name must contain "tfevents"
/// for TensorBoard to find it.
std::string tensorBoardEvents(const Run& run);

/// A network as TensorFlow's GraphDef message: one node per operator, named after its layers
/// ("conv1/conv2d"), with its output shapes in the attribute _output_shapes.
std::string tensorFlowGraph(const NetworkGraph& graph);

} // namespace stepscope
