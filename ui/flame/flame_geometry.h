#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::ui {

/// A frame as it is drawn, or what stands for a frame's children that are too narrow for that.
struct FlameBox
{
    uint32_t node = rootNode; ///< the frame, or of which frame the children are folded
    uint32_t folded = 0;      ///< how many children are; 0: it is a frame
    int row = 0;              ///< 0 is the root's
    double left = 0.0;        ///< in pixels
    double width = 0.0;
};

/// What is drawn of a tree: by row and from left to right.
struct FlameBoxes
{
    std::vector<FlameBox> boxes;
    int rows = 0;

    /// Of the box at a place, -1: none.
    int at(int row, double x) const;
    /// Of a frame, -1: it is not drawn.
    int of(uint32_t node) const;
};

/// The frames of at least a pixel when `zoom` is as wide as the picture, with those around it above it.
/// Visits those alone: children stand by size, so that the first too narrow one ends the row of its siblings.
FlameBoxes flameBoxes(const CallTree& tree, const CallOrder& order, uint32_t zoom, double width);

enum class FlameStep { Outwards, Inwards, Left, Right };

/// Where an arrow key leads from a box, -1: nowhere. Inwards goes to the largest child.
int steppedBox(const FlameBoxes& boxes, const CallTree& tree, int box, FlameStep step);

} // namespace stepscope::ui
