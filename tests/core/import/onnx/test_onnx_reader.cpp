#include "core/graph/folded_graph.h"
#include "core/import/onnx/onnx_reader.h"
#include "tests/core/import/imported_text.h"
#include "tests/core/import/model_files.h"
#include "tests/support/failure.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

/// Models of ONNX as graphs.
class TestOnnxReader : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    ImportedRun import(const onnx::Graph& graph)
    {
        return importFile(m_folder.write("net.onnx", onnx::model(graph.bytes())));
    }

    QString graphOf(const onnx::Graph& graph)
    {
        return QString::fromStdString(printed(*import(graph).run.graph));
    }

    static bool says(const ImportedRun& imported, const char* text)
    {
        for (const auto& entry : imported.run.log) {
            if (entry.text.find(text) != std::string::npos)
                return true;
        }
        return false;
    }

    static onnx::Graph convNet()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("image", {-1, 1, 28, 28})};
        graph.initializers = {onnx::initializer("conv1.weight", {32, 1, 3, 3}),
                              onnx::initializer("conv1.bias", {32}), onnx::initializer("shape", {2}, 7),
                              onnx::initializer("fc.weight", {10, 21632})};
        graph.nodes = {onnx::node("Conv", {"image", "conv1.weight", "conv1.bias"}, {"a"}, "/conv1/Conv"),
                       onnx::node("Relu", {"a"}, {"b"}, "/Relu"),
                       onnx::node("Constant", {}, {"c"}, "/Constant"),
                       onnx::node("Reshape", {"b", "shape"}, {"d"}, "/Reshape"),
                       onnx::node("Gemm", {"d", "fc.weight", "", "c"}, {"logits"}, "/head/fc/Gemm")};
        graph.values = {onnx::valueInfo("a", {-1, 32, 26, 26})};
        graph.outputs = {onnx::valueInfo("logits", {-1, 10})};
        return graph;
    }

private Q_SLOTS:
    void nodesParametersAndShapesAreRead()
    {
        const auto imported = import(convNet());
        QCOMPARE(
            QString::fromStdString(printed(*imported.run.graph)),
            QString("input image ? × 1 × 28 × 28\n"
                    "conv1: Conv [conv1.weight 32 × 1 × 3 × 3] [conv1.bias 32] ? × 32 × 26 × 26 < image\n"
                    "Relu < Conv\n"
                    "Reshape < Relu\n"
                    "head.fc: Gemm [fc.weight 10 × 21632] ? × 10 < Reshape\n"
                    "output logits ? × 10 < Gemm\n"));
        QCOMPARE(QString::fromStdString(printedLayers(*imported.run.graph)),
                 QString("conv1  320\nhead  216320\n  head.fc  216320\n"));
        QCOMPARE(imported.run.graph->parameterCount, 216'640);
        QCOMPARE(imported.run.outcome, RunOutcome::Finished);
        QVERIFY(imported.run.trace.empty());
        QVERIFY(says(imported, "operators ai.onnx 17, written by pytest 1.0"));
        QVERIFY(says(imported, "3 of 4 initializers count as parameters"));
        QVERIFY(says(imported, "One Constant is not shown."));
    }

    void modulesThatRepeatTheOneAroundThemAreOne()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.nodes = {onnx::node("Relu", {"x"}, {"y"}, "/layer1/layer1.0/conv1/Relu")};
        QCOMPARE(graphOf(graph), QString("input x 1\nlayer1.0.conv1: Relu < x\n"));
    }

    void withoutSuchNamesThoseOfParametersTellTheModules()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.initializers = {onnx::initializer("block.a.weight", {2}),
                              onnx::initializer("block.b.weight", {2})};
        graph.nodes = {onnx::node("Conv", {"x", "block.a.weight"}, {"1"}, "Conv_0"),
                       onnx::node("Relu", {"1"}, {"2"}, "Relu_1"),
                       onnx::node("Conv", {"2", "block.b.weight"}, {"3"}, "Conv_2"),
                       onnx::node("Relu", {"3"}, {"4"}, "Relu_3")};
        QCOMPARE(graphOf(graph),
                 QString("input x 1\nblock.a: Conv [block.a.weight 2] < x\nblock: Relu < Conv\n"
                         "block.b: Conv [block.b.weight 2] < Relu\nRelu < Conv\n"));
    }

    void graphsInNodesAreLayers()
    {
        onnx::Graph then{.name = "then"};
        then.nodes = {onnx::node("Relu", {"x"}, {"t"})};
        then.outputs = {onnx::valueInfo("t", {1})};
        onnx::Graph otherwise{.name = "else"};
        otherwise.nodes = {onnx::node("Neg", {"x"}, {"e"}), onnx::node("Abs", {"e"}, {"f"})};
        otherwise.outputs = {onnx::valueInfo("f", {1})};
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1}), onnx::valueInfo("condition", {})};
        graph.nodes = {onnx::node("If", {"condition"}, {"y"}, "If_0",
                                  {{"then_branch", then.bytes()}, {"else_branch", otherwise.bytes()}})};
        graph.outputs = {onnx::valueInfo("y", {1})};
        const auto imported = import(graph);
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x 1\ninput condition scalar\nIf_0.then_branch: Relu 1 < x\n"
                         "If_0.else_branch: Neg < x\nIf_0.else_branch: Abs 1 < Neg\n"
                         "If_0: If 1 < condition, Relu, Abs\noutput y 1 < If\n"));
        QVERIFY(says(imported, "2 subgraphs inside nodes, with 3 nodes: then_branch of If_0 (1 node), "
                               "else_branch of If_0 (2 nodes)."));
    }

    void aLoopsBodyTakesWhatTheLoopTakes()
    {
        onnx::Graph body{.name = "body"};
        body.inputs = {onnx::valueInfo("round", {}), onnx::valueInfo("go", {}),
                       onnx::valueInfo("carried", {4})};
        body.nodes = {onnx::node("Tanh", {"carried"}, {"next"})};
        body.outputs = {onnx::valueInfo("go", {}), onnx::valueInfo("next", {4})};
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("n", {}), onnx::valueInfo("x", {4})};
        graph.nodes = {onnx::node("Loop", {"n", "", "x"}, {"y"}, "Loop_1", {{"body", body.bytes()}})};
        QCOMPARE(graphOf(graph),
                 QString("input n scalar\ninput x 4\nLoop_1.body: Tanh 4 < x\nLoop_1: Loop < n, x, Tanh\n"));
    }

    void initializersOfOlderModelsAreNoInputs()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1}), onnx::valueInfo("w", {3})};
        graph.initializers = {onnx::initializer("w", {3})};
        graph.nodes = {onnx::node("Mul", {"x", "w"}, {"y"})};
        QCOMPARE(graphOf(graph), QString("input x 1\nMul [w 3] < x\n"));
    }

    void valuesInOtherFilesAreNotNeeded()
    {
        onnx::Graph graph;
        std::string weights = onnx::initializer("w", {1000, 1000}, 1, "");
        protozero::pbf_writer(weights).add_int32(14, 1);
        graph.initializers = {weights};
        graph.nodes = {onnx::node("MatMul", {"x", "w"}, {"y"})};
        const auto imported = import(graph);
        QCOMPARE(imported.run.graph->parameterCount, 1'000'000);
        QVERIFY(says(imported, "The values of one initializer are in another file"));
        QVERIFY(says(imported, "One input of a node is not defined in the file."));
    }

    void weightsMayBeConstants()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.nodes = {onnx::constant(onnx::initializer("", {4, 4}), "w"),
                       onnx::constant(onnx::initializer("", {4}), "v"),
                       onnx::node("LSTM", {"x", "w", "v"}, {"y"})};
        const auto imported = import(graph);
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x 1\nLSTM [w 4 × 4] < x\n"));
        QVERIFY(says(imported, "One Constant of two dimensions or more counts as a parameter."));
    }

    void anIdentityOfAParameterIsTheParameter()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.initializers = {onnx::initializer("w", {3})};
        graph.nodes = {onnx::node("Identity", {"w"}, {"again"}), onnx::node("Mul", {"x", "again"}, {"y"}),
                       onnx::node("Identity", {"y"}, {"z"})};
        QCOMPARE(graphOf(graph), QString("input x 1\nMul [w 3] < x\nIdentity < Mul\n"));
    }

    void nodesAreBroughtIntoOrder()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.nodes = {onnx::node("Relu", {"a"}, {"b"}), onnx::node("Conv", {"x"}, {"a"})};
        QCOMPARE(graphOf(graph), QString("input x 1\nConv < x\nRelu < Conv\n"));
    }

    void circlesAreCutOpen()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("x", {1})};
        graph.nodes = {onnx::node("Add", {"x", "c"}, {"a"}), onnx::node("Relu", {"a"}, {"b"}),
                       onnx::node("Neg", {"b"}, {"c"}), onnx::node("Abs", {"x"}, {"d"})};
        const auto imported = import(graph);
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x 1\nAbs < x\nAdd < x\nRelu < Add\nNeg < Relu\n"));
        QVERIFY(says(imported, "3 nodes are in or after cycles"));
    }

    void sizesThatLieStayWithinBounds()
    {
        onnx::Graph graph;
        const int64_t most = std::numeric_limits<int64_t>::max();
        graph.initializers = {onnx::initializer("w", {most, most, 3}), onnx::initializer("v", {-5, 7})};
        graph.nodes = {onnx::node("Sum", {"w", "v", "w"}, {"y"})};
        QCOMPARE(import(graph).run.graph->parameterCount, most);
    }

    void graphsMayBeNestedDeep()
    {
        onnx::Graph inner;
        inner.nodes = {onnx::node("Relu", {"x"}, {"y"})};
        for (int i = 0; i < 200; ++i) {
            onnx::Graph around;
            around.nodes = {onnx::node("If", {"x"}, {"y"}, "", {{"then_branch", inner.bytes()}})};
            inner = around;
        }
        const auto imported = import(inner);
        QCOMPARE(imported.run.graph->nodes.size(), size_t(33));
        QVERIFY(says(imported, "One graph nested more than 32 levels deep is left out."));
    }

    void hugeNamesAreShortened()
    {
        onnx::Graph graph;
        const std::string huge(1 << 20, 'n');
        graph.inputs = {onnx::valueInfo(huge, {1})};
        graph.nodes = {onnx::node("é" + huge, {huge}, {"y"})};
        const auto imported = import(graph);
        const NetworkGraph& read = *imported.run.graph;
        QCOMPARE(read.edges.size(), size_t(1));
        for (const auto& node : read.nodes)
            QVERIFY(node.label.size() < 130);
    }

    void manyNodesSideBySideBecomeParts()
    {
        onnx::Graph graph;
        graph.inputs = {onnx::valueInfo("0", {1})};
        for (int i = 0; i < 5000; ++i)
            graph.nodes.push_back(onnx::node("Relu", {std::to_string(i)}, {std::to_string(i + 1)}));
        const auto imported = import(graph);
        const NetworkGraph& read = *imported.run.graph;
        QCOMPARE(read.nodes.size(), size_t(5001));
        QCOMPARE(read.layers.size(), size_t(50));
        QCOMPARE(read.layers[49].name, std::string("part 50"));
        QCOMPARE(foldedNodeCount(read, layersCollapsedAtStart(read)), size_t(51));
    }

    void aCompressedModelIsRead()
    {
        const auto path = m_folder.writeGzip("net.onnx.gz", onnx::model(convNet().bytes()));
        QCOMPARE(importFile(path).run.graph->nodes.size(), size_t(6));
    }

    void everyCutIsSaid()
    {
        const std::string content = onnx::model(convNet().bytes());
        size_t most = 0;
        constexpr size_t cuts = 200;
        for (size_t cut = 0; cut < cuts; ++cut) {
            const auto path = m_folder.write("cut.onnx", content.substr(0, content.size() * cut / cuts));
            try {
                const auto imported = importFile(path);
                QVERIFY(imported.run.graph->nodes.size() <= 6);
                most = std::max(most, imported.run.graph->nodes.size());
                // Only the sets of operators come after the graph.
                QVERIFY(!imported.log.damages().empty() || imported.run.graph->nodes.size() == 6);
            } catch (const Error& error) {
                QVERIFY(std::string(error.what()).ends_with("."));
            }
        }
        QCOMPARE(most, size_t(6));
    }

    void whatIsNoModelIsRefused()
    {
        std::string profile; // of pprof: a sample's type comes first
        protozero::pbf_writer(profile).add_message(1, std::string("\x08\x01"));
        std::string event; // of TensorBoard: a time comes first
        protozero::pbf_writer(event).add_double(1, 1.0);
        for (const std::string& content : {profile, event, std::string("\x08"), std::string("\x08\x01")})
            QVERIFY(!isOnnxModel(content));
    }
};

QTEST_GUILESS_MAIN(TestOnnxReader)
#include "test_onnx_reader.moc"
