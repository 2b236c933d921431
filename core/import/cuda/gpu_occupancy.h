#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// Limits of a device's multiprocessors. 0: not known.
struct GpuLimits
{
    int64_t computeMajor = 0; ///< CUDA's compute capability
    int64_t computeMinor = 0;
    int64_t processors = 0; ///< streaming multiprocessors
    int64_t warpSize = 0;   ///< threads
    // Of one multiprocessor:
    int64_t warps = 0;
    int64_t blocks = 0;
    int64_t registers = 0;
    int64_t sharedBytes = 0;
};

/// How many blocks of a kernel a multiprocessor can hold at the same time, limited by warps, blocks,
/// registers and shared memory, as in NVIDIA's occupancy calculator (cuda_occupancy.h) for compute capability
/// 3 and later; -1: a limit is not known, or the device is older.
int64_t residentBlocks(const TraceDeviceWork& kernel, const GpuLimits& limits);

/// Fills in blocks and warps per multiprocessor, and the achieved occupancy as estimated by Kineto: the
/// smaller of the blocks that a multiprocessor gets and can hold, times their threads, divided by the threads
/// that it can hold. Unknown values stay -1.
void estimateOccupancy(TraceDeviceWork& kernel, const GpuLimits& limits);

} // namespace stepscope
