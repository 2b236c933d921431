#pragma once

#include "core/machine/machine_sample.h"

#include <functional>
#include <string>
#include <thread>

namespace stepscope {

struct DeviceMemory;

/// Looks at the machine every samplePeriodNs, on a thread of its own, from when it is made until it is
/// destroyed; and once more then, so that the shortest run has a sample.
class MachineSampler
{
public:
    /// `device` is the one that trains ("cpu", "cuda:0"), `memory` tells LibTorch's memory on it. `sampled`
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
