#pragma once

#include "core/graph/network_graph.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Builds a graph's layers from the names of its nodes or parameters, for formats without layers.
class NamedLayers
{
public:
    explicit NamedLayers(NetworkGraph& graph)
        : m_graph(graph)
    {
    }

    /// The layer of a path from the network down, created with its parents if it does not exist; none for
    /// an empty path. "layer1", "layer1.0", "conv1" becomes "layer1.0.conv1": a part that repeats the
    /// previous one counts once. Paths are followed up to 32 layers deep.
    GraphLayerId layer(std::span<const std::string_view> path);

    /// "layer1", "0", "conv1" of "layer1.0.conv1"; parts without a letter between separators are left out.
    static std::vector<std::string_view> parts(std::string_view name, char separator);

private:
    NetworkGraph& m_graph;
    std::unordered_map<std::string, GraphLayerId> m_known;
};

/// Sets the parameter counts of layers and the graph from their nodes' parameters. A parameter that several
/// nodes use counts once.
void countParameters(NetworkGraph& graph);

/// Splits the nodes of one layer, or of the network itself, into parts of 100 nodes, "part 1" and so on, when
/// there are too many for a readable picture. Returns the number of parts.
size_t cutIntoParts(NetworkGraph& graph);

} // namespace stepscope
