#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// What a GPU did when it was looked at, as NVIDIA's driver tells: all processes together. NaN and -1: not
/// known.
struct GpuSample
{
    float utilizationPercent = std::numeric_limits<float>::quiet_NaN(); ///< of the time it ran any kernel
    int64_t memoryUsedBytes = -1;
    float powerWatts = std::numeric_limits<float>::quiet_NaN();
    int32_t graphicsClockMHz = -1;
    int32_t temperatureCelsius = -1;
};

/// How often the machine is looked at while a run trains.
inline constexpr int64_t samplePeriodNs = 500'000'000;

/// What the machine did at one moment of a run. Processor use is that of the time since the sample before
/// (since samplePeriodNs before the first one).
struct MachineSample
{
    int64_t timeNs = 0; ///< since the run's first step began; negative while it was prepared
    float processCpuPercent =
        0.0F; ///< of one processor, by this process: 200 is two of them busy all the time
    /// 0 to 100 of each processor of the machine, by all processes, in the order of their numbers; NaN for
    /// one that is switched off. Empty: not known.
    std::vector<float> coreCpuPercent;
    int64_t residentBytes = 0; ///< of this process's memory in RAM
    /// LibTorch's on the device that trains, now and at most since the training began; -1: not known.
    int64_t allocatedBytes = -1;
    int64_t peakAllocatedBytes = -1;
    std::vector<GpuSample> gpus; ///< those that train: empty on the CPU
};

} // namespace stepscope
