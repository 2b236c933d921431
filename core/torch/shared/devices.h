#pragma once

#include "core/engine/engine.h"
#include "core/torch/shared/torch_headers.h"

#include <vector>

namespace stepscope {

/// Processors that the process may use.
int usableProcessors();

/// The CPU, and each GPU or one entry that says why there is none.
std::vector<DeviceInfo> listDevices();

/// Sets the threads of an operator, for this thread's operators and for OpenBLAS' own pool, and returns how
/// many LibTorch will use: no more than OpenMP may start.
int useThreads(const Experiment& experiment);

/// The device of an experiment. Throws Error that names it and says why it cannot be used.
torch::Device findDevice(const std::string& id);

} // namespace stepscope
