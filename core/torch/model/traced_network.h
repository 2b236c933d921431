#pragma once

#include "core/torch/model/network.h"

#include <memory>

namespace stepscope {

/// A network whose passes run in TorchScript's interpreter, as a static graph. The first pass for each shape
/// of samples, in training and in evaluation, is traced (torch::jit::tracer) and recorded as a graph; later
/// ones run this graph, which TorchScript optimizes in its first runs. In evaluation the graph is frozen:
/// weights are constants, and normalizations become part of convolutions; it is frozen anew after each
/// training.
///
/// The parameters and buffers stay those of `network`, and its layers are not reported. Random numbers are
/// drawn as in `network`. The control flow of a pass must not depend on the values of tensors.
std::shared_ptr<Network> makeTracedNetwork(std::shared_ptr<Network> network);

/// What runs the passes of an experiment's network: itself, or its static graph (Experiment::execution).
std::shared_ptr<Network> executed(const std::shared_ptr<Network>& network, const Experiment& experiment);

} // namespace stepscope
