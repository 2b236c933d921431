#pragma once

#include "core/trace/calls/call_tree.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What tells the children of a node apart.
struct CallKey
{
    uint32_t parent = noNode;
    uint32_t name = noNode;
    FrameKind kind = FrameKind::Operator;
    Pass pass = Pass::Other;

    bool isOf(const CallNode& node) const
    {
        return node.parent == parent && node.name == name && node.kind == kind && node.pass == pass;
    }
};

/// Finds nodes of a call tree by their key: an open hash table of node numbers, whose keys are the nodes'.
class CallNodeIndex
{
public:
    /// Appends a node when there is none with this key.
    uint32_t findOrAdd(std::vector<CallNode>& nodes, const CallKey& key);
    /// noNode: there is none.
    uint32_t find(const std::vector<CallNode>& nodes, const CallKey& key) const;
    /// Takes in nodes that were made elsewhere.
    void addAll(const std::vector<CallNode>& nodes);

private:
    size_t slotOf(const std::vector<CallNode>& nodes, const CallKey& key) const;
    void grow(const std::vector<CallNode>& nodes);

    std::vector<uint32_t> m_slots; ///< as many as a power of two, half of them empty at least
    size_t m_used = 0;
};

} // namespace stepscope
