#include "core/exchange/call_tree_text.h"

#include "core/base/files/csv.h"
#include "core/base/text/format_amount.h"
#include "core/exchange/stack_costs.h"
#include "core/exchange/table_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace stepscope {

namespace {

/// A name as one frame of a folded stack.
std::string folded(std::string name)
{
    for (char& c : name) {
        if (c == ';')
            c = ',';
        else if (std::iscntrl(static_cast<unsigned char>(c)))
            c = ' ';
    }
    return name;
}

/// The stacks of a tree as text, each made from the previous one.
class StackTexts
{
public:
    explicit StackTexts(const CallTree& tree)
        : m_tree(tree)
    {
        for (const std::string& name : tree.names)
            m_names.push_back(folded(name));
    }

    std::string of(CallNodeId node) const
    {
        std::string text;
        for (const CallNodeId frame : m_tree.pathTo(node)) {
            if (!text.empty())
                text += ';';
            text += m_tree.nodes[frame].kind == FrameKind::Pass ? m_tree.nameOf(frame)
                                                                : m_names[m_tree.nodes[frame].name];
        }
        return text;
    }

private:
    const CallTree& m_tree;
    std::vector<std::string> m_names;
};

void writeRow(CsvWriter& csv, const CallTree& tree, CallNodeId node, int64_t depth, const StackTexts& stacks)
{
    const CallNode& call = tree.nodes[node];
    csv.field(depth)
        .field(tree.nameOf(node))
        .field(frameKindName(tree, call.kind))
        .field(tree.contents.hasPasses ? passName(call.pass) : "");
    if (tree.contents.areFunctions && call.calls == 0)
        csv.field("");
    else
        csv.field(call.calls);
    csv.field(plainAmount(double(call.totalNs), tree.unit))
        .field(tree.shareOf(call.totalNs))
        .field(plainAmount(double(call.selfNs), tree.unit))
        .field(tree.shareOf(call.selfNs));
    const bool areCallsKnown = call.calls > 0 && tree.contents.hasTimes;
    knownField(csv, call.calls > 0, plainAmount(call.meanNs(), tree.unit));
    knownField(csv, areCallsKnown, plainAmount(double(call.minNs), tree.unit));
    knownField(csv, areCallsKnown, plainAmount(double(call.maxNs), tree.unit));
    knownField(csv, tree.hasDevice, double(call.deviceNs) / 1e3);
    csv.field(stacks.of(node)).endRow();
}

} // namespace

std::string callTreeCsv(const CallTree& tree, const CallOrder& order)
{
    const auto key = [&](const char* what) { return amountKey(what, tree.unit); };
    CsvWriter csv({"depth", "name", "kind", "pass", "calls", key("total"), "total_share", key("self"),
                   "self_share", key("mean"), key("min"), key("max"), "device_us",
                   tree.direction == CallDirection::TopDown ? "stack" : "callers"});
    checkStackLengths(tree);
    const StackTexts stacks(tree);
    std::vector<std::pair<CallNodeId, int64_t>> open{{rootNode, -1}};
    while (!open.empty()) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (node != rootNode)
            writeRow(csv, tree, node, depth, stacks);
        const auto children = order.childrenOf(node);
        for (auto child = children.rbegin(); child != children.rend(); ++child)
            open.emplace_back(*child, depth + 1);
    }
    return csv.text();
}

std::string foldedStacks(const CallTree& tree)
{
    checkStackLengths(tree);
    const StackTexts stacks(tree);
    const auto costs = ownCosts(tree);
    std::string text =
        fmt::format("{}{}\n", foldedUnitComment, tree.unit.empty() ? "nanoseconds" : folded(tree.unit));
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        if (costs[node].timeNs > 0)
            text += stacks.of(node) + ' ' + std::to_string(costs[node].timeNs) + '\n';
    }
    return text;
}

} // namespace stepscope
