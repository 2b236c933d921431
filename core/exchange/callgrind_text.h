#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>

namespace stepscope {

/// A top-down tree in Callgrind's profile format, version 1, which KCachegrind, QCachegrind and
/// callgrind_annotate read: a function for each operator, layer and part of a step, whichever stack it stands
/// in, with its own costs and those of its calls. Events: Time (ns of the host) and, where recorded, Device
/// (ns on devices) and Allocated (bytes). Of sums by stack it is Ir, or Cost with its unit, instead of Time.
/// After https://valgrind.org/docs/manual/cl-format.html.
std::string callgrindText(const CallTree& tree);

} // namespace stepscope
