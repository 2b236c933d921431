#pragma once

#include "core/graph/network_graph.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Makes a graph's layers from the names of its nodes or parameters, for formats that know no layers.
class NamedLayers
{
public:
    explicit NamedLayers(NetworkGraph& graph)
        : m_graph(graph)
    {
    }

    /// The layer of a path from the network down, made with those around it where it is not there yet; -1: of
    /// an empty path. "layer1", "layer1.0", "conv1" becomes "layer1.0.conv1": a part that repeats the one
    /// before counts once. A path is followed 32 layers deep.
    int32_t layer(std::span<const std::string_view> path);

    /// "layer1", "0", "conv1" of "layer1.0.conv1"; parts without a letter between separators are left out.
    static std::vector<std::string_view> parts(std::string_view name, char separator);

private:
    NetworkGraph& m_graph;
    std::unordered_map<std::string, int32_t> m_known;
};

/// Gives layers and the graph the numbers of values that their nodes' parameters have. A parameter that
/// several nodes use counts once.
void countParameters(NetworkGraph& graph);

/// Puts what stands in one layer, or in the network itself, into parts of 100 nodes, "part 1" and so on,
/// where it is so much that no picture of it could be read. Returns how many parts were made.
size_t cutIntoParts(NetworkGraph& graph);

} // namespace stepscope
