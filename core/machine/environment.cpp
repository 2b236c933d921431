#include "core/machine/environment.h"

#include "core/machine/cgroup_limits.h"
#include "core/machine/gpu_driver.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace stepscope {

namespace {

/// The value of the first line "key<separator>value" of a file, without surrounding blanks and quotes.
std::string valueIn(const char* file, std::string_view key, char separator)
{
    std::ifstream input(file);
    for (std::string line; std::getline(input, line);) {
        const auto end = line.find(separator);
        if (end == std::string::npos || line.substr(0, line.find_last_not_of(" \t", end - 1) + 1) != key)
            continue;
        const auto first = line.find_first_not_of(" \t\"", end + 1);
        const auto last = line.find_last_not_of(" \t\"");
        return first == std::string::npos ? "" : line.substr(first, last - first + 1);
    }
    return {};
}

utsname systemName()
{
    utsname name{};
    uname(&name);
    return name;
}

int boundProcessors()
{
    // The kernel refuses a set that is smaller than its own, and does not report that size.
    for (int size = 1024; size <= 1 << 20; size *= 2) {
        cpu_set_t* set = CPU_ALLOC(size_t(size));
        const auto bytes = CPU_ALLOC_SIZE(size_t(size));
        const int count = set && sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (count > 0)
            return count;
    }
    return int(std::thread::hardware_concurrency());
}

std::string gpuDriverText(const GpuDriver& driver)
{
    if (driver.version.empty() && driver.cudaVersion.empty())
        return {};
    return fmt::format("{} (CUDA {})", driver.version.empty() ? "unknown version" : driver.version,
                       driver.cudaVersion.empty() ? "unknown" : driver.cudaVersion);
}

std::string compilerName()
{
#ifdef __clang__
    return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

} // namespace

int64_t usableMemoryBytes()
{
    const auto machine = int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    const auto limit = cgroupLimits().memoryBytes;
    return limit > 0 ? std::min(machine, limit) : machine;
}

int availableProcessors()
{
    const auto bound = boundProcessors();
    const auto share = cgroupLimits().processors;
    return std::max(1, share > 0 ? std::min(bound, int(std::ceil(share))) : bound);
}

bool isKnown(const Environment& environment)
{
    return environment.processors > 0;
}

std::string cpuModelName()
{
    // Some architectures do not name the model there; then use the architecture.
    const auto model = valueIn("/proc/cpuinfo", "model name", ':');
    return model.empty() ? systemName().machine : model;
}

Environment machineEnvironment()
{
    const auto system = systemName();
    const auto& driver = gpuDriver();
    Environment environment;
    environment.stepscopeVersion = STEPSCOPE_VERSION;
    environment.cpuModel = cpuModelName();
    environment.processors = availableProcessors();
    environment.memoryBytes = usableMemoryBytes();
    for (const auto& gpu : driver.gpus)
        environment.gpus.push_back({gpu.name, gpu.memoryBytes});
    environment.gpuDriver = gpuDriverText(driver);
    environment.operatingSystem = valueIn("/etc/os-release", "PRETTY_NAME", '=');
    environment.kernel = fmt::format("{} {}", system.sysname, system.release);
    environment.hostName = system.nodename;
    environment.compiler = compilerName();
    if (getloadavg(&environment.loadAverage, 1) != 1)
        environment.loadAverage = 0.0;
    return environment;
}

} // namespace stepscope
