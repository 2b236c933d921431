#pragma once

#include "core/trace/timeline/timeline_index.h"

#include <string>
#include <vector>

namespace stepscope {

/// The events of some threads that are visible from `fromNs` to before `toNs`, one row each, in the order of
/// their lanes: thread, lane, kind, step, and times in nanoseconds since `zeroNs`. Layers and ranges have no
/// self time.
std::string timelineCsv(const Trace& trace, const TimelineIndex& index, const std::vector<int>& threads,
                        int64_t fromNs, int64_t toNs, int64_t zeroNs);

} // namespace stepscope
