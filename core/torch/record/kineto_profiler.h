#pragma once

#include "core/torch/record/device_activities.h"

#include <optional>
#include <string>

namespace stepscope {

/// PyTorch's profiler, Kineto, for the work of CUDA devices: kernels, copies, and the calls that launch them.
/// While it runs, nothing else may take the reports of LibTorch's allocators that was there when it started.
class KinetoProfiler final : public DeviceProfiler
{
public:
    enum class Watches { Devices, Operators };

    /// Operators are watched by the tests alone, which need no device then.
    explicit KinetoProfiler(Watches watches = Watches::Devices)
        : m_watches(watches)
    {
    }
    ~KinetoProfiler() override;
    KinetoProfiler(const KinetoProfiler&) = delete;
    KinetoProfiler& operator=(const KinetoProfiler&) = delete;

    /// Why the LibTorch in use cannot tell of devices, as a part of a sentence; empty: it can.
    static std::string whyBlind();

    void prepare() override;
    void start() override;
    DeviceActivities stop() override;

private:
    /// Between the wall's clock, of which Kineto's times are, and the monotonic one.
    static int64_t clockDifferenceNs();

    const Watches m_watches;
    bool m_isPrepared = false;
    bool m_isRunning = false;
    int64_t m_differenceNs = 0;
};

} // namespace stepscope
