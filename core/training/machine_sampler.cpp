#include "core/training/machine_sampler.h"

#include "core/base/clock.h"
#include "core/base/file_descriptor.h"
#include "core/base/processes/process_usage.h"
#include "core/engine/engine.h"
#include "core/machine/core_usage.h"
#include "core/machine/gpu_driver.h"
#include "core/machine/gpu_meter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace stepscope {

namespace {

/// Reads /proc/stat and keeps it open.
class CoreReader
{
public:
    CoreReader()
        : m_file(open("/proc/stat", O_RDONLY | O_CLOEXEC))
        , m_before(read())
    {
    }

    std::vector<float> usePercent()
    {
        auto now = read();
        auto percent = coreUsePercent(m_before, now);
        m_before = std::move(now);
        return percent;
    }

private:
    std::vector<CoreTicks> read()
    {
        // The processors come first; the counters of interrupts that follow are not needed.
        size_t size = 0;
        for (;;) {
            m_text.resize(size + 4096);
            const auto got = pread(m_file.number(), m_text.data() + size, 4096, off_t(size));
            size += got > 0 ? size_t(got) : 0;
            m_text.resize(size);
            if (got <= 0 || m_text.find("\nintr") != std::string::npos)
                return parseCoreTicks(m_text);
        }
    }

    FileDescriptor m_file;
    std::string m_text;
    std::vector<CoreTicks> m_before;
};

/// The GPU of a device "cuda:0"; null for another device or without NVML.
std::unique_ptr<GpuMeter> meterOf(const std::string& device)
{
    constexpr std::string_view prefix = "cuda:";
    if (!device.starts_with(prefix))
        return nullptr;
    size_t number = 0;
    std::from_chars(device.data() + prefix.size(), device.data() + device.size(), number);
    const auto& gpus = gpuDriver().gpus;
    if (number >= gpus.size() || gpus[number].pciBusId.empty())
        return nullptr;
    auto meter = std::make_unique<GpuMeter>(gpus[number].pciBusId);
    return meter->isThere() ? std::move(meter) : nullptr;
}

class Sampling
{
public:
    Sampling(const std::string& device, const std::function<DeviceMemory()>& memory)
        : m_memory(memory)
        , m_gpu(meterOf(device))
    {
    }

    MachineSample take()
    {
        MachineSample sample;
        const auto process = m_process.read();
        sample.timeNs = monotonicNs();
        sample.processCpuPercent = float(process.cpuPercent);
        sample.residentBytes = process.residentBytes;
        sample.coreCpuPercent = m_cores.usePercent();
        const auto memory = m_memory();
        sample.allocatedBytes = memory.allocatedBytes;
        sample.peakAllocatedBytes = memory.peakAllocatedBytes;
        if (m_gpu)
            sample.gpus.push_back(m_gpu->read());
        return sample;
    }

private:
    const std::function<DeviceMemory()>& m_memory;
    std::unique_ptr<GpuMeter> m_gpu;
    ProcessUsageMeter m_process;
    CoreReader m_cores;
};

void sampleUntil(const std::stop_token& stop, const std::string& device,
                 const std::function<DeviceMemory()>& memory,
                 const std::function<void(MachineSample)>& sampled)
{
    Sampling sampling(device, memory);
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    constexpr std::chrono::nanoseconds period(samplePeriodNs);
    int64_t lastNs = 0;
    auto next = std::chrono::steady_clock::now();
    for (bool stopping = false; !stopping;) {
        // A missed period, on a busy or suspended machine, is skipped.
        next = std::max(next + period, std::chrono::steady_clock::now());
        wake.wait_until(lock, stop, next, [] { return false; });
        stopping = stop.stop_requested();
        // The kernel counts a processor's time in hundredths of a second: the figures of very short spans
        // would be noise.
        constexpr int64_t shortest = 100'000'000;
        if (stopping && monotonicNs() - lastNs < shortest)
            return;
        auto sample = sampling.take();
        lastNs = sample.timeNs;
        sampled(std::move(sample));
    }
}

} // namespace

MachineSampler::MachineSampler(std::string device, std::function<DeviceMemory()> memory,
                               std::function<void(MachineSample)> sampled)
    : m_thread([device = std::move(device), memory = std::move(memory), sampled = std::move(sampled)](
                   const std::stop_token& stop) { sampleUntil(stop, device, memory, sampled); })
{
}

} // namespace stepscope
