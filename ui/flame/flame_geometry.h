#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::ui {

/// A frame as it is drawn, or a box for children of a frame that are too narrow to be drawn.
struct FlameBox
{
    CallNodeId node = rootNode; ///< the frame, or the parent of the folded children
    uint32_t folded = 0;        ///< number of folded children; 0: it is a frame
    int row = 0;                ///< 0 is the root's
    double left = 0.0;          ///< in pixels
    double width = 0.0;
};

/// The visible part of a tree, by row and from left to right.
struct FlameBoxes
{
    std::vector<FlameBox> boxes;
    int rows = 0;

    /// The index of the box at a position, or -1.
    int at(int row, double x) const;
    /// The index of a frame's box, or -1 if it is not drawn.
    int of(CallNodeId node) const;
};

/// The frames that are at least a pixel wide when `zoom` fills the picture, with its ancestors above it.
/// Visits only those: children are sorted by size, so the first that is too narrow ends the row of its
/// siblings.
FlameBoxes flameBoxes(const CallTree& tree, const CallOrder& order, CallNodeId zoom, double width);

enum class FlameStep { Outwards, Inwards, Left, Right };

/// The box that an arrow key leads to, or -1. Inwards goes to the largest child.
int steppedBox(const FlameBoxes& boxes, const CallTree& tree, int box, FlameStep step);

} // namespace stepscope::ui
