#include "core/record/probe_clock.h"

#include "core/base/tick_clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace stepscope {

ProbeClock::ProbeClock(probe::Clock clock, double nsPerTick)
    : m_clock(clock)
    , m_nsPerTick(nsPerTick)
{
}

/// The tick count with these lower bits that is nearest to the last known moment.
int64_t ProbeClock::whole(uint64_t payload) const
{
    constexpr int missingBits = 64 - probe::typeShift;
    const auto known = uint64_t(m_isSet ? m_ticks : int64_t(payload));
    return int64_t(known) + (int64_t((payload - known) << missingBits) >> missingBits);
}

int64_t ProbeClock::nsOf(uint64_t payload) const
{
    const int64_t ticks = whole(payload);
    if (m_clock == probe::Clock::Monotonic)
        return ticks;
    return m_ns + int64_t(std::llround(double(ticks - m_ticks) * m_nsPerTick));
}

void ProbeClock::sync(uint64_t payload, int64_t monotonicNs)
{
    const int64_t ticks = whole(payload);
    if (m_clock == probe::Clock::Monotonic) {
        m_ticks = ticks;
        m_isSet = true;
        return;
    }
    if (!m_isSet) {
        m_ticks = m_firstTicks = ticks;
        m_ns = m_firstNs = monotonicNs;
        m_isSet = true;
        return;
    }
    if (ticks <= m_ticks)
        return; // from another thread, read later
    m_ns = nsOf(payload);
    m_ticks = ticks;
    constexpr int64_t longEnoughNs = 100'000'000;
    constexpr double madeUpInNs = 1e9;
    constexpr int64_t asleepNs = 1'000'000; // the machine slept, or the clocks have diverged
    const int64_t behindNs = monotonicNs - m_ns;
    if (std::abs(behindNs) > asleepNs) {
        m_ns = monotonicNs;
        m_firstTicks = ticks;
        m_firstNs = monotonicNs;
    } else if (monotonicNs - m_firstNs > longEnoughNs) {
        const double measured = double(monotonicNs - m_firstNs) / double(ticks - m_firstTicks);
        m_nsPerTick = measured * (1.0 + double(behindNs) / madeUpInNs);
    }
}

double measuredNsPerTick()
{
#if defined(__x86_64__)
    const auto start = TickClock::readBoth();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto end = TickClock::readBoth();
    return end.ticks > start.ticks ? double(end.ns - start.ns) / double(end.ticks - start.ticks) : 1.0;
#else
    return 1.0;
#endif
}

} // namespace stepscope
