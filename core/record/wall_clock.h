#pragma once

#include <cstdint>

namespace stepscope {

/// The same moment on the wall clock and on the monotonic clock.
struct ClockPair
{
    int64_t unixNs = 0;
    int64_t monotonicNs = 0;
};

/// Converts wall-clock times to the monotonic clock. A time server may slow down the wall clock or speed it
/// up a little meanwhile.
class WallClock
{
public:
    /// Two moments, the earlier one first; they may be the same.
    WallClock(ClockPair first, ClockPair last);

    /// Whether the wall clock was not set between the two moments.
    bool isSteady() const;
    int64_t monotonicOf(int64_t unixNs) const;

private:
    ClockPair m_first;
    ClockPair m_last;
};

} // namespace stepscope
