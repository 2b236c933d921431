#include "core/graph/folded_graph.h"
#include "core/graph/graph_costs.h"
#include "core/graph/graph_likeness.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

#include <fmt/format.h>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

/// in -> a.x -> a.b.y -> a.b.z -> c.w -> out, with in -> c.w and a.x -> c.w besides.
NetworkGraph nested()
{
    GraphBuilder b("net", 2);
    const auto a = b.layer("a", "Block");
    const auto inner = b.layer("a.b", "Inner", a);
    const auto c = b.layer("c", "Linear");
    const auto in = b.terminal(GraphNodeKind::Input, {2, 8});
    const auto x = b.op("x", a, {2, 4}, {in}, {{"a.weight", {8, 4}}});
    const auto y = b.op("y", inner, {2, 3}, {x}, {{"a.b.weight", {3}}});
    const auto z = b.op("z", inner, {2, 3}, {y, y});
    const auto w = b.op("w", c, {2, 1}, {z, x, in});
    b.terminal(GraphNodeKind::Output, {2, 1}, {w});
    return std::move(b).graph();
}

/// "in>a 2 × 8; …": who follows whom, and what flows.
QString edgesOf(const FoldedGraph& folded)
{
    QStringList texts;
    for (size_t i = 0; i < folded.drawn.edges.size(); ++i) {
        const auto& edge = folded.drawn.edges[i];
        texts += QString::fromStdString(fmt::format("{}>{} {}", folded.drawn.nodes[edge.from].label,
                                                    folded.drawn.nodes[edge.to].label, folded.edgeText(i)));
    }
    return texts.join("; ");
}

constexpr GraphLayerId A{0}, Inner{1}, C{2};

} // namespace

class TestFoldedGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withNothingCollapsedItIsTheGraph()
    {
        for (const auto& graph : {nested(), convNetGraph(), resNetGraph()}) {
            const auto folded = foldGraph(graph, CollapsedLayers(graph.layers.size()));
            QVERIFY(looksLike(folded.drawn, graph));
            QCOMPARE(folded.nodes.size(), graph.nodes.size());
            QCOMPARE(folded.nodeOf.back(), DrawnNodeId(uint32_t(graph.nodes.size() - 1)));
            QVERIFY(!folded.isLayer(DrawnNodeId(1)));
        }
        QVERIFY(foldGraph({}, {}).drawn.nodes.empty());
    }

    void aCollapsedLayerIsOneNode()
    {
        const auto graph = nested();
        const auto folded = foldGraph(graph, {false, true, false});
        QCOMPARE(edgesOf(folded),
                 "input>x 2 × 8; x>b 2 × 4; b>w 2 × 3; x>w 2 × 4; input>w 2 × 8; w>output 2 × 1");
        QVERIFY(folded.isLayer(DrawnNodeId(2)));
        const auto& node = folded.drawn.nodes[2];
        QCOMPARE(node.op, std::string("Inner"));
        QCOMPARE(node.layer, A);
        QCOMPARE(node.parameterCount, int64_t(3));
        QCOMPARE(node.outputShape, (std::vector<int64_t>{2, 3}));
        QCOMPARE(folded.nodes[2].nodes, (std::vector{GraphNodeId(2), GraphNodeId(3)}));
    }

    void layersWithinACollapsedOneAreGone()
    {
        const auto graph = nested();
        for (const CollapsedLayers& collapsed : {CollapsedLayers{true, true, false}, {true, false, false}}) {
            const auto folded = foldGraph(graph, collapsed);
            QCOMPARE(edgesOf(folded), "input>a 2 × 8; a>w 2 tensors; input>w 2 × 8; w>output 2 × 1");
            QCOMPARE(folded.drawn.nodes[1].parameterCount, int64_t(8 * 4 + 3));
            QCOMPARE(folded.nodes[1].nodes.size(), size_t(3));
            QCOMPARE(folded.nodeOfLayer(graph, Inner), DrawnNodeId(1));
            QCOMPARE(folded.nodeOfLayer(graph, A), DrawnNodeId(1));
            QVERIFY(folded.nodeOfLayer(graph, C).isNone());
            QCOMPARE(foldedNodeCount(graph, collapsed), size_t(4));
        }
    }

    void theSameTensorIsCountedOnce()
    {
        GraphBuilder b("net", 1);
        const auto a = b.layer("a", "A");
        const auto in = b.terminal(GraphNodeKind::Input, {1});
        const auto x = b.op("x", a, {1}, {in});
        b.op("y", a, {1}, {in, x});
        const auto folded = foldGraph(std::move(b).graph(), {true});
        QCOMPARE(edgesOf(folded), "input>a 1");
    }

    void largeGraphsStartCollapsed()
    {
        const auto small = convNetGraph();
        QCOMPARE(layersCollapsedAtStart(small), CollapsedLayers(small.layers.size()));
        const auto large = largeGraph();
        const auto collapsed = layersCollapsedAtStart(large);
        QVERIFY(foldedNodeCount(large, collapsed) < 30);
        QCOMPARE(foldGraph(large, collapsed).drawn.nodes.size(), foldedNodeCount(large, collapsed));
        const auto wrapped = [&] { // in one module, as many are
            auto graph = large;
            const GraphLayerId model(uint32_t(graph.layers.size()));
            for (auto& layer : graph.layers)
                if (layer.parent.isNone())
                    layer.parent = model;
            for (auto& node : graph.nodes)
                if (node.layer.isNone())
                    node.layer = model;
            graph.layers.push_back({"model", "ResNet", {}, 0});
            return graph;
        }();
        QVERIFY(foldedNodeCount(wrapped, layersCollapsedAtStart(wrapped)) > 5);
    }

    void opensWhatHidesALayer()
    {
        CollapsedLayers collapsed(3, true);
        openLayersAround(nested(), Inner, collapsed);
        QCOMPARE(collapsed, (CollapsedLayers{false, false, true}));
    }

    void survivesLayersInACircle()
    {
        auto graph = nested();
        graph.layers[A].parent = Inner;
        auto collapsed = CollapsedLayers(3, true);
        QVERIFY(!foldGraph(graph, collapsed).drawn.nodes.empty());
        openLayersAround(graph, A, collapsed);
        QVERIFY(!collapsed[A] && !collapsed[Inner]);
    }

    void costsOfALayerAreSummed()
    {
        const auto graph = nested();
        const auto folded = foldGraph(graph, {true, false, false});
        GraphCosts costs{.nodes = std::vector<NodeCost>(graph.nodes.size()),
                         .functions = std::vector<std::vector<BackwardFunction>>(graph.nodes.size()),
                         .steps = 2};
        costs.nodes[1] = {.forwardNs = 1, .backwardNs = 10, .flops = 100, .allocatedBytes = 1000};
        costs.nodes[3] = {.forwardNs = 2, .backwardNs = 20, .flops = 200, .allocatedBytes = 2000};
        costs.nodes[4] = {.forwardNs = 5};
        costs.functions[1] = {{"MulBackward0", 10, 1, 4}};
        costs.functions[3] = {{"AddBackward0", 5, 1, 1}, {"MulBackward0", 15, 2, 2}};
        const auto sums = foldedCosts(costs, folded);
        QCOMPARE(sums.steps, int64_t(2));
        QCOMPARE(sums.nodes.size(), size_t(4));
        QCOMPARE(sums.nodes[1],
                 (NodeCost{.forwardNs = 3, .backwardNs = 30, .flops = 300, .allocatedBytes = 3000}));
        QCOMPARE(sums.nodes[2].forwardNs, int64_t(5));
        QCOMPARE(sums.functions[1],
                 (std::vector<BackwardFunction>{{"AddBackward0", 5, 1, 1}, {"MulBackward0", 25, 3, 2}}));
        QVERIFY(foldedCosts({}, folded).nodes.empty());
    }
};

QTEST_GUILESS_MAIN(TestFoldedGraph)
#include "test_folded_graph.moc"
