#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree as speedscope's own file: a profile of the host's time by stack and, where recorded, one
/// of devices' time (both in nanoseconds) and one of allocated bytes; of sums by stack one in their unit.
/// What it shows as order of time is the order of the tree. After
/// https://www.speedscope.app/file-format-schema.json.
std::string speedscopeJson(const CallTree& tree, const std::string& name);

} // namespace stepscope
