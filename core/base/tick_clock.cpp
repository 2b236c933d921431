#include "core/base/tick_clock.h"

#include <algorithm>
#include <fstream>
#include <string>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace stepscope {

#if defined(__x86_64__)

namespace {

/// Whether the counter runs at the same speed on all cores: the processor reports it (the bit "invariant
/// TSC"), and the kernel, which has compared the cores, uses it as its clock.
bool counterIsEven()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (!__get_cpuid(0x80000007, &a, &b, &c, &d) || !(d & (1u << 8)))
        return false;
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    return file >> source && source == "tsc";
}

} // namespace

/// The reading during which the least time went by.
TickClock::Moment TickClock::readBoth()
{
    Moment best{};
    int64_t bestWidth = INT64_MAX;
    for (int i = 0; i < 5; ++i) {
        const auto before = int64_t(__rdtsc());
        const auto ns = monotonicNs();
        const auto after = int64_t(__rdtsc());
        if (after - before < bestWidth) {
            bestWidth = after - before;
            best = {before + (after - before) / 2, ns};
        }
    }
    return best;
}

TickClock::TickClock()
{
    static const bool isEven = counterIsEven();
    if (!isEven)
        return;
    constexpr int64_t enoughNs = 2'000'000;
    m_measuredFrom = m_measureNextFrom = readBoth();
    while (monotonicNs() - m_measuredFrom.ns < enoughNs) {
    }
    m_tie.store(&m_ties[0], std::memory_order_relaxed);
    tie();
}

void TickClock::tie()
{
    const auto* shown = m_tie.load(std::memory_order_relaxed);
    if (!shown)
        return;
    constexpr int64_t measuredNs = 1'000'000'000;
    constexpr int64_t mostAheadNs = 1'000'000; // by more only when the machine was suspended
    auto& next = m_ties[shown == &m_ties[0] ? 1 : 0];
    const auto moment = readBoth();
    const auto ticks = moment.ticks - m_measuredFrom.ticks;
    next.nsPerTick = ticks > 0 ? int64_t((__int128(moment.ns - m_measuredFrom.ns) << fractionBits) / ticks)
                               : shown->nsPerTick; // the counter was reset
    if (ticks <= 0 || moment.ns - m_measureNextFrom.ns > measuredNs) {
        m_measuredFrom = ticks > 0 ? m_measureNextFrom : moment;
        m_measureNextFrom = moment;
    }
    const auto aheadNs = shown->nsPerTick != 0 ? shown->at(moment.ticks) - moment.ns : 0;
    next.ticks = moment.ticks;
    next.ns = moment.ns + (aheadNs > 0 && aheadNs < mostAheadNs ? aheadNs : 0);
    m_tie.store(&next, std::memory_order_release);
}

#else

TickClock::TickClock() = default;
void TickClock::tie() {}

#endif

} // namespace stepscope
