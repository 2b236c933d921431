#pragma once

#include "core/trace/calls/call_tree.h"

#include <fmt/format.h>

#include <string>

namespace stepscope::test {

/// One node per line, indented by two spaces below its parent, the largest first:
///
///     Forward: total 100
///       conv2d: 2 calls, self 20, total 100, 40 to 60
inline std::string printed(const CallTree& tree, CallWeight weight = CallWeight::TotalTime)
{
    const CallOrder order = orderOf(tree, weight);
    std::string text;
    std::vector<std::pair<CallNodeId, size_t>> open{{rootNode, 0}};
    while (!open.empty()) {
        const auto [index, depth] = open.back();
        open.pop_back();
        const CallNode& node = tree.nodes[index];
        const std::string indent(depth > 0 ? 2 * depth - 2 : 0, ' ');
        if (node.kind == FrameKind::Pass)
            text += fmt::format("{}{}: total {}\n", indent, tree.nameOf(index), node.totalNs);
        else if (index != rootNode)
            text += fmt::format("{}{}{}: {} calls, self {}, total {}, {} to {}\n", indent, tree.nameOf(index),
                                node.kind == FrameKind::Layer ? " layer" : "", node.calls, node.selfNs,
                                node.totalNs, node.minNs, node.maxNs);
        const auto children = order.childrenOf(index);
        for (auto child = children.rbegin(); child != children.rend(); ++child)
            open.emplace_back(*child, depth + 1);
    }
    return text;
}

/// The node with these names from the root on, "Forward;conv1;conv2d"; noNode when there is none.
inline CallNodeId nodeAt(const CallTree& tree, const std::string& stack)
{
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        std::string text;
        for (const CallNodeId frame : tree.pathTo(node))
            text.append(text.empty() ? "" : ";").append(tree.nameOf(frame));
        if (text == stack)
            return node;
    }
    return noNode;
}

} // namespace stepscope::test
