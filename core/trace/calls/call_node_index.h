#pragma once

#include "core/base/hash_index.h"
#include "core/trace/calls/call_tree.h"

#include <cstdint>
#include <vector>

namespace stepscope {

/// What distinguishes the children of a node.
struct CallKey
{
    CallNodeId parent = noNode;
    NameId name = noName;
    FrameKind kind = FrameKind::Operator;
    Pass pass = Pass::Other;

    bool isOf(const CallNode& node) const
    {
        return node.parent == parent && node.name == name && node.kind == kind && node.pass == pass;
    }
};

/// Finds nodes of a call tree by their key. The keys are in the nodes.
class CallNodeIndex
{
public:
    /// Appends a node when none has this key.
    CallNodeId findOrAdd(std::vector<CallNode>& nodes, const CallKey& key);
    /// Returns noNode if there is none.
    CallNodeId find(const std::vector<CallNode>& nodes, const CallKey& key) const;
    /// Adds nodes that were created elsewhere.
    void addAll(const std::vector<CallNode>& nodes);

private:
    HashIndex m_index;
};

} // namespace stepscope
