#pragma once

#include "core/base/block_cache.h"

namespace stepscope {

/// Makes LibTorch allocate large tensors on the CPU from `tensorMemory()`. Earlier allocations are not moved.
/// Calls after the first do nothing.
void useTensorMemory();

/// The memory of large tensors on the CPU, for the whole process.
BlockCache& tensorMemory();

} // namespace stepscope
