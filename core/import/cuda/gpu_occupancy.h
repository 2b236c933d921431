#pragma once

#include "core/trace/trace.h"

namespace stepscope {

/// What the multiprocessors of a device can hold. 0 where it is not known.
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

/// How many blocks of a kernel a multiprocessor holds at a time, by its warps, blocks, registers and shared
/// memory, as NVIDIA's occupancy calculator (cuda_occupancy.h) has it for compute capability 3 and later;
/// -1: a limit is not known, or the device is older.
int64_t residentBlocks(const TraceDeviceWork& kernel, const GpuLimits& limits);

/// Fills in blocks and warps per multiprocessor, and the achieved occupancy as Kineto estimates it: the
/// lesser of the blocks that a multiprocessor gets and holds, their threads by the threads that it can hold.
/// What cannot be told stays -1.
void estimateOccupancy(TraceDeviceWork& kernel, const GpuLimits& limits);

} // namespace stepscope
