#include "core/trace/calls/call_tree.h"

#include "core/trace/calls/call_node_index.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stepscope {

namespace {

bool isCall(const CallNode& node)
{
    return isCall(node.kind);
}

bool isSameCall(const CallNode& a, const CallNode& b)
{
    return a.name == b.name && a.kind == b.kind && a.pass == b.pass;
}

int64_t ownWeight(const CallTree& tree, const CallNode& node, CallWeight weight)
{
    if (weight == CallWeight::Calls)
        return node.kind == FrameKind::Device ? 0 : node.calls;
    if (weight == CallWeight::DeviceTime)
        return node.kind == FrameKind::Device ? node.deviceNs : 0;
    if (weight == CallWeight::Allocated)
        return node.allocatedBytes;
    if (tree.direction == CallDirection::TopDown || weight == CallWeight::SelfTime)
        return node.selfNs;
    return isCall(node) ? node.totalNs : 0;
}

/// By name of the other tree: the same name in this one.
std::vector<NameId> translatedNames(const CallTree& tree, const CallTree& other)
{
    std::unordered_map<std::string_view, NameId> known;
    for (NameId name(0); name < tree.names.size(); ++name)
        known.emplace(tree.names[name], name);
    std::vector<NameId> translated;
    for (const std::string& name : other.names) {
        const auto found = known.find(name);
        translated.push_back(found == known.end() ? noName : found->second);
    }
    return translated;
}

} // namespace

FrameKind frameKindOf(EventKind kind)
{
    switch (kind) {
    case EventKind::Operator:
        return FrameKind::Operator;
    case EventKind::Layer:
        return FrameKind::Layer;
    case EventKind::Range:
        return FrameKind::Range;
    case EventKind::PythonFunction:
        return FrameKind::Function;
    case EventKind::Runtime:
        return FrameKind::Runtime;
    case EventKind::Overhead:
        return FrameKind::Overhead;
    case EventKind::Kernel:
    case EventKind::Communication:
    case EventKind::MemoryCopy:
    case EventKind::MemorySet:
    case EventKind::Synchronization:
    case EventKind::DeviceRange:
        break;
    }
    return FrameKind::Device;
}

std::string CallTree::nameOf(CallNodeId node) const
{
    switch (nodes[node].kind) {
    case FrameKind::Root:
        return {};
    case FrameKind::Pass:
        return passName(nodes[node].pass);
    default:
        return names[nodes[node].name];
    }
}

CallNodeId CallTree::layerOf(CallNodeId node) const
{
    while (node != noNode && nodes[node].kind != FrameKind::Layer)
        node = nodes[node].parent;
    return node;
}

std::vector<CallNodeId> CallTree::pathTo(CallNodeId node) const
{
    std::vector<CallNodeId> path;
    for (; nodes[node].parent != noNode; node = nodes[node].parent)
        path.push_back(node);
    std::ranges::reverse(path);
    return path;
}

CallNodeId CallTree::find(const CallTree& other, CallNodeId node) const
{
    const std::vector<CallNodeId> path = other.pathTo(node);
    size_t depth = 0;
    CallNodeId at = rootNode;
    // Children come after their parent, so one pass finds the whole path.
    for (CallNodeId i(1); i < nodes.size() && depth < path.size(); ++i) {
        const CallNode& wanted = other.nodes[path[depth]];
        if (nodes[i].parent != at || nodes[i].kind != wanted.kind || nodes[i].pass != wanted.pass ||
            (isCall(wanted) && names[nodes[i].name] != other.names[wanted.name]))
            continue;
        at = i;
        ++depth;
    }
    return depth == path.size() ? at : noNode;
}

namespace {

/// Inverts a top-down tree.
class BottomUpBuilder
{
public:
    explicit BottomUpBuilder(const CallTree& tree)
        : m_tree(tree)
        , m_depths(tree.nodes.size())
    {
        for (CallNodeId node(1); node < tree.nodes.size(); ++node)
            m_depths[node] = m_depths[tree.nodes[node].parent] + isCall(tree.nodes[node]);
    }

    CallTree build()
    {
        m_result.names = m_tree.names;
        m_result.direction = CallDirection::BottomUp;
        m_result.selfNs = m_tree.selfNs;
        m_result.steps = m_tree.steps;
        m_result.hasMemory = m_tree.hasMemory;
        m_result.hasDevice = m_tree.hasDevice;
        m_result.contents = m_tree.contents;
        m_result.hasCalls = m_tree.hasCalls;
        m_result.unit = m_tree.unit;
        m_result.nodes[rootNode].deviceNs = m_tree.nodes[rootNode].deviceNs;
        m_result.nodes[rootNode].totalNs = m_tree.nodes[rootNode].totalNs;
        limitDepth();
        for (CallNodeId node(1); node < m_tree.nodes.size(); ++node) {
            if (isCall(m_tree.nodes[node]))
                addCallers(node);
        }
        return std::move(m_result);
    }

private:
    /// One frame for each caller of each frame may be too much to keep.
    void limitDepth()
    {
        constexpr uint64_t mostFrames = 8'000'000;
        std::vector<uint64_t> atLeast(m_depths.empty() ? 1 : *std::ranges::max_element(m_depths) + 2, 0);
        for (const uint32_t depth : m_depths)
            ++atLeast[depth];
        for (size_t depth = atLeast.size() - 1; depth-- > 0;)
            atLeast[depth] += atLeast[depth + 1];
        uint64_t frames = 0;
        size_t level = 1;
        for (; level < atLeast.size() && frames + atLeast[level] <= mostFrames; ++level)
            frames += atLeast[level];
        m_limit = uint32_t(std::max<size_t>(level - 1, 1));
        if (level < atLeast.size() && atLeast[level] > 0)
            m_result.callersKept = int(m_limit);
    }

    void addCallers(CallNodeId node)
    {
        const CallNode& call = m_tree.nodes[node];
        const uint32_t counted = recursiveLevels(node);
        CallNodeId at = rootNode;
        uint32_t level = 0;
        for (CallNodeId caller = node; isCall(m_tree.nodes[caller]) && level < m_limit;
             caller = m_tree.nodes[caller].parent, ++level) {
            const CallNode& from = m_tree.nodes[caller];
            at = m_index.findOrAdd(m_result.nodes, {at, from.name, from.kind, from.pass});
            CallNode& sum = m_result.nodes[at];
            sum.calls += call.calls;
            sum.selfNs += call.selfNs;
            sum.allocatedBytes += call.allocatedBytes;
            sum.totalNs += level < counted ? 0 : call.totalNs;
            sum.deviceNs += level < counted ? 0 : call.deviceNs;
            sum.durationNs += call.durationNs;
            sum.minNs = std::min(sum.minNs, call.minNs);
            sum.maxNs = std::max(sum.maxNs, call.maxNs);
        }
    }

    /// With how many of its callers (including itself) a node is inside another call that has the same
    /// callers: its time is already counted there.
    uint32_t recursiveLevels(CallNodeId node) const
    {
        uint32_t levels = 0;
        for (CallNodeId outer = m_tree.nodes[node].parent; m_depths[outer] > levels && levels < m_limit;
             outer = m_tree.nodes[outer].parent) {
            uint32_t same = 0;
            for (CallNodeId a = node, b = outer;
                 same < m_limit && isCall(m_tree.nodes[b]) && isSameCall(m_tree.nodes[a], m_tree.nodes[b]);
                 a = m_tree.nodes[a].parent, b = m_tree.nodes[b].parent)
                ++same;
            levels = std::max(levels, same);
        }
        return levels;
    }

    const CallTree& m_tree;
    std::vector<uint32_t> m_depths; ///< number of calls from the root
    uint32_t m_limit = 0;
    CallTree m_result;
    CallNodeIndex m_index;
};

} // namespace

CallTree bottomUp(const CallTree& topDown)
{
    return BottomUpBuilder(topDown).build();
}

/// By node of a bottom-up tree: whether it shows who launched some device work.
static std::vector<bool> deviceStacks(const CallTree& tree)
{
    std::vector<bool> is(tree.nodes.size(), false);
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        const CallNode& call = tree.nodes[node];
        is[node] = call.parent == rootNode ? call.kind == FrameKind::Device : bool(is[call.parent]);
    }
    return is;
}

CallOrder orderOf(const CallTree& tree, CallWeight weight)
{
    const auto& nodes = tree.nodes;
    const bool sumsOwn = tree.direction == CallDirection::TopDown;
    CallOrder order{.weight = weight,
                    .weights = std::vector<int64_t>(nodes.size(), 0),
                    .within = {},
                    .first = std::vector<uint32_t>(nodes.size() + 1, 0),
                    .children = std::vector<CallNodeId>(nodes.size() - 1)};
    auto& weights = order.weights;
    order.within.resize(nodes.size());
    const auto ofDevice =
        weight == CallWeight::DeviceTime && !sumsOwn ? deviceStacks(tree) : std::vector<bool>();
    for (size_t i = nodes.size(); i-- > 0;) {
        const int64_t own = ofDevice.empty() ? ownWeight(tree, nodes[i], weight)
                            : ofDevice[i]    ? nodes[i].deviceNs
                                             : 0;
        order.within[i] = weights[i];
        weights[i] = sumsOwn ? weights[i] + own : std::max(weights[i], own);
        if (i > 0) {
            weights[nodes[i].parent] += weights[i];
            ++order.first[nodes[i].parent + 1];
        }
    }
    for (size_t i = 0; i < nodes.size(); ++i)
        order.first[i + 1] += order.first[i];

    std::vector<uint32_t> place(order.first.begin(), order.first.end() - 1);
    for (CallNodeId node(1); node < nodes.size(); ++node)
        order.children[place[nodes[node].parent]++] = node;
    for (CallNodeId parent(0); parent < nodes.size(); ++parent) {
        const auto group = std::span(order.children)
                               .subspan(order.first[parent], order.first[parent + 1] - order.first[parent]);
        std::ranges::sort(group, [&](CallNodeId a, CallNodeId b) {
            if (nodes[a].kind == FrameKind::Pass && nodes[b].kind == FrameKind::Pass)
                return nodes[a].pass < nodes[b].pass;
            return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
        });
    }
    return order;
}

double foundShare(const CallTree& tree, const CallOrder& order, const std::vector<bool>& found)
{
    int64_t sum = 0;
    std::vector<bool> isIn(tree.nodes.size(), false);
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        const CallNode& call = tree.nodes[node];
        const bool isFound = isCall(call) && found[call.name];
        if (isFound && !isIn[call.parent])
            sum += order.weights[node];
        isIn[node] = isFound || isIn[call.parent];
    }
    const int64_t whole = order.weights[rootNode];
    return whole > 0 ? double(sum) / double(whole) : 0.0;
}

CallTreeDifference differenceOf(const CallTree& tree, const CallTree& other)
{
    CallTreeDifference difference;
    difference.frames.resize(tree.nodes.size());
    const double scale = tree.steps > 0 && other.steps > 0 ? double(tree.steps) / double(other.steps) : 1.0;
    const std::vector<NameId> names = translatedNames(tree, other);
    CallNodeIndex index;
    index.addAll(tree.nodes);

    std::vector<CallNodeId> same(other.nodes.size(), noNode);
    for (CallNodeId node(0); node < other.nodes.size(); ++node) {
        const CallNode& call = other.nodes[node];
        const bool isRoot = node == rootNode;
        const bool isUnknown =
            !isRoot && (same[call.parent] == noNode || (isCall(call) && names[call.name] == noName));
        if (!isUnknown)
            same[node] =
                isRoot ? rootNode
                       : index.find(tree.nodes, {same[call.parent], isCall(call) ? names[call.name] : noName,
                                                 call.kind, call.pass});
        if (same[node] == noNode)
            continue;
        difference.frames[same[node]] = {double(call.totalNs) * scale, double(call.selfNs) * scale,
                                         double(call.deviceNs) * scale, true};
    }
    return difference;
}

double CallTreeDifference::change(const CallTree& tree, CallNodeId node, CallWeight weight) const
{
    const CallNode& call = tree.nodes[node];
    const bool isSelf = tree.direction == CallDirection::BottomUp;
    const bool isDevice = weight == CallWeight::DeviceTime || call.kind == FrameKind::Device;
    const double now = double(isDevice ? call.deviceNs : isSelf ? call.selfNs : call.totalNs);
    const double then = isDevice ? frames[node].deviceNs
                        : isSelf ? frames[node].selfNs
                                 : frames[node].totalNs;
    return now + then > 0.0 ? (now - then) / (now + then) : 0.0;
}

} // namespace stepscope
