#include "core/graph/graph_likeness.h"
#include "core/graph/layer_tree.h"
#include "core/graph/named_layers.h"
#include "core/graph/network_graph.h"
#include "core/graph/operator_kind.h"
#include "core/graph/tensor_shape.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

using namespace stepscope;

class TestNetworkGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void graphsOfOtherBatchesAreOneAndThoseOfOtherSamplesAreNot()
    {
        QVERIFY(looksLikeForAnyBatch(tests::convNetGraph(64), tests::convNetGraph(64)));
        QVERIFY(looksLikeForAnyBatch(tests::convNetGraph(64), tests::convNetGraph(1)));
        QVERIFY(!looksLike(tests::convNetGraph(64), tests::convNetGraph(1)));
        const auto ofShape = [](int64_t batch, std::vector<int64_t> shape) {
            tests::GraphBuilder builder("net", batch);
            const auto input = builder.terminal(GraphNodeKind::Input, shape);
            builder.op("relu", {}, std::move(shape), {input});
            return std::move(builder).graph();
        };
        QVERIFY(looksLikeForAnyBatch(ofShape(2, {2 * 64, 128}), ofShape(4, {4 * 64, 128}))); // of texts
        QVERIFY(looksLikeForAnyBatch(ofShape(2, {1, 2, 8}), ofShape(4, {1, 4, 8})));
        QVERIFY(!looksLikeForAnyBatch(ofShape(2, {2, 1, 28, 28}), ofShape(2, {2, 1, 32, 32})));
        // Twice as large in all dimensions, like the batch.
        QVERIFY(!looksLikeForAnyBatch(ofShape(2, {2, 1, 28, 28}), ofShape(4, {4, 1, 56, 56})));
        QVERIFY(!looksLikeForAnyBatch(ofShape(2, {2, 28}), ofShape(4, {4, 28, 1})));
        // If the batch sizes are unknown, only the shapes can be compared.
        QVERIFY(!looksLikeForAnyBatch(ofShape(0, {2, 28}), ofShape(0, {4, 28})));
        QVERIFY(looksLikeForAnyBatch(ofShape(0, {2, 28}), ofShape(0, {2, 28})));
        auto other = tests::convNetGraph(1);
        other.nodes.back().label = "other";
        QVERIFY(!looksLikeForAnyBatch(tests::convNetGraph(64), other));
    }

    void writesShapes()
    {
        QCOMPARE(shapeText({64, 32, 26, 26}), std::string("64 × 32 × 26 × 26"));
        QCOMPARE(shapeText({10}), std::string("10"));
        QCOMPARE(shapeText({}), std::string("scalar"));
        QCOMPARE(shapeText({openSize, 3, 224}), std::string("? × 3 × 224"));
        QCOMPARE(shapeText(unknownShape()), std::string());
        QVERIFY(isKnownShape({-1}) && isKnownShape({}) && !isKnownShape(unknownShape()));
    }

    void countsValues()
    {
        QCOMPARE(elementCount({32, 1, 3, 3}), 288);
        QCOMPARE(elementCount({}), 1);
        QCOMPARE(elementCount({openSize, 3}), 0);
        const int64_t most = std::numeric_limits<int64_t>::max();
        QCOMPARE(elementCount({most, 2}), most);
        QCOMPARE(saturatedSum(most, 1), most);
    }

    void layersComeFromNames()
    {
        NetworkGraph graph;
        NamedLayers layers(graph);
        const auto layerOf = [&](std::string_view name) {
            return layers.layer(NamedLayers::parts(name, '/'));
        };
        QCOMPARE(layerOf("/a/a.0/conv"), GraphLayerId(2));
        QCOMPARE(layerOf("a//a.0/bn"), GraphLayerId(3));
        QCOMPARE(layerOf("a"), GraphLayerId(0));
        QVERIFY(layerOf("/").isNone());
        QCOMPARE(graph.layers[3].name, std::string("a.0.bn"));
        QCOMPARE(graph.layers[3].parent, GraphLayerId(1));
        QCOMPARE(shortLayerName(graph, GraphLayerId(3)), std::string("bn"));
    }

    void aParameterThatIsSharedCountsOnce()
    {
        NetworkGraph graph;
        graph.layers = {{.name = "a"}, {.name = "a.b", .parent = GraphLayerId(0)}};
        graph.nodes = {{.layer = GraphLayerId(0), .parameters = {{"w", {4}}}},
                       {.layer = GraphLayerId(1), .parameters = {{"w", {4}}, {"v", {3}}}}};
        countParameters(graph);
        QCOMPARE(graph.parameterCount, 7);
        QCOMPARE(graph.layers[0].parameters, 7);
        QCOMPARE(graph.nodes[1].parameterCount, 7);
    }

    void muchSideBySideIsCutIntoParts()
    {
        NetworkGraph graph;
        graph.nodes.resize(301);
        QCOMPARE(cutIntoParts(graph), size_t(4));
        QCOMPARE(graph.nodes[99].layer, GraphLayerId(0));
        QCOMPARE(graph.nodes[300].layer, GraphLayerId(3));
        graph.nodes.resize(300);
        graph.layers.clear();
        for (auto& node : graph.nodes)
            node.layer = {};
        QCOMPARE(cutIntoParts(graph), size_t(0));
    }

    void writesParameterCounts()
    {
        QCOMPARE(parameterText(1'199'882), std::string("1,199,882 parameters"));
        QCOMPARE(parameterText(1), std::string("1 parameter"));
        QCOMPARE(parameterText(0), std::string("0 parameters"));
    }

    void tellsWhatAnOperatorDoes_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* op, OperatorKind kind) { QTest::newRow(op) << op << int(kind); };
        row("aten::conv2d", OperatorKind::Convolution);
        row("aten::_convolution", OperatorKind::Convolution);
        row("aten::linear", OperatorKind::Linear);
        row("aten::addmm", OperatorKind::Linear);
        row("aten::relu_", OperatorKind::Activation);
        row("aten::leaky_relu", OperatorKind::Activation);
        row("aten::gelu", OperatorKind::Activation);
        row("aten::max_pool2d", OperatorKind::Pooling);
        row("aten::adaptive_avg_pool2d", OperatorKind::Pooling);
        row("aten::feature_dropout", OperatorKind::Regularization);
        row("aten::batch_norm", OperatorKind::Normalization);
        row("aten::flatten", OperatorKind::Reshape);
        row("aten::t", OperatorKind::Reshape);
        row("aten::cat", OperatorKind::Reshape);
        row("aten::log_softmax", OperatorKind::Loss);
        row("aten::nll_loss", OperatorKind::Loss);
        row("aten::add", OperatorKind::Other);
        row("tanh", OperatorKind::Activation);
        row("Conv", OperatorKind::Convolution);
        row("BatchNormalization", OperatorKind::Normalization);
        row("Gemm", OperatorKind::Linear);
        row("MaxPool", OperatorKind::Pooling);
        row("LogSoftmax", OperatorKind::Loss);
        row("", OperatorKind::Other);
    }

    void tellsWhatAnOperatorDoes()
    {
        QFETCH(QString, op);
        QTEST(int(operatorKind(op.toStdString())), "kind");
    }

    void tellsInputsFromOperators()
    {
        const auto graph = tests::convNetGraph();
        QCOMPARE(operatorKind(graph.nodes.front()), OperatorKind::InputOutput);
        QCOMPARE(operatorKind(graph.nodes[1]), OperatorKind::Convolution);
        QCOMPARE(operatorKind(graph.nodes.back()), OperatorKind::InputOutput);
    }

    void leavesOutLayersWithoutOperators()
    {
        tests::GraphBuilder b("n", 1);
        const auto outer = b.layer("a", "Sequential");
        b.layer("a.unused", "Linear", outer);
        const auto inner = b.layer("a.used", "Linear", outer);
        b.layer("idle", "Dropout");
        b.op("linear", inner, {1}, {});
        const auto tree = layerTree(std::move(b).graph());
        QCOMPARE(tree.top, std::vector{outer});
        QCOMPARE(tree.children[outer], std::vector{inner});
        QCOMPARE(tree.nodes[inner], std::vector{GraphNodeId(0)});
    }

    void shortensNamesOfInnerLayers()
    {
        const auto graph = tests::resNetGraph();
        for (GraphLayerId layer(0); layer < graph.layers.size(); ++layer) {
            if (graph.layers[layer].name == "layer1.0.downsample.1") {
                QCOMPARE(shortLayerName(graph, layer), std::string("1"));
                QCOMPARE(shortLayerName(graph, graph.layers[layer].parent), std::string("downsample"));
                return;
            }
        }
        QFAIL("the layer is missing");
    }

    void shapesTheTestGraphsLikeRealNetworks()
    {
        QCOMPARE(tests::convNetGraph().nodes.size(), size_t(14));
        QCOMPARE(tests::convNetGraph().parameterCount, int64_t(1'199'882));
        QCOMPARE(tests::resNetGraph().parameterCount, int64_t(25'557'032)); // torchvision's resnet50
        QVERIFY(tests::largeGraph().nodes.size() > 1'000);
    }
};

QTEST_GUILESS_MAIN(TestNetworkGraph)
#include "test_network_graph.moc"
