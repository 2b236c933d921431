#pragma once

#include "core/engine/engine.h"

#include <string>

namespace stepscope {

/// What LibTorch's allocator holds on a GPU; unknown on the CPU, where it keeps no count, and before it is
/// first used. From any thread.
DeviceMemory deviceMemory(const std::string& device);

/// Lets the peak of deviceMemory() start anew.
void forgetPeakMemory(const std::string& device);

} // namespace stepscope
