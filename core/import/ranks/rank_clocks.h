#pragma once

#include "core/import/ranks/rank_merge.h"
#include "core/import/shared/import_log.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// Sets the offsets of the ranks' traces, so that all times count from the first event of any rank.
/// `firstUnixNs`: the wall clock at each part's time 0; 0: not known. The log lists the assumptions; see
/// importRanks(). Returns the wall clock at the merged trace's time 0; 0: not known.
int64_t alignClocks(std::vector<RankPart>& parts, const std::vector<int64_t>& firstUnixNs, ImportLog& log);

} // namespace stepscope
