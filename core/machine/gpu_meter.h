#pragma once

#include "core/machine/machine_sample.h"
#include "core/machine/optional_library.h"

#include <string>

namespace stepscope {

/// Reads the activity of a GPU from NVML, the library of NVIDIA's driver, which is opened by the constructor
/// and may be missing.
class GpuMeter
{
public:
    /// `pciBusId` names the GPU, "0000:3B:00.0". Waking up the driver may take a second.
    explicit GpuMeter(const std::string& pciBusId, const char* library = "libnvidia-ml.so.1");
    ~GpuMeter();
    GpuMeter(const GpuMeter&) = delete;
    GpuMeter& operator=(const GpuMeter&) = delete;

    /// Whether the driver knows the GPU.
    bool isThere() const { return m_device != nullptr; }
    /// Figures that the driver does not report stay unknown.
    GpuSample read() const;

private:
    OptionalLibrary m_library;
    bool m_opened = false;
    void* m_device = nullptr;
};

} // namespace stepscope
