#pragma once

#include "core/trace/timeline/timeline_index.h"

#include <string>
#include <vector>

namespace stepscope {

/// The events of some threads that are seen from `fromNs` to before `toNs`, a row each, in the order of their
/// lanes: thread, lane, what it is, its step, and its times in nanoseconds since `zeroNs`. Layers and
/// ranges have no time of their own.
std::string timelineCsv(const Trace& trace, const TimelineIndex& index, const std::vector<int>& threads,
                        int64_t fromNs, int64_t toNs, int64_t zeroNs);

} // namespace stepscope
