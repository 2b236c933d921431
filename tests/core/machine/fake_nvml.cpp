#include <cstring>

// A driver with one GPU, whose power it does not report.

namespace {

constexpr int failed = 1;
int opened = 0;
int gpu = 0;

struct Utilization
{
    unsigned gpu;
    unsigned memory;
};

struct Memory
{
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

} // namespace

extern "C" {

int nvmlInit_v2()
{
    ++opened;
    return 0;
}

int nvmlShutdown()
{
    --opened;
    return 0;
}

int fakeTimesOpened()
{
    return opened;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device)
{
    if (std::strcmp(bus, "0000:3B:00.0") != 0)
        return failed;
    *device = &gpu;
    return 0;
}

int nvmlDeviceGetUtilizationRates(void* device, Utilization* use)
{
    *use = {87, 40};
    return device == &gpu ? 0 : failed;
}

int nvmlDeviceGetMemoryInfo(void* device, Memory* memory)
{
    *memory = {80'000'000'000, 79'000'000'000, 1'000'000'000};
    return device == &gpu ? 0 : failed;
}

int nvmlDeviceGetPowerUsage(void*, unsigned*)
{
    return failed;
}

int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz)
{
    *megahertz = clock == 0 ? 1980 : 2619;
    return device == &gpu ? 0 : failed;
}

int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* degrees)
{
    *degrees = sensor == 0 ? 61 : 0;
    return device == &gpu ? 0 : failed;
}
}
