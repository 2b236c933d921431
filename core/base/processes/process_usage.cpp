#include "core/base/processes/process_usage.h"

#include "core/base/clock.h"

#include <unistd.h>

#include <cstdio>
#include <ctime>

namespace stepscope {

ProcessUsage processUsage()
{
    ProcessUsage usage;
    // Unlike the ticks of /proc/self/stat, this clock is finer than hundredths of a second.
    if (timespec used{}; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0)
        usage.cpuSeconds = double(used.tv_sec) + double(used.tv_nsec) * 1e-9;
    if (std::FILE* memory = std::fopen("/proc/self/statm", "re")) {
        long long total = 0;
        long long resident = 0;
        if (std::fscanf(memory, "%lld %lld", &total, &resident) == 2)
            usage.residentBytes = resident * sysconf(_SC_PAGESIZE);
        std::fclose(memory);
    }
    return usage;
}

ProcessUsageMeter::ProcessUsageMeter()
    : m_cpuSeconds(processUsage().cpuSeconds)
    , m_timeNs(monotonicNs())
{
}

ProcessUsageMeter::Reading ProcessUsageMeter::read()
{
    const auto usage = processUsage();
    const auto now = monotonicNs();
    // Over less than a millisecond the figure would be noise; keep the last one.
    if (const auto elapsed = now - m_timeNs; elapsed >= 1'000'000) {
        m_cpuPercent = (usage.cpuSeconds - m_cpuSeconds) * 1e9 / double(elapsed) * 100;
        m_cpuSeconds = usage.cpuSeconds;
        m_timeNs = now;
    }
    return {m_cpuPercent, usage.residentBytes};
}

} // namespace stepscope
