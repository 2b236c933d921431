#pragma once

#include "core/graph/network_graph.h"
#include "core/run/run.h"

#include <string>

namespace stepscope {

/// The run as a TensorBoard event file (a TFRecord file of Event messages, version "brain.Event:2"): the
/// scalars loss/train and accuracy/train by step, and by the last step of each epoch loss/test,
/// accuracy/test, images_per_second and learning_rate; accuracies from 0 to 1. The network's graph, where
/// there is one, comes as a GraphDef. Wall times are those of the run. The file's name must contain
/// "tfevents" for TensorBoard to find it.
std::string tensorBoardEvents(const Run& run);

/// A network as TensorFlow's GraphDef message: a node each operator, named by its layers ("conv1/conv2d"),
/// with the shapes of what it gives in the attribute _output_shapes.
std::string tensorFlowGraph(const NetworkGraph& graph);

} // namespace stepscope
