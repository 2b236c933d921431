#include "core/record/devices/wall_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace stepscope {

WallClock::WallClock(ClockPair first, ClockPair last)
    : m_first(first)
    , m_last(last)
{
}

bool WallClock::isSteady() const
{
    constexpr int64_t readingNs = 100'000;  // maximum time between the two readings of a pair
    constexpr int64_t slewPerMillion = 600; // slightly more than time synchronization applies
    const int64_t wallNs = m_last.unixNs - m_first.unixNs;
    const int64_t monotonicNs = m_last.monotonicNs - m_first.monotonicNs;
    return monotonicNs >= 0 &&
           std::abs(wallNs - monotonicNs) <= readingNs + monotonicNs / 1'000'000 * slewPerMillion;
}

int64_t WallClock::monotonicOf(int64_t unixNs) const
{
    const int64_t wallNs = m_last.unixNs - m_first.unixNs;
    const int64_t sinceNs = unixNs - m_first.unixNs;
    if (wallNs <= 0)
        return m_first.monotonicNs + sinceNs;
    // Only the difference is scaled, because a double has too few digits for the whole time. It is not known
    // far from both moments.
    const auto ahead = double(m_last.monotonicNs - m_first.monotonicNs - wallNs);
    const double share = std::clamp(double(sinceNs) / double(wallNs), -1.0, 2.0);
    return m_first.monotonicNs + sinceNs + std::llround(ahead * share);
}

} // namespace stepscope
