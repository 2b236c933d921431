#pragma once

#include "core/import/ranks/rank_merge.h"
#include "core/import/shared/import_log.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Sets the offsets of ranks' traces, so that all count from the first event of any. `firstUnixNs`: the wall
/// clock at each part's time 0, 0 where it is not known. What was assumed is said; see importRanks(). Returns
/// the wall clock of the whole's time 0; 0: not known.
int64_t alignClocks(std::vector<RankPart>& parts, const std::vector<int64_t>& firstUnixNs, ImportLog& log);

} // namespace stepscope
