#include "core/graph/folded_graph.h"

#include "core/base/text/format.h"
#include "core/graph/layer_tree.h"
#include "core/language/translation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace stepscope {

namespace {

/// A graph with at most `mostNodesWhole` nodes is shown whole; a larger one is opened as long as it has at
/// most `mostNodesAtStart`.
constexpr size_t mostNodesWhole = 200;
constexpr size_t mostNodesAtStart = 80;

bool isIn(const NetworkGraph& graph, GraphLayerId layer)
{
    return layer < graph.layers.size();
}

/// By layer: the outermost collapsed layer around it, or itself; none: all are open. Damaged files could have
/// circular layers; the loop ends after as many steps as there are layers.
std::vector<GraphLayerId> outermostCollapsed(const NetworkGraph& graph, const CollapsedLayers& collapsed)
{
    std::vector<GraphLayerId> outermost(graph.layers.size());
    for (GraphLayerId inner{0}; inner < graph.layers.size(); ++inner) {
        auto layer = inner;
        for (size_t depth = 0; isIn(graph, layer) && depth < graph.layers.size(); ++depth) {
            if (layer < collapsed.size() && collapsed[layer])
                outermost[inner] = layer;
            layer = graph.layers[layer].parent;
        }
    }
    return outermost;
}

std::vector<int> depths(const NetworkGraph& graph)
{
    std::vector<int> depths(graph.layers.size());
    for (size_t i = 0; i < graph.layers.size(); ++i) {
        auto layer = graph.layers[i].parent;
        for (; isIn(graph, layer) && size_t(depths[i]) < graph.layers.size(); ++depths[i])
            layer = graph.layers[layer].parent;
    }
    return depths;
}

GraphNode layerNode(const NetworkGraph& graph, GraphLayerId layer)
{
    const auto& from = graph.layers[layer];
    GraphNode node;
    node.op = from.type;
    node.label = shortLayerName(graph, layer);
    node.layer = from.parent;
    node.parameterCount = from.parameters;
    return node;
}

class Folding
{
public:
    Folding(const NetworkGraph& graph, const CollapsedLayers& collapsed)
        : m_graph(graph)
        , m_outermost(outermostCollapsed(graph, collapsed))
        , m_nodeOfLayer(graph.layers.size())
    {
        m_folded.drawn.network = graph.network;
        m_folded.drawn.batchSize = graph.batchSize;
        m_folded.drawn.parameterCount = graph.parameterCount;
        m_folded.drawn.layers = graph.layers;
    }

    FoldedGraph folded() &&
    {
        for (GraphNodeId node{0}; node < m_graph.nodes.size(); ++node)
            m_folded.nodeOf.push_back(addNode(node));
        for (const auto& edge : m_graph.edges)
            addEdge(edge);
        for (const auto& tensors : m_tensors)
            m_folded.tensors.push_back(uint32_t(tensors.size()));
        return std::move(m_folded);
    }

private:
    DrawnNodeId addNode(GraphNodeId node)
    {
        const auto& from = m_graph.nodes[node];
        const auto layer = isIn(m_graph, from.layer) ? m_outermost[from.layer] : GraphLayerId();
        auto& drawn = m_folded.drawn.nodes;
        if (!layer.isNone() && !m_nodeOfLayer[layer].isNone()) {
            const auto index = m_nodeOfLayer[layer];
            m_folded.nodes[index].nodes.push_back(node);
            drawn[index].outputShape = from.outputShape; // of the last one, unless an edge has a shape
            return index;
        }
        drawn.push_back(layer.isNone() ? from : layerNode(m_graph, layer));
        drawn.back().outputShape = from.outputShape;
        m_folded.nodes.push_back({layer, {node}});
        const DrawnNodeId index(uint32_t(drawn.size() - 1));
        if (!layer.isNone())
            m_nodeOfLayer[layer] = index;
        return index;
    }

    /// All tensors from one drawn node to another share one edge. Tensors are distinguished by their source
    /// and shape.
    void addEdge(const GraphEdge& edge)
    {
        if (edge.from >= m_graph.nodes.size() || edge.to >= m_graph.nodes.size())
            return;
        const auto from = m_folded.nodeOf[edge.from];
        const auto to = m_folded.nodeOf[edge.to];
        const bool isFolded = m_folded.isLayer(from) || m_folded.isLayer(to);
        if (from == to && isFolded)
            return;
        if (m_folded.isLayer(from))
            m_folded.drawn.nodes[from].outputShape = edge.shape;
        // Edges between operators stay separate: indices are those of the whole graph.
        const auto place = m_edgeOf.find({from, to});
        if (isFolded && place != m_edgeOf.end()) {
            m_tensors[place->second].insert({edge.from, edge.shape});
            return;
        }
        m_edgeOf[{from, to}] = m_tensors.size();
        m_tensors.push_back({{edge.from, edge.shape}});
        m_folded.drawn.edges.push_back({inDrawnGraph(from), inDrawnGraph(to), edge.shape});
    }

    using Tensor = std::pair<GraphNodeId, std::vector<int64_t>>;

    const NetworkGraph& m_graph;
    std::vector<GraphLayerId> m_outermost;
    std::vector<DrawnNodeId> m_nodeOfLayer;
    std::map<std::pair<DrawnNodeId, DrawnNodeId>, size_t> m_edgeOf;
    std::vector<std::set<Tensor>> m_tensors;
    FoldedGraph m_folded;
};

} // namespace

std::string FoldedGraph::edgeText(size_t edge) const
{
    if (tensors[edge] <= 1)
        return shapeText(drawn.edges[edge].shape);
    return translatedPlural("{count} tensor", "{count} tensors", int64_t(tensors[edge]),
                            {{"count", formatCount(tensors[edge])}});
}

std::vector<std::string> FoldedGraph::edgeTexts() const
{
    std::vector<std::string> texts;
    for (size_t edge = 0; edge < tensors.size(); ++edge)
        texts.push_back(edgeText(edge));
    return texts;
}

DrawnNodeId FoldedGraph::nodeOfLayer(const NetworkGraph& whole, GraphLayerId layer) const
{
    for (size_t depth = 0; isIn(whole, layer) && depth <= whole.layers.size(); ++depth) {
        const auto found = std::ranges::find(nodes, layer, &FoldedNode::layer);
        if (found != nodes.end())
            return DrawnNodeId(uint32_t(found - nodes.begin()));
        layer = whole.layers[layer].parent;
    }
    return {};
}

FoldedGraph foldGraph(const NetworkGraph& graph, const CollapsedLayers& collapsed)
{
    return Folding(graph, collapsed).folded();
}

size_t foldedNodeCount(const NetworkGraph& graph, const CollapsedLayers& collapsed)
{
    const auto outermost = outermostCollapsed(graph, collapsed);
    std::vector<bool> seen(graph.layers.size());
    size_t count = 0;
    for (const auto& node : graph.nodes) {
        const auto layer = isIn(graph, node.layer) ? outermost[node.layer] : GraphLayerId();
        if (!layer.isNone() && seen[layer])
            continue;
        if (!layer.isNone())
            seen[layer] = true;
        ++count;
    }
    return count;
}

CollapsedLayers layersCollapsedAtStart(const NetworkGraph& graph)
{
    const CollapsedLayers open(graph.layers.size());
    if (graph.nodes.size() <= mostNodesWhole || graph.layers.empty())
        return open;
    const auto depthOf = depths(graph);
    const int deepest = *std::ranges::max_element(depthOf);
    CollapsedLayers start(graph.layers.size(), true);
    for (int depth = 1; depth <= deepest; ++depth) {
        CollapsedLayers next(graph.layers.size());
        for (size_t i = 0; i < next.size(); ++i)
            next[i] = depthOf[i] >= depth;
        if (foldedNodeCount(graph, next) > mostNodesAtStart)
            break;
        start = std::move(next);
    }
    return start;
}

void openLayersAround(const NetworkGraph& graph, GraphLayerId layer, CollapsedLayers& collapsed)
{
    for (size_t depth = 0; isIn(graph, layer) && depth <= graph.layers.size(); ++depth) {
        if (layer < collapsed.size())
            collapsed[layer] = false;
        layer = graph.layers[layer].parent;
    }
}

} // namespace stepscope
