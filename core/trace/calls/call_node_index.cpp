#include "core/trace/calls/call_node_index.h"

#include <limits>

namespace stepscope {

namespace {

uint64_t hashOf(const CallKey& key)
{
    const uint64_t what = uint64_t(key.kind) << 8 | uint64_t(key.pass);
    return mixHash(what * 0xC2B2AE3D27D4EB4F, uint64_t(key.parent) << 32 | key.name);
}

CallKey keyOf(const CallNode& node)
{
    return {node.parent, node.name, node.kind, node.pass};
}

} // namespace

CallNodeId CallNodeIndex::findOrAdd(std::vector<CallNode>& nodes, const CallKey& key)
{
    const CallNodeId known = find(nodes, key);
    if (known != noNode)
        return known;
    const CallNodeId added(uint32_t(nodes.size()));
    nodes.push_back({.parent = key.parent,
                     .name = key.name,
                     .kind = key.kind,
                     .pass = key.pass,
                     .minNs = std::numeric_limits<int64_t>::max()});
    m_index.add(hashOf(key), added);
    return added;
}

CallNodeId CallNodeIndex::find(const std::vector<CallNode>& nodes, const CallKey& key) const
{
    static_assert(HashIndex::none == noNode);
    return CallNodeId(m_index.find(hashOf(key), [&](uint32_t node) { return key.isOf(nodes[node]); }));
}

void CallNodeIndex::addAll(const std::vector<CallNode>& nodes)
{
    for (uint32_t node = 0; node < nodes.size(); ++node)
        m_index.add(hashOf(keyOf(nodes[node])), node);
}

} // namespace stepscope
