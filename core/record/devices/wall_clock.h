#pragma once

#include <cstdint>

namespace stepscope {

/// The same moment on the wall clock and on the monotonic clock.
struct ClockPair
{
    int64_t unixNs = 0;
    int64_t monotonicNs = 0;
};

/// Converts wall-clock times to the monotonic clock. Time synchronization may slow down or speed up the wall
/// clock a little in between.
class WallClock
{
public:
    /// Two moments, the earlier one first. They may be the same.
    WallClock(ClockPair first, ClockPair last);

    /// False if the wall clock was set between the two moments.
    bool isSteady() const;
    int64_t monotonicOf(int64_t unixNs) const;

private:
    ClockPair m_first;
    ClockPair m_last;
};

} // namespace stepscope
