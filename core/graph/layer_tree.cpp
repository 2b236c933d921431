#include "core/graph/layer_tree.h"

namespace stepscope {

namespace {

bool isIndex(int32_t index, size_t size)
{
    return index >= 0 && size_t(index) < size;
}

bool dropEmpty(LayerTree& tree, std::vector<int32_t>& layers)
{
    std::erase_if(layers, [&](int32_t layer) {
        const bool hasInner = dropEmpty(tree, tree.children[size_t(layer)]);
        return !hasInner && tree.nodes[size_t(layer)].empty();
    });
    return !layers.empty();
}

} // namespace

LayerTree layerTree(const NetworkGraph& graph)
{
    LayerTree tree;
    tree.children.resize(graph.layers.size());
    tree.nodes.resize(graph.layers.size());
    for (size_t i = 0; i < graph.layers.size(); ++i) {
        const auto parent = graph.layers[i].parent;
        auto& siblings = isIndex(parent, graph.layers.size()) ? tree.children[size_t(parent)] : tree.top;
        siblings.push_back(int32_t(i));
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        if (isIndex(graph.nodes[i].layer, graph.layers.size()))
            tree.nodes[size_t(graph.nodes[i].layer)].push_back(int32_t(i));
    dropEmpty(tree, tree.top);
    return tree;
}

std::string shortLayerName(const NetworkGraph& graph, int32_t layer)
{
    const auto& name = graph.layers[size_t(layer)].name;
    const auto parent = graph.layers[size_t(layer)].parent;
    if (!isIndex(parent, graph.layers.size()))
        return name;
    const auto prefix = graph.layers[size_t(parent)].name + ".";
    return name.size() > prefix.size() && name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

} // namespace stepscope
