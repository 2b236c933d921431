#pragma once

#include <stdint.h>

namespace stepscope::probe {

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t monotonicNs();

/// The time of records: the processor's time stamp counter where the kernel keeps its own time by it, as
/// TickClock of core does, else the monotonic clock.
class ProbeClock
{
public:
    /// Both clocks at one moment.
    struct Moment
    {
        uint64_t time = 0;
        int64_t monotonicNs = 0;
    };

    /// Finds out which clock to use: reads a file of the kernel.
    void choose();
    bool countsTicks() const { return m_countsTicks; }

    uint64_t now() const
    {
#if defined(__x86_64__)
        if (m_countsTicks)
            return __builtin_ia32_rdtsc();
#endif
        return uint64_t(monotonicNs());
    }
    Moment readBoth() const;

private:
    bool m_countsTicks = false;
};

extern ProbeClock probeClock;

} // namespace stepscope::probe
