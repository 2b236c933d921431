#pragma once

#include <stdint.h>

namespace stepscope::probe {

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t monotonicNs();

/// The clock of the records: the processor's time stamp counter if the kernel uses it as its clock source, as
/// in core's TickClock; otherwise the monotonic clock.
class ProbeClock
{
public:
    /// Both clocks at the same moment.
    struct Moment
    {
        uint64_t time = 0;
        int64_t monotonicNs = 0;
    };

    /// Chooses the clock. Reads a file of the kernel.
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
