#pragma once

#include "core/probe/probe_protocol.h"

#include <cstdint>

namespace stepscope {

/// Converts the times in a probe's records to nanoseconds of the monotonic clock. The ticks of a processor's
/// time stamp counter are calibrated with moments that the probe has read on both clocks. The converted time
/// has no jumps: a deviation is corrected over the following second.
class ProbeClock
{
public:
    /// `nsPerTick` is a first estimate of the length of a tick.
    ProbeClock(probe::Clock clock, double nsPerTick);

    /// `payload` is that of a record's first word, without the upper bits.
    int64_t nsOf(uint64_t payload) const;
    /// Calibrates with both clocks at the same moment.
    void sync(uint64_t payload, int64_t monotonicNs);

private:
    int64_t whole(uint64_t payload) const;

    probe::Clock m_clock;
    double m_nsPerTick;
    int64_t m_ticks = 0; ///< start of the current calibration
    int64_t m_ns = 0;
    int64_t m_firstTicks = 0; ///< start of the measurement of a tick's length
    int64_t m_firstNs = 0;
    bool m_isSet = false;
};

/// Length of a tick of this machine's time stamp counter in nanoseconds, measured over a few milliseconds; 1
/// without a counter.
double measuredNsPerTick();

} // namespace stepscope
