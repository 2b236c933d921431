#pragma once

#include "core/graph/network_graph.h"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::tests {

/// Builds graphs as a forward pass would show them.
class GraphBuilder
{
public:
    GraphBuilder(std::string network, int64_t batchSize)
    {
        m_graph.network = std::move(network);
        m_graph.batchSize = batchSize;
    }

    GraphLayerId layer(const std::string& name, const std::string& type, GraphLayerId parent = {})
    {
        m_graph.layers.push_back({name, type, parent, 0});
        return GraphLayerId(uint32_t(m_graph.layers.size() - 1));
    }

    GraphNodeId terminal(GraphNodeKind kind, std::vector<int64_t> shape,
                         const std::vector<GraphNodeId>& from = {})
    {
        const std::string name = kind == GraphNodeKind::Input ? "input" : "output";
        return add({kind, name, name, {}, std::move(shape)}, from);
    }

    GraphNodeId op(const std::string& label, GraphLayerId layer, std::vector<int64_t> shape,
                   const std::vector<GraphNodeId>& from, std::vector<GraphParameter> parameters = {})
    {
        GraphNode node{GraphNodeKind::Operator, "aten::" + label,     label, layer,
                       std::move(shape),        std::move(parameters)};
        for (const auto& parameter : node.parameters)
            node.parameterCount += std::accumulate(parameter.shape.begin(), parameter.shape.end(), int64_t(1),
                                                   std::multiplies<>());
        m_graph.parameterCount += node.parameterCount;
        for (auto at = layer; !at.isNone(); at = m_graph.layers[at].parent)
            m_graph.layers[at].parameters += node.parameterCount;
        return add(std::move(node), from);
    }

    NetworkGraph graph() && { return std::move(m_graph); }

private:
    GraphNodeId add(GraphNode node, const std::vector<GraphNodeId>& from)
    {
        const GraphNodeId to(uint32_t(m_graph.nodes.size()));
        for (const auto source : from)
            m_graph.edges.push_back({source, to, m_graph.nodes[source].outputShape});
        m_graph.nodes.push_back(std::move(node));
        return to;
    }

    NetworkGraph m_graph;
};

/// The ConvNet of the current PyTorch MNIST example.
inline NetworkGraph convNetGraph(int64_t batch = 64)
{
    GraphBuilder b("mnist-convnet", batch);
    const auto conv1 = b.layer("conv1", "Conv2d");
    const auto conv2 = b.layer("conv2", "Conv2d");
    const auto dropout1 = b.layer("dropout1", "Dropout");
    const auto dropout2 = b.layer("dropout2", "Dropout");
    const auto fc1 = b.layer("fc1", "Linear");
    const auto fc2 = b.layer("fc2", "Linear");
    auto x = b.terminal(GraphNodeKind::Input, {batch, 1, 28, 28});
    x = b.op("conv2d", conv1, {batch, 32, 26, 26}, {x},
             {{"conv1.weight", {32, 1, 3, 3}}, {"conv1.bias", {32}}});
    x = b.op("relu", {}, {batch, 32, 26, 26}, {x});
    x = b.op("conv2d", conv2, {batch, 64, 24, 24}, {x},
             {{"conv2.weight", {64, 32, 3, 3}}, {"conv2.bias", {64}}});
    x = b.op("relu", {}, {batch, 64, 24, 24}, {x});
    x = b.op("max_pool2d", {}, {batch, 64, 12, 12}, {x});
    x = b.op("dropout", dropout1, {batch, 64, 12, 12}, {x});
    x = b.op("flatten", {}, {batch, 9216}, {x});
    x = b.op("linear", fc1, {batch, 128}, {x}, {{"fc1.weight", {128, 9216}}, {"fc1.bias", {128}}});
    x = b.op("relu", {}, {batch, 128}, {x});
    x = b.op("dropout", dropout2, {batch, 128}, {x});
    x = b.op("linear", fc2, {batch, 10}, {x}, {{"fc2.weight", {10, 128}}, {"fc2.bias", {10}}});
    x = b.op("log_softmax", {}, {batch, 10}, {x});
    b.terminal(GraphNodeKind::Output, {batch, 10}, {x});
    return std::move(b).graph();
}

/// A ResNet of bottleneck blocks, with nested layers and skip connections: about 12 nodes per block.
inline NetworkGraph residualGraph(const std::vector<int>& blocksOfStage)
{
    const int64_t batch = 16;
    GraphBuilder b("resnet", batch);
    int64_t channels = 64;
    int64_t size = 56;
    auto convolution = [&](GraphNodeId from, const std::string& name, GraphLayerId parent, int64_t in,
                           int64_t out, int64_t kernel) {
        const auto layer = b.layer(name, "Conv2d", parent);
        return b.op("conv2d", layer, {batch, out, size, size}, {from},
                    {{name + ".weight", {out, in, kernel, kernel}}});
    };
    auto norm = [&](GraphNodeId from, const std::string& name, GraphLayerId parent, int64_t width) {
        const auto layer = b.layer(name, "BatchNorm2d", parent);
        return b.op("batch_norm", layer, {batch, width, size, size}, {from},
                    {{name + ".weight", {width}}, {name + ".bias", {width}}});
    };
    auto x = b.terminal(GraphNodeKind::Input, {batch, 3, 224, 224});
    x = norm(convolution(x, "conv1", {}, 3, 64, 7), "bn1", {}, 64);
    x = b.op("max_pool2d", {}, {batch, 64, size, size}, {b.op("relu", {}, {batch, 64, size, size}, {x})});
    for (size_t stage = 0; stage < blocksOfStage.size(); ++stage) {
        const auto name = "layer" + std::to_string(stage + 1);
        const auto stageLayer = b.layer(name, "Sequential");
        const int64_t width = int64_t(64) << stage;
        for (int i = 0; i < blocksOfStage[stage]; ++i) {
            const auto block = name + "." + std::to_string(i);
            const auto blockLayer = b.layer(block, "Bottleneck", stageLayer);
            const std::vector<int64_t> narrow{batch, width, size, size};
            const std::vector<int64_t> wide{batch, width * 4, size, size};
            auto y = norm(convolution(x, block + ".conv1", blockLayer, channels, width, 1), block + ".bn1",
                          blockLayer, width);
            y = b.op("relu_", blockLayer, narrow, {y});
            y = norm(convolution(y, block + ".conv2", blockLayer, width, width, 3), block + ".bn2",
                     blockLayer, width);
            y = b.op("relu_", blockLayer, narrow, {y});
            y = norm(convolution(y, block + ".conv3", blockLayer, width, width * 4, 1), block + ".bn3",
                     blockLayer, width * 4);
            if (i == 0) {
                const auto down = b.layer(block + ".downsample", "Sequential", blockLayer);
                x = norm(convolution(x, block + ".downsample.0", down, channels, width * 4, 1),
                         block + ".downsample.1", down, width * 4);
            }
            channels = width * 4;
            x = b.op("relu_", blockLayer, wide, {b.op("add_", blockLayer, wide, {y, x})});
        }
        if (stage + 1 < blocksOfStage.size())
            size /= 2;
    }
    x = b.op(
        "flatten", {}, {batch, channels},
        {b.op("adaptive_avg_pool2d", b.layer("avgpool", "AdaptiveAvgPool2d"), {batch, channels, 1, 1}, {x})});
    x = b.op("linear", b.layer("fc", "Linear"), {batch, 1000}, {x},
             {{"fc.weight", {1000, channels}}, {"fc.bias", {1000}}});
    b.terminal(GraphNodeKind::Output, {batch, 1000}, {x});
    return std::move(b).graph();
}

/// ResNet-50's 3, 4, 6 and 3 blocks: about 160 operators.
inline NetworkGraph resNetGraph()
{
    return residualGraph({3, 4, 6, 3});
}
/// About a thousand operators.
inline NetworkGraph largeGraph()
{
    return residualGraph({12, 28, 48, 12});
}

/// Names that try to break out of DOT, of HTML-like labels and of XML.
inline NetworkGraph hostileGraph()
{
    GraphBuilder b("a \"net\" \\N <b>&amp; ]]> naïve \xff\n;}", 2);
    const auto layer = b.layer("x\"]; } subgraph {", "<T&>\\");
    const auto in = b.terminal(GraphNodeKind::Input, {2, 3});
    b.op("op<\"&\\N>\x01 \xc3", layer, {}, {in}, {{"w\"", {3}}});
    return std::move(b).graph();
}

} // namespace stepscope::tests
