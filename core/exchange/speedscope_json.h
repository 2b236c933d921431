#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree in speedscope's own format: a profile of the host's time by stack and, if recorded, one of
/// devices' time (both in nanoseconds) and one of allocated bytes; for sums by stack, one in their unit. What
/// speedscope shows as time order is the order of the tree. Format:
/// https://www.speedscope.app/file-format-schema.json.
std::string speedscopeJson(const CallTree& tree, const std::string& name);

} // namespace stepscope
