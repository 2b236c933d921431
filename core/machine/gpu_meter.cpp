#include "core/machine/gpu_meter.h"

namespace stepscope {

namespace {

// As declared in nvml.h.
struct Utilization
{
    unsigned gpu = 0; // per cent
    unsigned memory = 0;
};

struct Memory
{
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

constexpr int graphicsClock = 0;
constexpr int gpuSensor = 0;

} // namespace

GpuMeter::GpuMeter(const std::string& pciBusId, const char* library)
    : m_library(library)
    , m_opened(m_library.call("nvmlInit_v2"))
{
    if (m_opened && !m_library.call("nvmlDeviceGetHandleByPciBusId_v2", pciBusId.c_str(), &m_device))
        m_device = nullptr;
}

GpuMeter::~GpuMeter()
{
    if (m_opened)
        m_library.call("nvmlShutdown");
}

GpuSample GpuMeter::read() const
{
    GpuSample sample;
    if (!isThere())
        return sample;
    if (Utilization use; m_library.call("nvmlDeviceGetUtilizationRates", m_device, &use))
        sample.utilizationPercent = float(use.gpu);
    if (Memory memory; m_library.call("nvmlDeviceGetMemoryInfo", m_device, &memory))
        sample.memoryUsedBytes = int64_t(memory.used);
    if (unsigned milliwatts = 0; m_library.call("nvmlDeviceGetPowerUsage", m_device, &milliwatts))
        sample.powerWatts = float(milliwatts) / 1000.0F;
    if (unsigned megahertz = 0; m_library.call("nvmlDeviceGetClockInfo", m_device, graphicsClock, &megahertz))
        sample.graphicsClockMHz = int32_t(megahertz);
    if (unsigned degrees = 0; m_library.call("nvmlDeviceGetTemperature", m_device, gpuSensor, &degrees))
        sample.temperatureCelsius = int32_t(degrees);
    return sample;
}

} // namespace stepscope
