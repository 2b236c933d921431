#include "core/import/torchscript/script_graph.h"

#include "core/graph/tensor_shape.h"
#include "core/import/torchscript/script_walk.h"

#include <algorithm>
#include <utility>

namespace stepscope {

namespace {

constexpr size_t mostOutputs = 64;

void addOutput(NetworkGraph& graph, std::string label, const std::vector<GraphNodeId>& sources)
{
    const GraphNodeId index(uint32_t(graph.nodes.size()));
    graph.nodes.push_back({.kind = GraphNodeKind::Output,
                           .op = "output",
                           .label = std::move(label),
                           .outputShape = unknownShape()});
    for (const auto source : sources)
        graph.edges.push_back({source, index, graph.nodes[source].outputShape});
}

void addOutputs(NetworkGraph& graph, ScriptWalk& walk, const ScriptValue& returned)
{
    const bool areSeveral = returned.kind == ScriptValue::Kind::Sequence && returned.items->size() > 1 &&
                            returned.items->size() <= mostOutputs;
    if (!areSeveral)
        return addOutput(graph, "output", walk.sources(returned));
    for (size_t i = 0; i < returned.items->size(); ++i) {
        if (const auto sources = walk.sources((*returned.items)[i]); !sources.empty())
            addOutput(graph, "output " + std::to_string(i + 1), sources);
    }
}

/// Removes operators from which no path leads to an output. Returns their number.
int64_t dropUnused(NetworkGraph& graph)
{
    std::vector<bool> isUsed(graph.nodes.size());
    for (size_t i = 0; i < isUsed.size(); ++i)
        isUsed[i] = graph.nodes[i].kind != GraphNodeKind::Operator;
    for (auto edge = graph.edges.rbegin(); edge != graph.edges.rend(); ++edge) // their ends are sorted
        isUsed[edge->from] = isUsed[edge->from] || isUsed[edge->to];
    std::vector<GraphNodeId> newIndex(isUsed.size());
    GraphNodeId kept{0};
    for (GraphNodeId node{0}; node < isUsed.size(); ++node) {
        newIndex[node] = kept;
        if (!isUsed[node])
            continue;
        if (kept != node)
            graph.nodes[kept] = std::move(graph.nodes[node]);
        ++kept;
    }
    std::erase_if(graph.edges, [&](const GraphEdge& edge) { return !isUsed[edge.from] || !isUsed[edge.to]; });
    for (GraphEdge& edge : graph.edges) {
        edge.from = newIndex[edge.from];
        edge.to = newIndex[edge.to];
    }
    graph.nodes.resize(kept);
    return int64_t(isUsed.size() - kept);
}

void nameParameters(NetworkGraph& graph, const ScriptWalk& walk, size_t constantsFrom)
{
    for (size_t i = 0; i < walk.usedTensors().size(); ++i) {
        GraphNode& node = graph.nodes[i];
        for (const auto each : walk.usedTensors()[i]) {
            const ScriptTensor& tensor = walk.tensors()[each];
            if (!tensor.isParameter)
                continue;
            node.parameters.push_back(tensor.named);
            node.parameterCount = saturatedSum(node.parameterCount, elementCount(tensor.named.shape));
        }
    }
    for (size_t i = constantsFrom; i < walk.tensors().size(); ++i)
        graph.parameterCount =
            saturatedSum(graph.parameterCount, elementCount(walk.tensors()[i].named.shape));
}

} // namespace

ScriptAccount addForward(NetworkGraph& graph, const Pickle& data, const Pickle& constants,
                         const ScriptModules& modules, ScriptCode& code)
{
    ScriptAccount account;
    const ScriptClass* const type = code.findClass(data.className(data.root));
    const ScriptFunction* forward = type ? type->method("forward") : nullptr;
    if (!forward && type) // one of several overloads
        forward = type->method("forward__0");
    account.hasForward = forward != nullptr;
    if (!forward)
        return account;
    ScriptWalk walk(graph, data, constants, modules, code, account);
    ScriptValue returned;
    try {
        returned = walk.call(*forward);
        addOutputs(graph, walk, returned);
    } catch (const ScriptWalk::TooLong& tooLong) {
        account.cutShort = tooLong.reason;
    }
    nameParameters(graph, walk, modules.tensors().size());
    if (account.cutShort.empty())
        account.dropped = dropUnused(graph);
    return account;
}

} // namespace stepscope
