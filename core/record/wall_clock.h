#pragma once

#include <cstdint>

namespace stepscope {

/// The same moment on the clock of the wall and on the monotonic clock.
struct ClockPair
{
    int64_t unixNs = 0;
    int64_t monotonicNs = 0;
};

/// Makes times of the monotonic clock of those of the clock of the wall, which a time server may slow down or
/// speed up a little meanwhile.
class WallClock
{
public:
    /// Two moments, the earlier one first; they may be the same.
    WallClock(ClockPair first, ClockPair last);

    /// Whether the clock of the wall was not set between the two moments.
    bool isSteady() const;
    int64_t monotonicOf(int64_t unixNs) const;

private:
    ClockPair m_first;
    ClockPair m_last;
};

} // namespace stepscope
