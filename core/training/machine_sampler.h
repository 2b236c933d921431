#pragma once

#include "core/machine/machine_sample.h"

#include <functional>
#include <string>
#include <thread>

namespace stepscope {

struct DeviceMemory;

/// Samples the machine every samplePeriodNs, on a separate thread, from its construction to its destruction.
/// The destructor takes a last sample, so that the shortest run has one.
class MachineSampler
{
public:
    /// `device` is the training device ("cpu", "cuda:0"), `memory` returns LibTorch's memory on it. `sampled`
    /// gets each sample with its time on the monotonic clock. Both are called on the sampler's thread and
    /// must not throw.
    MachineSampler(std::string device, std::function<DeviceMemory()> memory,
                   std::function<void(MachineSample)> sampled);
    MachineSampler(const MachineSampler&) = delete;
    MachineSampler& operator=(const MachineSampler&) = delete;

private:
    std::jthread m_thread;
};

} // namespace stepscope
