#pragma once

#include "core/base/clock.h"

#include <atomic>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace stepscope {

/// The monotonic clock for times that are taken by the million: read from the processor's time stamp counter
/// where the kernel itself keeps its time by it, for a third of what a call of the clock takes; elsewhere the
/// monotonic clock itself.
///
/// Between two calls of tie() a time is `ns of the tie + ticks since x ns a tick`. The length of a tick is
/// measured, at first over two milliseconds, then over the last second or two, so that a machine which slept,
/// when the counter may go on and the monotonic clock does not, is soon told right again.
class TickClock
{
public:
    TickClock(); ///< takes two milliseconds

    /// Sets the clock by the monotonic one; not back, unless by more than a millisecond. Other threads may
    /// read it meanwhile, one may tie it.
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

private:
    static constexpr int fractionBits = 32;

    /// One moment by both clocks.
    struct Moment
    {
        int64_t ticks = 0;
        int64_t ns = 0;
    };
    struct Tie : Moment
    {
        int64_t nsPerTick = 0; ///< with fractionBits behind the point

        /// Also before the tie: another core may be some ticks behind.
        int64_t at(int64_t atTicks) const
        {
            return ns + int64_t((__int128(atTicks - ticks) * nsPerTick) >> fractionBits);
        }
    };

    static Moment readBoth();

    Moment m_measuredFrom; ///< what the length of a tick is measured from
    Moment m_measureNextFrom;
    Tie m_ties[2];                           ///< the one that is read, and the next
    std::atomic<const Tie*> m_tie = nullptr; ///< null: there is no such counter
};

} // namespace stepscope
