#pragma once

#include "core/engine/engine.h"
#include "core/torch/shared/torch_headers.h"

#include <optional>
#include <vector>

namespace stepscope {

/// Number of processors that the process may use.
int usableProcessors();

/// The CPU, and each GPU or one entry with the reason why there is none.
std::vector<DeviceInfo> listDevices();

/// Sets the number of threads per operator, for this thread's operators and for OpenBLAS' own pool. Returns
/// the number that LibTorch will use: no more than OpenMP may start.
int useThreads(const Experiment& experiment);

/// Sets the number of threads in which LibTorch runs what TorchScript forks, if the experiment uses it.
/// Throws Error if this process already uses another number: LibTorch sets it once, before the first fork.
/// Returns the number that an earlier training has set, if this one leaves it to LibTorch.
std::optional<int> useInterOpThreads(const Experiment& experiment);

/// The device of an experiment. Throws Error with its name and the reason if it cannot be used.
torch::Device findDevice(const std::string& id);

} // namespace stepscope
