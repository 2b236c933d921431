#pragma once

#include "core/base/clock.h"

#include <atomic>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace stepscope {

/// The monotonic clock for millions of time readings. Reads the processor's time stamp counter where the
/// kernel uses it as its clock, which takes a third of a system clock call; elsewhere it reads the monotonic
/// clock.
///
/// Between two calls of tie(), a time is `ns of the tie + ticks since × ns per tick`. The length of a tick is
/// measured, first over two milliseconds, then over the last second or two. So the clock soon recovers after
/// the machine was suspended, when the counter may continue and the monotonic clock does not.
class TickClock
{
public:
    TickClock(); ///< takes two milliseconds

    /// Synchronizes the clock with the monotonic clock; not backwards, unless by more than a millisecond.
    /// Other threads may read it meanwhile; only one may tie it.
    void tie();

    /// Nanoseconds of the monotonic clock.
    int64_t nowNs() const
    {
#if defined(__x86_64__)
        if (const auto* tie = m_tie.load(std::memory_order_acquire))
            return tie->at(int64_t(__rdtsc()));
#endif
        return monotonicNs();
    }

    /// One moment on both clocks.
    struct Moment
    {
        int64_t ticks = 0;
        int64_t ns = 0;
    };
    /// The best of several readings, because a thread may be interrupted between two clocks. On x86-64 only.
    static Moment readBoth();

private:
    static constexpr int fractionBits = 32;

    struct Tie : Moment
    {
        int64_t nsPerTick = 0; ///< with fractionBits after the binary point

        /// Also before the tie: another core may be some ticks late.
        int64_t at(int64_t atTicks) const
        {
            return ns + int64_t((__int128(atTicks - ticks) * nsPerTick) >> fractionBits);
        }
    };

    Moment m_measuredFrom; ///< the start of the measurement of the tick length
    Moment m_measureNextFrom;
    Tie m_ties[2];                           ///< the current one and the next
    std::atomic<const Tie*> m_tie = nullptr; ///< null: there is no such counter
};

} // namespace stepscope
