#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

/// What stacks of calls cost, for formats that other tools read. Devices' time is a figure of its own beside
/// the host's, since both pass at once.
///
/// The host's time is that of operators: their own and what passes inside of them, runtime calls above all,
/// so that its sum is the duration of all outermost operators. Marked ranges, layers, functions of Python and
/// runtime calls outside of operators are frames without a cost of their own. Where no operator was recorded,
/// all frames have their own time; sums by stack keep theirs.
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

/// By node of a top-down tree: without what it calls.
std::vector<StackCost> ownCosts(const CallTree& tree);
/// By node: with all that it calls, the sum of the own costs below and in it.
std::vector<StackCost> inclusiveCosts(const CallTree& tree, std::vector<StackCost> own);

/// For formats that write out the whole stack of each node: throws Error when these have so many frames in
/// all that the text would fill the memory, which only nests made for it have.
void checkStackLengths(const CallTree& tree);

/// What the time of these costs is called: "Host operator time", "Host time" where no operator was recorded;
/// in sums by stack empty.
const char* hostTimeName(const CallTree& tree);

/// "operator", "layer", …: of a table's column, and what other tools show as the file that a frame comes
/// from. In sums by stack all are functions.
const char* frameKindName(const CallTree& tree, FrameKind kind);

/// A node's name in one line, without control characters.
std::string frameName(const CallTree& tree, uint32_t node);

} // namespace stepscope
