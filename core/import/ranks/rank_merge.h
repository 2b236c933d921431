#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// The trace of one rank, and the offset of its times in the merged trace.
struct RankPart
{
    int64_t rank = 0;
    int64_t offsetNs = 0;
    Trace trace;
};

/// Merges the parts, which are sorted by rank, into one trace; see importRanks(). `renumbered`: set if
/// devices were renumbered.
Trace mergeRanks(const std::vector<RankPart>& parts, bool& renumbered);

} // namespace stepscope
