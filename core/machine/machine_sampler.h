#pragma once

#include "core/machine/machine_sample.h"

#include <sys/types.h>

#include <functional>
#include <string>
#include <thread>

namespace stepscope {

/// What a MachineSampler samples.
struct SampledProcess
{
    /// Another process, whose processor time includes its descendants; 0: this process alone.
    pid_t id = 0;
    /// A CUDA device of this process ("cuda:0") or the PCI address of a GPU ("0000:3B:00.0"). With any other
    /// text, samples have no GPU.
    std::string gpu;
    /// Adds to a sample what only the process knows, such as LibTorch's memory; may be empty.
    std::function<void(MachineSample&)> complete;
};

/// Samples the machine every samplePeriodNs, on a separate thread, from its construction to its destruction.
/// The destructor takes a last sample, so that the shortest run of this process has one. There are no more
/// samples once another process has ended.
class MachineSampler
{
public:
    /// `sampled` gets each sample with its time on the monotonic clock. It and SampledProcess::complete are
    /// called on the sampler's thread and must not throw.
    MachineSampler(SampledProcess process, std::function<void(MachineSample)> sampled);
    MachineSampler(const MachineSampler&) = delete;
    MachineSampler& operator=(const MachineSampler&) = delete;

private:
    std::jthread m_thread;
};

} // namespace stepscope
