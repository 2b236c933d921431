#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>
#include <string_view>

namespace stepscope {

/// One row per node of the tree, parents before their children, the largest first. Times are in µs, other
/// amounts in the tree's unit. device_us: the time on the device of the kernels, copies and memory sets
/// launched in the calls and, in their own rows, of these themselves; empty for a trace without a device.
/// Throws Error for a tree that is too deep for this format.
std::string callTreeCsv(const CallTree& tree, const CallOrder& order);

/// The start of the first line of folded stacks, before their unit: "# unit: nanoseconds". Tools that expect
/// a stack in each line skip it.
inline constexpr std::string_view foldedUnitComment = "# unit: ";

/// "Forward;conv1;aten::conv2d 1200": one line per stack of a top-down tree with its own host time
/// (StackCost) in nanoseconds, or its amount in the tree's unit, as read by Brendan Gregg's flamegraph.pl and
/// speedscope. A ";" in a name becomes a ",". Throws Error for a tree that is too deep for this format.
std::string foldedStacks(const CallTree& tree);

} // namespace stepscope
