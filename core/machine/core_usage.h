#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope {

/// What a processor has done since the machine started, in the kernel's ticks.
struct CoreTicks
{
    int64_t busy = 0;  ///< all but idling and waiting for a disk
    int64_t total = 0; ///< 0: switched off
};

/// One for each processor, at its number, from the text of /proc/stat (see proc(5)). Lines it cannot read
/// count as not there.
std::vector<CoreTicks> parseCoreTicks(std::string_view procStat);

/// 0 to 100 for each processor between two looks; NaN where there is nothing to compare.
std::vector<float> coreUsePercent(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after);

} // namespace stepscope
