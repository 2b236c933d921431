#include "core/machine/machine_sampler.h"

#include "core/base/clock.h"
#include "core/base/file_descriptor.h"
#include "core/base/processes/process_usage.h"
#include "core/machine/core_usage.h"
#include "core/machine/gpu_driver.h"
#include "core/machine/gpu_meter.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

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

/// Null without a GPU or without NVML.
std::unique_ptr<GpuMeter> meterOf(const std::string& gpu)
{
    const auto address = pciAddressOf(gpu);
    if (address.empty())
        return nullptr;
    auto meter = std::make_unique<GpuMeter>(address);
    return meter->isThere() ? std::move(meter) : nullptr;
}

class Sampling
{
public:
    explicit Sampling(const SampledProcess& process)
        : m_complete(process.complete)
        , m_gpu(meterOf(process.gpu))
    {
        if (process.id > 0)
            m_tree.emplace(process.id);
    }

    /// nullopt: the process has ended.
    std::optional<MachineSample> take()
    {
        const auto process = m_tree ? m_tree->read() : m_process.read();
        if (!process)
            return std::nullopt;
        MachineSample sample;
        sample.timeNs = monotonicNs();
        sample.processCpuPercent = float(process->cpuPercent);
        sample.residentBytes = process->residentBytes;
        sample.coreCpuPercent = m_cores.usePercent();
        if (m_complete)
            m_complete(sample);
        if (m_gpu)
            sample.gpus.push_back(m_gpu->read());
        return sample;
    }

private:
    const std::function<void(MachineSample&)>& m_complete;
    std::unique_ptr<GpuMeter> m_gpu;
    ProcessUsageMeter m_process;
    std::optional<ProcessTreeMeter> m_tree; ///< of another process
    CoreReader m_cores;
};

void sampleUntil(const std::stop_token& stop, const SampledProcess& process,
                 const std::function<void(MachineSample)>& sampled)
{
    Sampling sampling(process);
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
        if (!sample)
            return;
        lastNs = sample->timeNs;
        sampled(std::move(*sample));
    }
}

} // namespace

MachineSampler::MachineSampler(SampledProcess process, std::function<void(MachineSample)> sampled)
    : m_thread([process = std::move(process), sampled = std::move(sampled)](const std::stop_token& stop) {
        sampleUntil(stop, process, sampled);
    })
{
}

} // namespace stepscope
