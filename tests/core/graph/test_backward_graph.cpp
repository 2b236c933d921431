#include "core/graph/backward_graph.h"
#include "tests/core/graph/sample_graphs.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/costs_of_trace.h"

#include <QTest>

#include <fmt/format.h>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

/// input -> conv2d -> view -> relu -> add -> output, with conv2d -> add besides.
NetworkGraph forward()
{
    GraphBuilder b("net", 2);
    const auto layer = b.layer("conv", "Conv2d");
    const auto in = b.terminal(GraphNodeKind::Input, {2, 8});
    const auto conv = b.op("conv2d", layer, {2, 4}, {in}, {{"conv.weight", {4}}});
    const auto view = b.op("view", {}, {8}, {conv});
    const auto relu = b.op("relu", {}, {8}, {view});
    const auto sum = b.op("add", {}, {8}, {relu, conv});
    b.terminal(GraphNodeKind::Output, {8}, {sum});
    return std::move(b).graph();
}

Trace trace()
{
    auto trace = test::traceOf("aten::conv2d 0-10\n"
                               "aten::view 10-11\n"
                               "aten::relu 11-20\n"
                               "aten::add 20-30\n"
                               "autograd::engine::evaluate_function:AddBackward0 40-50 backward\n"
                               "  AddBackward0 41-49\n"
                               "ReluBackward0 50-60 backward\n"
                               "SqueezeBackward0 60-65 backward\n"
                               "ConvolutionBackward0 65-90 backward\n");
    const std::vector<int64_t> sequences{3, -1, 4, 5, -1, 5, 4, 3, 3};
    trace.sequence = sequences;
    trace.steps = {{.endEvent = trace.endEvent()}};
    return trace;
}

QString edgesOf(const NetworkGraph& graph)
{
    QStringList texts;
    for (const auto& edge : graph.edges)
        texts += QString::fromStdString(fmt::format("{}>{} {}", graph.nodes[edge.from].label,
                                                    graph.nodes[edge.to].label, shapeText(edge.shape)));
    return texts.join("; ");
}

} // namespace

class TestBackwardGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsFromTheOutputBackwards()
    {
        const auto graph = forward();
        const auto backward = backwardGraph(graph, test::graphCosts(graph, trace()));
        QCOMPARE(edgesOf(backward.graph), "gradient of output>AddBackward0 8; AddBackward0>ReluBackward0 8; "
                                          "AddBackward0>SqueezeBackward0 + ConvolutionBackward0 2 × 4; "
                                          "ReluBackward0>SqueezeBackward0 + ConvolutionBackward0 2 × 4");
        QCOMPARE(backward.forwardNode,
                 (std::vector{GraphNodeId(5), GraphNodeId(4), GraphNodeId(3), GraphNodeId(1)}));
        QCOMPARE(backward.graph.nodes[3].op, std::string("aten::conv2d"));
        QCOMPARE(backward.graph.nodes[3].layer, GraphLayerId(0));
    }

    void itsCostsAreThoseOfTheBackwardPass()
    {
        const auto graph = forward();
        const auto backward = backwardGraph(graph, test::graphCosts(graph, trace()));
        QCOMPARE(backward.costs.nodes[0].backwardNs, int64_t(0));
        QCOMPARE(backward.costs.nodes[1].backwardNs, int64_t(8));
        QCOMPARE(backward.costs.nodes[3].backwardNs, int64_t(30));
        QCOMPARE(backward.costs.nodes[3].forwardNs, int64_t(0));
        QCOMPARE(backward.costs.functions[3],
                 (std::vector<BackwardFunction>{{"SqueezeBackward0", 5, 1, 2},
                                                {"ConvolutionBackward0", 25, 1, 3}}));
    }

    void thereIsNoneWithoutABackwardPass()
    {
        const auto graph = forward();
        QVERIFY(backwardGraph(graph, {}).graph.nodes.empty());
        auto noBackward = trace();
        std::ranges::fill(noBackward.sequence, -1);
        QVERIFY(backwardGraph(graph, test::graphCosts(graph, noBackward)).graph.nodes.empty());
    }
};

QTEST_GUILESS_MAIN(TestBackwardGraph)
#include "test_backward_graph.moc"
