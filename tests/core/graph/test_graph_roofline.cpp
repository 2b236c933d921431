#include "core/graph/graph_roofline.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

const MachinePeak peak{.threads = 1, .flopsPerSecond = 1e9, .bytesPerSecond = 1e9};

/// input [4, 8] -> linear [4, 2] with 16 weights -> relu [4, 2]
NetworkGraph graph()
{
    GraphBuilder b("net", 4);
    const auto layer = b.layer("fc", "Linear");
    const auto in = b.terminal(GraphNodeKind::Input, {4, 8});
    const auto x = b.op("linear", layer, {4, 2}, {in, in}, {{"fc.weight", {2, 8}}});
    b.op("relu", layer, {4, 2}, {x});
    return std::move(b).graph();
}

GraphCosts costs(int64_t flops)
{
    GraphCosts costs{.nodes = std::vector<NodeCost>(3),
                     .functions = std::vector<std::vector<BackwardFunction>>(3),
                     .steps = 2};
    costs.nodes[1] = {.forwardNs = 4000, .flops = flops + 50, .backwardFlops = 50};
    costs.nodes[2] = {.forwardNs = 700};
    return costs;
}

} // namespace

class TestGraphRoofline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSlowerLimitIsTheRoof()
    {
        const double bytes = 2 * 4 * (4 * 8 + 4 * 2 + 16); // of two steps
        const auto byMemory = graphRoofs(graph(), costs(100), peak);
        QCOMPARE(byMemory[1], (NodeRoof{bytes, 4000}));
        const auto byProcessor = graphRoofs(graph(), costs(1000), peak);
        QCOMPARE(byProcessor[1], (NodeRoof{1000, 4000}));
        QCOMPARE(byProcessor[1].reached(), 0.25);
    }

    void whatHasNoFormulaIsLeftOut()
    {
        const auto roofs = graphRoofs(graph(), costs(1000), peak);
        QCOMPARE(roofs[2], NodeRoof());
        QCOMPARE(roofs[0], NodeRoof());
        QVERIFY(graphRoofs(graph(), {}, peak).empty());
        QVERIFY(graphRoofs(graph(), costs(1), {}).empty());
    }

    void aLayerIsTheSumOfItsOperators()
    {
        const auto roofs = graphRoofs(graph(), costs(1000), peak);
        const auto sums = foldedRoofs(roofs, foldGraph(graph(), {true}));
        QCOMPARE(sums.size(), size_t(2));
        QCOMPARE(sums[1], (NodeRoof{1000, 4000})); // without the time of what is left out
    }
};

QTEST_GUILESS_MAIN(TestGraphRoofline)
#include "test_graph_roofline.moc"
