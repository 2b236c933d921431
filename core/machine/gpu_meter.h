#pragma once

#include "core/machine/machine_sample.h"
#include "core/machine/optional_library.h"

#include <string>

namespace stepscope {

/// Reads what a GPU does from NVML, the library of NVIDIA's driver, which is opened when a meter is made and
/// need not be there.
class GpuMeter
{
public:
    /// `pciBusId` names the GPU, "0000:3B:00.0". Waking the driver up may take a second.
    explicit GpuMeter(const std::string& pciBusId, const char* library = "libnvidia-ml.so.1");
    ~GpuMeter();
    GpuMeter(const GpuMeter&) = delete;
    GpuMeter& operator=(const GpuMeter&) = delete;

    /// Whether the driver knows the GPU.
    bool isThere() const { return m_device != nullptr; }
    /// What the driver does not tell stays unknown.
    GpuSample read() const;

private:
    OptionalLibrary m_library;
    bool m_opened = false;
    void* m_device = nullptr;
};

} // namespace stepscope
