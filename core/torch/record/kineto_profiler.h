#pragma once

#include "core/torch/record/device_activities.h"

#include <optional>
#include <string>

namespace stepscope {

/// PyTorch's profiler, Kineto, for the work of CUDA devices: kernels, copies, and the calls that launch them.
/// A receiver of the reports of LibTorch's allocators must be removed before the profiler starts.
class KinetoProfiler final : public DeviceProfiler
{
public:
    enum class Watches { Devices, Operators };

    /// Watches::Operators is only for tests, which then need no device.
    explicit KinetoProfiler(Watches watches = Watches::Devices)
        : m_watches(watches)
    {
    }
    ~KinetoProfiler() override;
    KinetoProfiler(const KinetoProfiler&) = delete;
    KinetoProfiler& operator=(const KinetoProfiler&) = delete;

    /// Why this LibTorch cannot record devices, as part of a sentence; empty: it can.
    static std::string whyBlind();

    void prepare() override;
    void start() override;
    DeviceActivities stop() override;

private:
    /// Difference between the wall clock, which Kineto uses, and the monotonic clock.
    static int64_t clockDifferenceNs();

    const Watches m_watches;
    bool m_isPrepared = false;
    bool m_isRunning = false;
    int64_t m_differenceNs = 0;
};

} // namespace stepscope
