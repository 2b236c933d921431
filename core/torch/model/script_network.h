#pragma once

#include "core/experiment/experiment.h"
#include "core/torch/model/network.h"

#include <memory>

namespace stepscope {

/// The TorchScript model of Experiment::model. Its parameters and buffers have their names in the model, and
/// the calls of its modules are reported, so that graph and costs are folded by them; those of a frozen
/// model, which has no modules, are not. Throws Error for a file that is not trusted, that cannot be loaded,
/// that has no parameters, or whose forward() has other arguments than the loss needs: samples, or samples
/// and targets. Its calls throw Error for samples that it does not accept, or when it gives values of another
/// shape than the data set and the loss need, or no loss.
std::shared_ptr<Network> makeScriptNetwork(const Experiment& experiment);

} // namespace stepscope
