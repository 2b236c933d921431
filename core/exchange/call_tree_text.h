#pragma once

#include "core/trace/calls/call_tree.h"

#include <string>
#include <string_view>

namespace stepscope {

/// A row a node of the tree, parents before their children, the largest first. Times are µs, other amounts in
/// the tree's unit. device_us: the kernels, copies and memory sets launched in the calls, and of their own
/// rows the time that these took on the device; empty for a trace without a device. Throws Error for a tree
/// that is too deep to be written this way.
std::string callTreeCsv(const CallTree& tree, const CallOrder& order);

/// What the first line of folded stacks begins with, before their unit: "# unit: nanoseconds". Tools that
/// expect a stack in each line skip it.
inline constexpr std::string_view foldedUnitComment = "# unit: ";

/// "Forward;conv1;aten::conv2d 1200": a line for each stack of a top-down tree with its own host time
/// (StackCost) in nanoseconds, or its amount in the tree's unit, as Brendan Gregg's flamegraph.pl and
/// speedscope read it. A
/// ";" in a name becomes a ",". Throws Error for a tree that is too deep to be written this way.
std::string foldedStacks(const CallTree& tree);

} // namespace stepscope
