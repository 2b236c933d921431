#include "core/trace/calls/call_node_index.h"

#include <algorithm>

namespace stepscope {

namespace {

constexpr size_t fewestSlots = 1024;

uint64_t hashOf(const CallKey& key)
{
    uint64_t hash = (uint64_t(key.parent) << 32 | key.name) * 0x9E3779B97F4A7C15; // golden ratio
    hash ^= uint64_t(key.kind) << 3 | uint64_t(key.pass);
    hash *= 0xC2B2AE3D27D4EB4F;
    return hash ^ hash >> 32;
}

CallKey keyOf(const CallNode& node)
{
    return {node.parent, node.name, node.kind, node.pass};
}

} // namespace

size_t CallNodeIndex::slotOf(const std::vector<CallNode>& nodes, const CallKey& key) const
{
    const size_t mask = m_slots.size() - 1;
    size_t slot = hashOf(key) & mask;
    while (m_slots[slot] != noNode && !key.isOf(nodes[m_slots[slot]]))
        slot = (slot + 1) & mask;
    return slot;
}

void CallNodeIndex::grow(const std::vector<CallNode>& nodes)
{
    std::vector<uint32_t> before(std::max(fewestSlots, m_slots.size() * 2), noNode);
    m_slots.swap(before);
    for (const uint32_t node : before) {
        if (node != noNode)
            m_slots[slotOf(nodes, keyOf(nodes[node]))] = node;
    }
}

uint32_t CallNodeIndex::findOrAdd(std::vector<CallNode>& nodes, const CallKey& key)
{
    if (2 * (m_used + 1) > m_slots.size())
        grow(nodes);
    uint32_t& slot = m_slots[slotOf(nodes, key)];
    if (slot == noNode) {
        slot = uint32_t(nodes.size());
        nodes.push_back({.parent = key.parent,
                         .name = key.name,
                         .kind = key.kind,
                         .pass = key.pass,
                         .minNs = std::numeric_limits<int64_t>::max()});
        ++m_used;
    }
    return slot;
}

uint32_t CallNodeIndex::find(const std::vector<CallNode>& nodes, const CallKey& key) const
{
    return m_slots.empty() ? noNode : m_slots[slotOf(nodes, key)];
}

void CallNodeIndex::addAll(const std::vector<CallNode>& nodes)
{
    for (uint32_t node = 0; node < nodes.size(); ++node) {
        if (2 * (m_used + 1) > m_slots.size())
            grow(nodes);
        m_slots[slotOf(nodes, keyOf(nodes[node]))] = node;
        ++m_used;
    }
}

} // namespace stepscope
