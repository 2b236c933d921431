#include "core/import/cuda/gpu_occupancy.h"

#include <algorithm>
#include <limits>

namespace stepscope {

namespace {

int64_t roundedUp(int64_t value, int64_t to)
{
    return (value + to - 1) / to * to;
}

int64_t productOf(const uint32_t (&sizes)[3])
{
    constexpr int64_t most = 1LL << 31; // the limit of a grid in one dimension
    const auto size = [&](int i) { return std::min<int64_t>(sizes[i], most); };
    const int64_t plane = size(0) * std::min<int64_t>(size(1), 65'535);
    return plane > (1LL << 46) ? plane : plane * std::min<int64_t>(size(2), 65'535);
}

/// Registers are allocated per warp, and warps to the partitions of a multiprocessor.
int64_t blocksByRegisters(const TraceDeviceWork& kernel, const GpuLimits& limits, int64_t warpsPerBlock)
{
    constexpr int64_t granularity = 256;
    if (kernel.registers == 0)
        return std::numeric_limits<int64_t>::max();
    const bool isP100 = limits.computeMajor == 6 && limits.computeMinor == 0;
    const int64_t parts = isP100 ? 2 : 4;
    const int64_t perWarp = roundedUp(int64_t(kernel.registers) * limits.warpSize, granularity);
    return limits.registers / parts / perWarp * parts / warpsPerBlock;
}

int64_t blocksBySharedMemory(const TraceDeviceWork& kernel, const GpuLimits& limits)
{
    const bool isAmpereOrLater = limits.computeMajor >= 8;
    const int64_t reserved = isAmpereOrLater ? 1024 : 0; // for the system, per block
    const int64_t perBlock = roundedUp(int64_t(kernel.sharedBytes) + reserved, isAmpereOrLater ? 128 : 256);
    return perBlock > 0 ? limits.sharedBytes / perBlock : std::numeric_limits<int64_t>::max();
}

} // namespace

int64_t residentBlocks(const TraceDeviceWork& kernel, const GpuLimits& limits)
{
    const int64_t threads = productOf(kernel.block);
    const bool isKnown = limits.warpSize > 0 && limits.warps > 0 && limits.blocks > 0 &&
                         limits.registers > 0 && limits.sharedBytes > 0 && threads > 0;
    if (!isKnown || limits.computeMajor < 3)
        return -1;
    const int64_t warpsPerBlock = roundedUp(threads, limits.warpSize) / limits.warpSize;
    return std::min({limits.warps / warpsPerBlock, limits.blocks,
                     blocksByRegisters(kernel, limits, warpsPerBlock), blocksBySharedMemory(kernel, limits)});
}

void estimateOccupancy(TraceDeviceWork& kernel, const GpuLimits& limits)
{
    const int64_t blocks = productOf(kernel.grid);
    const int64_t threads = productOf(kernel.block);
    if (limits.processors <= 0 || blocks <= 0)
        return;
    const double perProcessor = double(blocks) / double(limits.processors);
    kernel.blocksPerProcessor = float(perProcessor);
    if (limits.warpSize <= 0 || threads <= 0)
        return;
    kernel.warpsPerProcessor =
        float(perProcessor * double(roundedUp(threads, limits.warpSize)) / double(limits.warpSize));
    const int64_t resident = residentBlocks(kernel, limits);
    if (resident >= 0)
        kernel.occupancy = float(std::min(perProcessor, double(resident)) * double(threads) /
                                 double(limits.warps * limits.warpSize));
}

} // namespace stepscope
