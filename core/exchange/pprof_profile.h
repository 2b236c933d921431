#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree as pprof's profile.proto, gzipped, as `go tool pprof` and its many readers open it. Values
/// of a stack: calls (count), time (nanoseconds; what sums by stack have counted instead) and, where
/// recorded, device (nanoseconds) and allocated (bytes), none of them with what the stack calls. After
/// https://github.com/google/pprof/blob/main/proto/profile.proto. Throws Error when there is no memory.
std::string pprofProfile(const CallTree& tree);

} // namespace stepscope
