#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// The trace of one rank, and by how much its times are behind those of the whole.
struct RankPart
{
    int64_t rank = 0;
    int64_t offsetNs = 0;
    Trace trace;
};

/// One trace of the parts, which come by rising rank; see importRanks(). `renumbered`: whether devices are
/// numbered through.
Trace mergeRanks(const std::vector<RankPart>& parts, bool& renumbered);

} // namespace stepscope
