#pragma once

#include "core/base/block_cache.h"

namespace stepscope {

/// Makes LibTorch take the memory of large tensors on the CPU from `tensorMemory()`. What it has allocated
/// before stays where it is. Calls after the first do nothing.
void useTensorMemory();

/// The memory of large tensors on the CPU, of the whole process.
BlockCache& tensorMemory();

} // namespace stepscope
