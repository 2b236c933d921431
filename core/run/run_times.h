#pragma once

#include "core/run/run.h"

#include <cstdint>

namespace stepscope {

/// Wall clock, in nanoseconds since 1970, of the monotonic time `ns`, which the events of a recorded run
/// have. For a run of this machine since it was booted, the offset of the two clocks is known; for other
/// runs, it is the run's start.
int64_t unixNsOf(const Run& run, int64_t ns);

} // namespace stepscope
