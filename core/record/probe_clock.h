#pragma once

#include "core/probe/probe_protocol.h"

#include <cstdint>

namespace stepscope {

/// Makes nanoseconds of the monotonic clock of the times in a probe's records. The ticks of a processor's
/// time stamp counter are set by moments that the probe has read on both clocks. In between, and from one
/// moment to the next, time goes on without jumps: what is off is made up for over the following second.
class ProbeClock
{
public:
    /// `nsPerTick` is a first guess of the length of a tick.
    ProbeClock(probe::Clock clock, double nsPerTick);

    /// The payload of a record's first word, whose upper bits are missing.
    int64_t nsOf(uint64_t payload) const;
    /// Both clocks at the same moment.
    void sync(uint64_t payload, int64_t monotonicNs);

private:
    int64_t whole(uint64_t payload) const;

    probe::Clock m_clock;
    double m_nsPerTick;
    int64_t m_ticks = 0; ///< from here on the clock is as follows
    int64_t m_ns = 0;
    int64_t m_firstTicks = 0; ///< what the length of a tick is measured from
    int64_t m_firstNs = 0;
    bool m_isSet = false;
};

/// Length of a tick of this machine's time stamp counter in nanoseconds, measured over some milliseconds; 1
/// where there is none.
double measuredNsPerTick();

} // namespace stepscope
