#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

/// The activity of a GPU at the time of a sample according to NVIDIA's driver, over all processes. NaN and
/// -1: not known.
struct GpuSample
{
    /// Of the time, with any kernel running.
    float utilizationPercent = std::numeric_limits<float>::quiet_NaN();
    int64_t memoryUsedBytes = -1;
    float powerWatts = std::numeric_limits<float>::quiet_NaN();
    int32_t graphicsClockMHz = -1;
    int32_t temperatureCelsius = -1;
};

/// The period of machine samples while a run trains.
inline constexpr int64_t samplePeriodNs = 500'000'000;

/// The activity of the machine at one moment of a run. Processor use covers the time since the previous
/// sample (since samplePeriodNs before the first one).
struct MachineSample
{
    int64_t timeNs = 0; ///< since the run's first step began; negative while it was prepared
    /// Of one processor, by the process that trains: 200 means two processors busy all the time. In recorded
    /// programs with the processes that it started.
    float processCpuPercent = 0.0F;
    /// Use of each processor of the machine, 0 to 100, by all processes, in the order of their numbers; NaN
    /// for one that is switched off. Empty: not known.
    std::vector<float> coreCpuPercent;
    int64_t residentBytes = 0; ///< memory of the process that trains in RAM
    /// Memory of LibTorch on the training device, now and at most since the training began; -1: not known.
    int64_t allocatedBytes = -1;
    int64_t peakAllocatedBytes = -1;
    std::vector<GpuSample> gpus; ///< the training GPUs: empty on the CPU
};

} // namespace stepscope
