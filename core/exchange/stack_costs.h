#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// The costs of call stacks, for the formats of other tools. The time of devices is separate from the host's,
/// since they run at the same time.
///
/// The host's time is that of operators: their own and what runs inside them, mainly runtime calls, so that
/// its sum is the duration of all outermost operators. Marked ranges, layers, Python functions and runtime
/// calls outside operators are frames without own cost. If no operator was recorded, all frames have their
/// own time; sums by stack keep theirs.
struct StackCost
{
    int64_t timeNs = 0; ///< in sums by stack: in the tree's unit
    int64_t deviceNs = 0;
    int64_t allocatedBytes = 0;

    StackCost& operator+=(const StackCost& other)
    {
        timeNs += other.timeNs;
        deviceNs += other.deviceNs;
        allocatedBytes += other.allocatedBytes;
        return *this;
    }
    bool operator==(const StackCost&) const = default;
};

/// By node of a top-down tree: the cost without its callees.
std::vector<StackCost> ownCosts(const CallTree& tree);
/// By node: the cost including its callees, the sum of the own costs in and below it.
std::vector<StackCost> inclusiveCosts(const CallTree& tree, std::vector<StackCost> own);

/// For formats that write the whole stack of each node: throws Error if the stacks have so many frames in
/// total that the text would exhaust memory, which only artificial nesting does.
void checkStackLengths(const CallTree& tree);

/// The name of these costs' time: "Host operator time", "Host time" if no operator was recorded; empty for
/// sums by stack.
const char* hostTimeName(const CallTree& tree);

/// "operator", "layer", …: for a table's column, and shown by other tools as a frame's file. In sums by
/// stack, all are functions.
const char* frameKindName(const CallTree& tree, FrameKind kind);

/// A node's name on one line, without control characters.
std::string frameName(const CallTree& tree, CallNodeId node);

} // namespace stepscope
