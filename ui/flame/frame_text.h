#pragma once

#include "core/trace/calls/call_tree.h"

#include <QString>

namespace stepscope::ui {

/// The name of a frame: "conv2d", "conv1", "Forward", "50 steps".
QString frameTitle(const CallTree& tree, CallNodeId node);

/// Everything known about a frame, as rich text. The time that is the frames' weight is first: that on
/// devices, or that on the host. The difference, of the same time, may be null.
QString frameToolTip(const CallTree& tree, CallNodeId node, CallWeight weight,
                     const CallTreeDifference* difference);

/// The figures on one line: "12.3 ms (34.5 %), self 1.2 ms, 50 calls". With the device time as weight: "1.2
/// ms (12.0 %) on devices, on host 12.3 ms (34.5 %), self 1.2 ms, 50 calls".
QString frameFigures(const CallTree& tree, CallNodeId node, CallWeight weight);

} // namespace stepscope::ui
