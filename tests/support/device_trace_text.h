#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace stepscope {

/// A Chrome trace as written by PyTorch's profiler for devices only. Times are nanoseconds of the wall clock.
class DeviceTraceText
{
public:
    static constexpr int64_t baseNs = 1'700'000'000'000'000'000;

    /// Adds a runtime call and returns its correlation.
    int call(int64_t thread, int64_t startNs, int64_t durationNs,
             const std::string& name = "cudaLaunchKernel")
    {
        const int correlation = ++m_correlation;
        add(fmt::format(
            R"({{"ph": "X", "cat": "cuda_runtime", "name": "{}", "pid": 4711, "tid": {}, {}, "args": {{"cbid": 211, "correlation": {}}}}})",
            name, thread, times(startNs, durationNs), correlation));
        return correlation;
    }
    void kernel(int correlation, int64_t startNs, int64_t durationNs, const std::string& name = "kernel",
                int stream = 7)
    {
        add(fmt::format(
            R"({{"ph": "X", "cat": "kernel", "name": "{}", "pid": 0, "tid": {}, {}, "args": {{"device": 0, "context": 1, "stream": {}, "correlation": {}, "registers per thread": 32, "grid": [66, 1, 1], "block": [256, 1, 1]}}}})",
            name, stream, times(startNs, durationNs), stream, correlation));
    }
    void copy(int correlation, int64_t startNs, int64_t durationNs, int64_t bytes)
    {
        add(fmt::format(
            R"_({{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 20, {}, "args": {{"device": 0, "context": 1, "stream": 20, "correlation": {}, "bytes": {}}}}})_",
            times(startNs, durationNs), correlation, bytes));
    }
    void add(const std::string& event) { m_events += (m_events.empty() ? "" : ",\n") + event; }

    std::string text() const
    {
        return fmt::format(
            R"({{"schemaVersion": 1, "deviceProperties": [{{"id": 0, "name": "NVIDIA H100", "totalGlobalMem": 85000000000, "computeMajor": 9, "computeMinor": 0, "maxThreadsPerMultiprocessor": 2048, "warpSize": 32, "numSms": 132}}], "traceEvents": [{}], "baseTimeNanoseconds": {}}})",
            m_events, baseNs);
    }
    void write(const std::filesystem::path& file) const { std::ofstream(file) << text(); }

private:
    static std::string times(int64_t startNs, int64_t durationNs)
    {
        const int64_t ns = startNs - baseNs;
        return fmt::format(R"("ts": {}.{:03}, "dur": {}.{:03})", ns / 1000, ns % 1000, durationNs / 1000,
                           durationNs % 1000);
    }

    std::string m_events;
    int m_correlation = 0;
};

} // namespace stepscope
