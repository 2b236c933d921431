#include "ui/flame/flame_geometry.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr double narrowest = 1.0;

void addChildren(FlameBoxes& result, const CallTree& tree, const CallOrder& order, const FlameBox box)
{
    const int64_t weight = order.weights[box.node];
    if (weight <= 0)
        return;
    const double scale = box.width / double(weight);
    double left = box.left;
    int64_t rest = order.within[box.node];
    const auto children = order.childrenOf(box.node);
    for (size_t i = 0; i < children.size(); ++i) {
        const CallNodeId child = children[i];
        const double width = double(order.weights[child]) * scale;
        const bool isPass = tree.nodes[child].kind == FrameKind::Pass; // passes have another order
        if (width < narrowest && !isPass) {
            const double folded = double(rest) * scale;
            if (folded >= narrowest)
                result.boxes.push_back({box.node, uint32_t(children.size() - i), box.row + 1, left, folded});
            return;
        }
        if (width >= narrowest)
            result.boxes.push_back({child, 0, box.row + 1, left, width});
        left += width;
        rest -= order.weights[child];
    }
}

} // namespace

FlameBoxes flameBoxes(const CallTree& tree, const CallOrder& order, CallNodeId zoom, double width)
{
    FlameBoxes result;
    if (order.weights[zoom] <= 0 || width < narrowest)
        return result;
    result.boxes.push_back({rootNode, 0, 0, 0.0, width});
    for (const CallNodeId outer : tree.pathTo(zoom))
        result.boxes.push_back({outer, 0, result.boxes.back().row + 1, 0.0, width});
    // Each row is made from the previous one, which is in the same list.
    for (size_t i = result.boxes.size() - 1; i < result.boxes.size(); ++i) {
        if (result.boxes[i].folded == 0)
            addChildren(result, tree, order, result.boxes[i]);
    }
    result.rows = result.boxes.back().row + 1;
    return result;
}

int FlameBoxes::at(int row, double x) const
{
    const auto after = std::ranges::partition_point(
        boxes, [&](const FlameBox& box) { return box.row < row || (box.row == row && box.left <= x); });
    if (after == boxes.begin())
        return -1;
    const auto box = after - 1;
    return box->row == row && x < box->left + box->width ? int(box - boxes.begin()) : -1;
}

int FlameBoxes::of(CallNodeId node) const
{
    const auto found =
        std::ranges::find_if(boxes, [&](const FlameBox& box) { return box.node == node && box.folded == 0; });
    return found == boxes.end() ? -1 : int(found - boxes.begin());
}

static int largestChild(const FlameBoxes& boxes, const CallTree& tree, int box)
{
    int best = -1;
    for (int i = box + 1; i < int(boxes.boxes.size()); ++i) {
        const FlameBox& child = boxes.boxes[size_t(i)];
        if (child.row > boxes.boxes[size_t(box)].row + 1)
            break;
        if (child.folded == 0 && tree.nodes[child.node].parent == boxes.boxes[size_t(box)].node &&
            (best < 0 || child.width > boxes.boxes[size_t(best)].width))
            best = i;
    }
    return best;
}

int steppedBox(const FlameBoxes& boxes, const CallTree& tree, int box, FlameStep step)
{
    if (box < 0 || box >= int(boxes.boxes.size()))
        return boxes.boxes.empty() ? -1 : 0;
    const FlameBox& from = boxes.boxes[size_t(box)];
    if (step == FlameStep::Inwards)
        return largestChild(boxes, tree, box);
    if (step == FlameStep::Outwards)
        return from.node == rootNode ? -1 : boxes.of(tree.nodes[from.node].parent);
    const int by = step == FlameStep::Left ? -1 : 1;
    for (int i = box + by; i >= 0 && i < int(boxes.boxes.size()); i += by) {
        const FlameBox& next = boxes.boxes[size_t(i)];
        if (next.row != from.row)
            return -1;
        if (next.folded == 0)
            return i;
    }
    return -1;
}

} // namespace stepscope::ui
