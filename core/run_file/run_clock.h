#pragma once

#include "core/base/clock.h"

namespace stepscope {

/// The wall clock at the construction of this object, advanced by the monotonic clock: the difference of two
/// of its times is a duration, even if the machine's clock was set meanwhile.
class RunClock
{
public:
    int64_t unixMs() const { return m_startUnixMs + (monotonicNs() - m_startNs) / 1'000'000; }

private:
    int64_t m_startUnixMs = unixMsNow();
    int64_t m_startNs = monotonicNs();
};

} // namespace stepscope
