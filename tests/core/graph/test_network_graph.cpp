#include "core/graph/layer_tree.h"
#include "core/graph/network_graph.h"
#include "core/graph/operator_kind.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

using namespace stepscope;

class TestNetworkGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesShapes()
    {
        QCOMPARE(shapeText({64, 32, 26, 26}), std::string("64 × 32 × 26 × 26"));
        QCOMPARE(shapeText({10}), std::string("10"));
        QCOMPARE(shapeText({}), std::string("scalar"));
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
        QCOMPARE(tree.top, std::vector<int32_t>{outer});
        QCOMPARE(tree.children[size_t(outer)], std::vector<int32_t>{inner});
        QCOMPARE(tree.nodes[size_t(inner)], std::vector<int32_t>{0});
    }

    void shortensNamesOfInnerLayers()
    {
        const auto graph = tests::resNetGraph();
        for (size_t i = 0; i < graph.layers.size(); ++i) {
            if (graph.layers[i].name == "layer1.0.downsample.1") {
                QCOMPARE(shortLayerName(graph, int32_t(i)), std::string("1"));
                QCOMPARE(shortLayerName(graph, graph.layers[i].parent), std::string("downsample"));
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
