#pragma once

#include "core/trace/calls/call_tree.h"

#include <QString>

namespace stepscope::ui {

/// What a frame is called: "conv2d", "conv1", "Forward", "50 steps".
QString frameTitle(const CallTree& tree, uint32_t node);

/// As rich text, with all that is known of a frame.
QString frameToolTip(const CallTree& tree, uint32_t node, const CallTreeDifference* difference);

/// The figures in a line: "12.3 ms (34.5 %), self 1.2 ms, 50 calls".
QString frameFigures(const CallTree& tree, uint32_t node);

} // namespace stepscope::ui
