#include "tests/core/graph/sample_graphs.h"
#include "ui/graph/layer_folding.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

std::shared_ptr<const NetworkGraph> shared(NetworkGraph graph)
{
    return std::make_shared<const NetworkGraph>(std::move(graph));
}

GraphLayerId layerNamed(const NetworkGraph& graph, const std::string& name)
{
    const auto found = std::ranges::find(graph.layers, name, &GraphLayer::name);
    return GraphLayerId(uint32_t(found - graph.layers.begin()));
}

} // namespace

class TestLayerFolding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void foldsNothingWithoutAGraph()
    {
        LayerFolding folding;
        QVERIFY(!folding.isCollapsed(GraphLayerId(0)));
        QVERIFY(!folding.setCollapsed(GraphLayerId(0), true, {}));
        QVERIFY(!folding.setAllCollapsed(true));
        QVERIFY(!folding.reveal(GraphNodeId(0)));
    }

    void aClosedLayerKeepsItsPlace()
    {
        LayerFolding folding;
        folding.setGraph(shared(tests::convNetGraph()));
        QVERIFY(folding.setCollapsed(GraphLayerId(1), true, {30, 40}));
        QVERIFY(folding.isCollapsed(GraphLayerId(1)));
        QVERIFY(!folding.setCollapsed(GraphLayerId(1), true, {50, 60})); // is closed: nothing to lay out
        const auto place = folding.takePlace();
        QVERIFY(place);
        QCOMPARE(place->layer, GraphLayerId(1));
        QCOMPARE(place->before, QPointF(30, 40));
        QVERIFY(!folding.takePlace());
        QVERIFY(!folding.setCollapsed({}, true, {}));
        QVERIFY(!folding.setCollapsed(GraphLayerId(6), true, {})); // there are six
    }

    void allTogetherKeepNoPlace()
    {
        LayerFolding folding;
        folding.setGraph(shared(tests::convNetGraph()));
        QVERIFY(!folding.setAllCollapsed(false));
        QVERIFY(folding.setCollapsed(GraphLayerId(0), true, {30, 40}));
        QVERIFY(folding.setAllCollapsed(true));
        QVERIFY(std::ranges::all_of(folding.collapsed(), std::identity()));
        QVERIFY(!folding.takePlace());
    }

    void aNodeIsRevealedByOpeningTheLayersAroundIt()
    {
        const auto graph = shared(tests::largeGraph());
        LayerFolding folding;
        folding.setGraph(graph);
        const auto stage = layerNamed(*graph, "layer3");
        const auto block = layerNamed(*graph, "layer3.7");
        QVERIFY(folding.isCollapsed(stage));
        const auto convolution = layerNamed(*graph, "layer3.7.conv2");
        const auto node = std::ranges::find(graph->nodes, convolution, &GraphNode::layer);
        const GraphNodeId wanted(uint32_t(node - graph->nodes.begin()));
        QVERIFY(folding.reveal(wanted));
        QVERIFY(!folding.isCollapsed(stage));
        QVERIFY(!folding.isCollapsed(block));
        QVERIFY(folding.isCollapsed(layerNamed(*graph, "layer2")));
        QVERIFY(!folding.reveal(wanted)); // the layout is under way
        QCOMPARE(folding.takeRevealed(), wanted);
        QVERIFY(folding.takeRevealed().isNone());
    }

    void layersKeepTheirStateInAGraphWithTheSameLayers()
    {
        LayerFolding folding;
        folding.setGraph(shared(tests::convNetGraph(64)));
        QVERIFY(folding.setCollapsed(GraphLayerId(2), true, {30, 40}));
        folding.setGraph(shared(tests::convNetGraph(16)));
        QVERIFY(folding.isCollapsed(GraphLayerId(2)));
        QVERIFY(!folding.takePlace()); // of the previous graph
        folding.setGraph(shared(tests::resNetGraph()));
        QCOMPARE(folding.collapsed(), layersCollapsedAtStart(*folding.graph()));
        folding.setGraph(nullptr);
        QVERIFY(!folding.graph());
    }
};

QTEST_GUILESS_MAIN(TestLayerFolding)
#include "test_layer_folding.moc"
