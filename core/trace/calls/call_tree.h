#pragma once

#include "core/trace/step_range.h"
#include "core/trace/trace.h"
#include "core/trace/trace_sums.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

enum class FrameKind : uint8_t {
    Root,
    Pass, ///< a pass of the step, above its outermost calls
    Layer,
    Operator,
    // In imported traces and those with devices:
    Range,
    Function, ///< of Python
    Runtime,
    Overhead,
    Device, ///< a kernel, copy or memory set, below the call that launched it; its time is the device's
};

/// For an event on the host, or for device work.
FrameKind frameKindOf(EventKind kind);
/// Neither the root nor a pass.
inline bool isCall(FrameKind kind)
{
    return kind >= FrameKind::Layer;
}

/// From the outermost call to the calls in it, or from a call to its callers.
enum class CallDirection : uint8_t { TopDown, BottomUp };

/// What determines the size of a frame.
enum class CallWeight : uint8_t { SelfTime, TotalTime, Calls, Allocated, DeviceTime };

/// Index of a node in CallTree::nodes.
using CallNodeId = Id<struct NodeOfCallTree>;
inline constexpr CallNodeId noNode;
inline constexpr CallNodeId rootNode(0);

/// All calls with the same stack: the same names, kinds and passes from the outermost call, on any thread but
/// without what the workers of a data loader do (isLoaderRange()), which is not called by the step. In
/// a bottom-up tree: all calls of one operator with the same callers. Times are in nanoseconds.
///
/// Device work is a leaf below the call that launched it, or below its pass if that call is not known. It
/// takes no time of the host: selfNs and totalNs are 0, and durations are those on the device. In sums by
/// stack, outermost calls are directly below the root, because passes are not known.
struct CallNode
{
    CallNodeId parent = noNode;
    NameId name = noName; ///< in CallTree::names; for calls
    FrameKind kind = FrameKind::Root;
    Pass pass = Pass::Other;
    int64_t calls = 0; ///< 0 for the root and passes, and in sums by stack where they are not known
    /// Total minus the layers and operators called directly on the same thread, at least 0.
    int64_t selfNs = 0;
    int64_t totalNs = 0;    ///< a call inside another one of the same node is not counted again
    int64_t durationNs = 0; ///< of all calls, including nested ones: for the mean
    int64_t minNs = 0;      ///< shortest and longest call; not in sums by stack
    int64_t maxNs = 0;
    int64_t allocatedBytes = 0; ///< by the calls themselves, including memory that was freed again
    /// Of all kernels, copies and memory sets launched in these calls: a sum, even if they ran at the same
    /// time.
    int64_t deviceNs = 0;

    double meanNs() const { return calls > 0 ? double(durationNs) / double(calls) : 0.0; }
};

/// Calls by stack. Nodes never move while a tree grows with its trace.
struct CallTree
{
    std::vector<std::string> names;                         ///< those of the trace
    std::vector<CallNode> nodes = std::vector<CallNode>(1); ///< parents before their children, the root first
    CallDirection direction = CallDirection::TopDown;
    int64_t selfNs = 0;     ///< sum of all self times: the total for shares
    int64_t steps = 0;      ///< covered by the figures
    bool hasMemory = false; ///< allocations were recorded
    bool hasDevice = false; ///< work of devices was recorded
    bool hasCalls = true;   ///< some node's calls are known
    TraceContents contents; ///< of the trace
    std::string unit;       ///< Trace::unit: the unit in place of time
    int callersKept = 0;    ///< in a bottom-up tree whose longer stacks were cut to this length; 0: none was

    bool isEmpty() const { return nodes.size() <= 1; }
    double shareOf(int64_t nanoseconds) const
    {
        return selfNs > 0 ? double(nanoseconds) / double(selfNs) : 0.0;
    }
    /// "aten::conv2d", "conv1", "Forward"; empty for the root.
    std::string nameOf(CallNodeId node) const;
    /// The innermost layer around a frame, or the frame itself; noNode: none.
    CallNodeId layerOf(CallNodeId node) const;
    /// From below the root to the node itself.
    std::vector<CallNodeId> pathTo(CallNodeId node) const;
    /// The node with the same stack as a node of another tree with the same direction; noNode: none.
    CallNodeId find(const CallTree& other, CallNodeId node) const;
};

/// The same calls by operator and then by its callers. The nodes below the root have the figures of the
/// operator table; deeper ones the part that was called that way.
CallTree bottomUp(const CallTree& topDown);

/// A tree's nodes by size: children of the same parent are adjacent, the largest first; passes are in a
/// step's order.
struct CallOrder
{
    CallWeight weight = CallWeight::TotalTime;
    /// By node: the size of its frame. Never less than the sum of its children.
    std::vector<int64_t> weights;
    std::vector<int64_t> within; ///< by node: sum of its children's weights
    std::vector<uint32_t> first; ///< by node: start of its children, with an end for the last
    std::vector<CallNodeId> children;

    std::span<const CallNodeId> childrenOf(CallNodeId node) const
    {
        return std::span(children).subspan(first[node], first[node + 1] - first[node]);
    }
};

CallOrder orderOf(const CallTree& tree, CallWeight weight);

/// The total weight of frames that are `found` (by name), counting each nested one once, as a share of all.
double foundShare(const CallTree& tree, const CallOrder& order, const std::vector<bool>& found);

/// A tree compared with another one, by stack. Times are per step when both trees have steps.
struct CallTreeDifference
{
    struct Frame
    {
        double totalNs = 0.0; ///< in the other tree, for as many steps as this one has
        double selfNs = 0.0;
        double deviceNs = 0.0;
        bool isKnown = false; ///< the other tree has this stack
    };
    std::vector<Frame> frames; ///< by node of the tree

    /// From -1 (takes no time any more) through 0 (same) to 1 (new): (now - then) / (now + then), of the
    /// total time, or of the self time in a bottom-up tree; of the device time if that is the weight, and for
    /// its own frames.
    double change(const CallTree& tree, CallNodeId node, CallWeight weight = CallWeight::TotalTime) const;
};

CallTreeDifference differenceOf(const CallTree& tree, const CallTree& other);

} // namespace stepscope
