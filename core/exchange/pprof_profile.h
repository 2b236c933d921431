#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree as pprof's profile.proto, gzipped, for `go tool pprof` and other readers. Values of a
/// stack: calls (count), time (nanoseconds; for sums by stack, the counted amount) and, if recorded, device
/// (nanoseconds) and allocated (bytes), all without the callees. Format:
/// https://github.com/google/pprof/blob/main/proto/profile.proto. Throws Error if memory runs out.
std::string pprofProfile(const CallTree& tree);

} // namespace stepscope
