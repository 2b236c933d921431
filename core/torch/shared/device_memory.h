#pragma once

#include "core/engine/engine.h"

#include <string>

namespace stepscope {

/// The memory held by LibTorch's allocator on a GPU; unknown on the CPU, where it is not counted, and before
/// the first use. Can be called from any thread.
DeviceMemory deviceMemory(const std::string& device);

/// Resets the peak of deviceMemory().
void forgetPeakMemory(const std::string& device);

} // namespace stepscope
