#include "core/graph/graph_costs.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/costs_of_trace.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

NetworkGraph graphOf(const std::vector<std::string>& operators)
{
    NetworkGraph graph;
    graph.nodes.push_back({.kind = GraphNodeKind::Input, .op = "input"});
    for (const auto& op : operators)
        graph.nodes.push_back({.op = op});
    graph.nodes.push_back({.kind = GraphNodeKind::Output, .op = "output"});
    return graph;
}

/// Appends a recorded step.
void appendStep(Trace& trace, const std::string& text, const std::vector<int64_t>& sequences)
{
    const EventId first = trace.endEvent();
    appendEvents(trace, text);
    for (size_t i = 0; i < sequences.size(); ++i)
        trace.sequence[first + i] = sequences[i];
    trace.steps.push_back({.number = int64_t(trace.steps.size()),
                           .firstEvent = first,
                           .endEvent = trace.endEvent(),
                           .phase = StepPhase::Active});
}

constexpr auto step = "conv1 0-50 layer\n"
                      "  aten::conv2d 10-40\n"
                      "    aten::convolution 15-35\n"
                      "aten::relu 60-70\n"
                      "evaluate:Relu 100-120 backward\n"
                      "  Relu 105-115\n"
                      "evaluate:Conv 120-200 backward\n"
                      "  Conv 125-195\n"
                      "AccumulateGrad 200-210 backward\n";
const std::vector<int64_t> sequences{-1, 5, 5, 6, -1, 6, -1, 5, -1}; // as LibTorch gives them

} // namespace

class TestGraphCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forwardByOrderAndBackwardBySequenceNumber()
    {
        Trace trace;
        appendStep(trace, step, sequences);
        appendStep(trace, step, sequences);
        const auto costs = graphCosts(graphOf({"aten::conv2d", "aten::relu"}), trace);
        QCOMPARE(costs.steps, int64_t(2));
        QCOMPARE(costs.otherSteps, int64_t(0));
        QCOMPARE(costs.nodes.size(), size_t(4));
        QCOMPARE(costs.nodes[1].forwardNs, int64_t(2 * 30));
        QCOMPARE(costs.nodes[1].backwardNs, int64_t(2 * 70));
        QCOMPARE(costs.nodes[2].forwardNs, int64_t(2 * 10));
        QCOMPARE(costs.nodes[2].backwardNs, int64_t(2 * 10));
        QCOMPARE(costs.nodes[0].forwardNs + costs.nodes[3].forwardNs, int64_t(0));
    }

    /// As when gradients are accumulated.
    void aStepMayHaveSeveralForwardPasses()
    {
        Trace trace;
        appendStep(trace,
                   "aten::conv2d 0-40\n"
                   "evaluate:Conv 40-60 backward\n"
                   "aten::conv2d 60-110\n"
                   "evaluate:Conv 110-140 backward\n",
                   {5, 5, 6, 6});
        const auto costs = graphCosts(graphOf({"aten::conv2d"}), trace);
        QCOMPARE(costs.steps, int64_t(1));
        QCOMPARE(costs.otherSteps, int64_t(0));
        QCOMPARE(costs.nodes[1].forwardNs, int64_t(90));
        QCOMPARE(costs.nodes[1].backwardNs, int64_t(50));
    }

    void operationsAndAllocationsComeAlong()
    {
        Trace trace;
        appendStep(trace, step, sequences);
        trace.shapes = {"[2, 3], [3, 4]", "[8]"};
        trace.names.intern("aten::mm");
        trace.names.intern("aten::mul");
        const auto rename = [&](EventId event, const char* name, ShapeId shape) {
            trace.name[event] = trace.names.intern(name);
            trace.shape[event] = shape;
        };
        rename(EventId(1), "aten::mm", ShapeId(0));
        rename(EventId(2), "aten::mm", ShapeId(0)); // within: not counted again
        rename(EventId(7), "aten::mul", ShapeId(1));
        trace.allocations = {{.bytes = 100, .event = EventId(2)},
                             {.bytes = -100, .event = EventId(2)},
                             {.bytes = 7, .event = EventId(5)},
                             {.bytes = 50, .event = EventId(8)},
                             {.bytes = 50}};
        const auto costs = graphCosts(graphOf({"aten::mm", "aten::relu"}), trace);
        QCOMPARE(costs.nodes[1].flops, int64_t(48 + 8));
        QCOMPARE(costs.nodes[1].allocatedBytes, int64_t(100));
        QCOMPARE(costs.nodes[2].allocatedBytes, int64_t(7));
    }

    void nodesThatContainAnOperator()
    {
        Trace trace;
        appendStep(trace, step, sequences);
        appendStep(trace, "aten::tanh 0-10\n", {1}); // another network
        GraphCostBuilder builder(std::make_shared<NetworkGraph>(graphOf({"aten::conv2d", "aten::relu"})));
        builder.update(trace);
        const std::vector conv{GraphNodeId(1)};
        const std::vector relu{GraphNodeId(2)};
        QCOMPARE(builder.nodesOf(trace, "aten::conv2d"), conv);
        QCOMPARE(builder.nodesOf(trace, "aten::convolution"), conv); // within
        QCOMPARE(builder.nodesOf(trace, "Conv"), conv);              // backward
        QCOMPARE(builder.nodesOf(trace, "Relu"), relu);
        QVERIFY(builder.nodesOf(trace, "conv1").empty()); // a layer
        QVERIFY(builder.nodesOf(trace, "aten::tanh").empty());
        QVERIFY(builder.nodesOf(trace, "aten::unknown").empty());
    }

    void aBackwardPassIsFoundInAnyStep()
    {
        Trace trace;
        appendStep(trace, "aten::conv2d 0-10\naten::relu 10-20\n", {1, 2});
        const auto graph = std::make_shared<NetworkGraph>(graphOf({"aten::conv2d", "aten::relu"}));
        GraphCostBuilder forward(graph);
        forward.update(trace);
        QVERIFY(!forward.costs().hasBackward);
        appendStep(trace, step, sequences);
        GraphCostBuilder ofFirst(graph, {.first = 0, .last = 0});
        ofFirst.update(trace);
        QVERIFY(ofFirst.costs().hasBackward); // in the second step
        QCOMPARE(ofFirst.costs().steps, int64_t(1));
        QCOMPARE(ofFirst.costs().nodes[1].backwardNs, int64_t(0));
    }

    void aStepOfAnotherForwardPassIsLeftOut()
    {
        Trace trace;
        appendStep(trace, step, sequences);
        appendStep(trace, "aten::conv2d 0-10\naten::tanh 10-20\n", {1, 2});
        appendStep(trace, "aten::conv2d 0-10\n", {1});
        const auto costs = graphCosts(graphOf({"aten::conv2d", "aten::relu"}), trace);
        QCOMPARE(costs.steps, int64_t(1));
        QCOMPARE(costs.otherSteps, int64_t(2));
        QCOMPARE(costs.nodes[1].forwardNs, int64_t(30));
        QVERIFY(graphCosts(graphOf({"aten::linear"}), trace).nodes.empty());
    }

    void followsAGrowingTraceStepByStep()
    {
        const auto graph = graphOf({"aten::conv2d", "aten::relu"});
        GraphCostBuilder builder(std::make_shared<NetworkGraph>(graph));
        Trace trace;
        QVERIFY(builder.update(trace));
        QVERIFY(builder.costs().nodes.empty());
        for (int i = 1; i <= 3; ++i) {
            appendStep(trace, step, sequences);
            trace.allocations.push_back(
                {.bytes = 100, .event = EventId(uint32_t(trace.size() - sequences.size()) + 2)});
            QVERIFY(builder.update(trace));
            QCOMPARE(builder.costs().steps, int64_t(i));
            QCOMPARE(builder.costs().nodes[1], graphCosts(graph, trace).nodes[1]);
            QCOMPARE(builder.costs().nodes[1].allocatedBytes, int64_t(100 * i));
        }
        GraphCostBuilder slow(std::make_shared<NetworkGraph>(graph));
        QVERIFY(!slow.update(trace, 1));
        QCOMPARE(slow.costs().steps, int64_t(1));
        QVERIFY(!slow.update(trace, 1));
        QVERIFY(slow.update(trace, 1));
        QCOMPARE(slow.costs().nodes, builder.costs().nodes);
    }

    void onlyTheCostsOfTheRangeAreSummed()
    {
        const auto graph = std::make_shared<NetworkGraph>(graphOf({"aten::conv2d", "aten::relu"}));
        Trace trace;
        appendStep(trace, step, sequences);
        appendStep(trace, "aten::conv2d 0-5\naten::relu 5-9\n", {1, 2});
        appendStep(trace, "aten::conv2d 0-7\naten::relu 7-9\n", {1, 2});
        appendStep(trace, "aten::tanh 0-10\n", {1}); // another network
        const auto conv = [](int stepIndex) { return EventId(stepIndex == 0 ? 1 : 7 + 2 * stepIndex); };
        for (const int index : {0, 1, 2})
            trace.allocations.push_back({.bytes = 100 + index, .event = conv(index)});
        GraphCostBuilder some(graph, {.first = 1, .last = 2});
        QVERIFY(some.update(trace));
        QCOMPARE(some.costs().steps, int64_t(2));
        QCOMPARE(some.costs().otherSteps, int64_t(0));
        QCOMPARE(some.costs().nodes[1].forwardNs, int64_t(5 + 7));
        QCOMPARE(some.costs().nodes[1].backwardNs, int64_t(0));
        QCOMPARE(some.costs().nodes[1].allocatedBytes, int64_t(101 + 102));
        QCOMPARE(some.nodesOf(trace, "Conv"), std::vector{GraphNodeId(1)}); // in step 0
        GraphCostBuilder none(graph, {.first = 9, .last = 9});
        QVERIFY(none.update(trace));
        QVERIFY(none.costs().nodes.empty());
        QCOMPARE(none.nodesOf(trace, "aten::relu"), std::vector{GraphNodeId(2)});
        GraphCostBuilder other(graph, {.first = 3, .last = 3});
        QVERIFY(other.update(trace));
        QCOMPARE(other.costs().otherSteps, int64_t(1));
    }

    void nothingRecordedCostsNothing()
    {
        QVERIFY(graphCosts(graphOf({"aten::relu"}), {}).nodes.empty());
        QCOMPARE(graphCosts({}, {}).steps, int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestGraphCosts)
#include "test_graph_costs.moc"
