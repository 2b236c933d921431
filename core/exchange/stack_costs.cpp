#include "core/exchange/stack_costs.h"

#include "core/base/error.h"
#include "core/base/text/format.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stepscope {

namespace {

bool hasOperators(const CallTree& tree)
{
    return std::ranges::any_of(tree.nodes,
                               [](const CallNode& node) { return node.kind == FrameKind::Operator; });
}

} // namespace

std::vector<StackCost> ownCosts(const CallTree& tree)
{
    std::vector<StackCost> costs(tree.nodes.size());
    const bool takesAll = tree.contents.areFunctions || !hasOperators(tree);
    std::vector<bool> isInOperator(tree.nodes.size(), false);
    for (CallNodeId node(0); node < tree.nodes.size(); ++node) {
        const auto& call = tree.nodes[node];
        auto& cost = costs[node];
        isInOperator[node] =
            call.kind == FrameKind::Operator || (call.parent != noNode && isInOperator[call.parent]);
        cost.timeNs = takesAll || isInOperator[node] ? call.selfNs : 0;
        cost.allocatedBytes = call.allocatedBytes;
        cost.deviceNs += call.deviceNs;
        if (call.parent != noNode)
            costs[call.parent].deviceNs -= call.deviceNs;
    }
    costs[rootNode].deviceNs = 0; // passes' work is all below passes
    return costs;
}

std::vector<StackCost> inclusiveCosts(const CallTree& tree, std::vector<StackCost> own)
{
    for (auto node = uint32_t(tree.nodes.size()); node-- > 1;)
        own[tree.nodes[node].parent] += own[node];
    return own;
}

void checkStackLengths(const CallTree& tree)
{
    constexpr uint64_t mostFrames = 30'000'000;
    std::vector<uint32_t> depths(tree.nodes.size(), 0);
    uint64_t frames = 0;
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        depths[node] = depths[tree.nodes[node].parent] + 1;
        frames += depths[node];
    }
    if (frames > mostFrames)
        throw Error(translated(
            "The stacks of the call tree have {frames} frames in total, more than the limit of {limit} for "
            "this format. Use the format trace or callgrind instead.",
            {{"frames", formatCount(int64_t(frames))}, {"limit", formatCount(int64_t(mostFrames))}}));
}

const char* hostTimeName(const CallTree& tree)
{
    if (tree.contents.areFunctions)
        return "Time";
    return hasOperators(tree) ? "Host operator time" : "Host time";
}

const char* frameKindName(const CallTree& tree, FrameKind kind)
{
    if (tree.contents.areFunctions)
        return kind == FrameKind::Function ? "python function" : "function";
    switch (kind) {
    case FrameKind::Root:
    case FrameKind::Pass:
        return "pass";
    case FrameKind::Layer:
        return "layer";
    case FrameKind::Operator:
        break;
    case FrameKind::Range:
        return "range";
    case FrameKind::Function:
        return "python function";
    case FrameKind::Runtime:
        return "runtime";
    case FrameKind::Overhead:
        return "overhead";
    case FrameKind::Device:
        return "device";
    }
    return "operator";
}

std::string frameName(const CallTree& tree, CallNodeId node)
{
    auto name = tree.nameOf(node);
    std::ranges::replace_if(
        name, [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }, ' ');
    return name;
}

} // namespace stepscope
