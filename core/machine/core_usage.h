#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// Times of a processor since the machine started, in the kernel's ticks.
struct CoreTicks
{
    int64_t busy = 0;  ///< all except idling and waiting for a disk
    int64_t total = 0; ///< 0: switched off
};

/// One entry per processor, at its number, from the text of /proc/stat (see proc(5)). Skips lines that it
/// cannot read.
std::vector<CoreTicks> parseCoreTicks(std::string_view procStat);

/// Use of each processor between two samples, 0 to 100; NaN where there is nothing to compare.
std::vector<float> coreUsePercent(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after);

} // namespace stepscope
