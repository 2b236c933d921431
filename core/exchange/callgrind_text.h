#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree in Callgrind's profile format, version 1, as read by KCachegrind, QCachegrind and
/// callgrind_annotate: one function per operator, layer and part of a step, in all stacks together, with its
/// own costs and those of its calls. Events: Time (ns of the host) and, if recorded, Device (ns on devices)
/// and Allocated (bytes). For sums by stack, Ir, or Cost with its unit, replaces Time. Format:
/// https://valgrind.org/docs/manual/cl-format.html.
std::string callgrindText(const CallTree& tree);

} // namespace stepscope
