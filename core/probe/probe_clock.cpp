#include "core/probe/probe_clock.h"

#include "core/probe/own_process.h"

#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace stepscope::probe {

ProbeClock probeClock;

int64_t monotonicNs()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void ProbeClock::choose()
{
#if defined(__x86_64__)
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    const bool isInvariant = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
    char source[16];
    m_countsTicks =
        isInvariant &&
        readText("/sys/devices/system/clocksource/clocksource0/current_clocksource", source, sizeof source) &&
        strcmp(source, "tsc\n") == 0;
#endif
}

ProbeClock::Moment ProbeClock::readBoth() const
{
    const auto before = now();
    const auto ns = monotonicNs();
    const auto after = now();
    return {before + (after - before) / 2, ns};
}

} // namespace stepscope::probe
