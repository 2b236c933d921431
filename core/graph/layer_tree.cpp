#include "core/graph/layer_tree.h"

namespace stepscope {

namespace {

bool dropEmpty(LayerTree& tree, std::vector<GraphLayerId>& layers)
{
    std::erase_if(layers, [&](GraphLayerId layer) {
        const bool hasInner = dropEmpty(tree, tree.children[layer]);
        return !hasInner && tree.nodes[layer].empty();
    });
    return !layers.empty();
}

} // namespace

LayerTree layerTree(const NetworkGraph& graph)
{
    LayerTree tree;
    tree.children.resize(graph.layers.size());
    tree.nodes.resize(graph.layers.size());
    for (GraphLayerId layer{0}; layer < graph.layers.size(); ++layer) {
        const auto parent = graph.layers[layer].parent;
        auto& siblings = parent < graph.layers.size() ? tree.children[parent] : tree.top;
        siblings.push_back(layer);
    }
    for (GraphNodeId node{0}; node < graph.nodes.size(); ++node)
        if (const auto layer = graph.nodes[node].layer; layer < graph.layers.size())
            tree.nodes[layer].push_back(node);
    dropEmpty(tree, tree.top);
    return tree;
}

std::string shortLayerName(const NetworkGraph& graph, GraphLayerId layer)
{
    const auto& name = graph.layers[layer].name;
    const auto parent = graph.layers[layer].parent;
    if (parent >= graph.layers.size())
        return name;
    const auto prefix = graph.layers[parent].name + ".";
    return name.size() > prefix.size() && name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

} // namespace stepscope
