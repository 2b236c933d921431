#include "core/graph/call_graph.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/trace_text.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

CallGraph graphOf(const std::string& text, bool withLayers = false)
{
    return callGraph(callTree(traceOf(text)), withLayers);
}

/// "a: 2 calls, self 10, total 20" and "a -> b: 2 calls, total 10" a line.
QString printed(const CallGraph& graph)
{
    std::string text;
    for (CallGraphNodeId i(0); i < graph.nodes.size(); ++i)
        text += fmt::format("{}: {} calls, self {}, total {}\n", graph.nameOf(i), graph.nodes[i].calls,
                            graph.nodes[i].selfNs, graph.nodes[i].totalNs);
    for (const CallGraphEdge& edge : graph.edges)
        text += fmt::format("{} -> {}: {} calls, total {}\n", graph.nameOf(edge.from), graph.nameOf(edge.to),
                            edge.calls, edge.totalNs);
    return QString::fromStdString(text);
}

} // namespace

class TestCallGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorsAreNodesWhateverTheirStack()
    {
        QCOMPARE(printed(graphOf("a 0-50\n"
                                 "  k 0-30\n"
                                 "b 50-100\n"
                                 "  k 50-60\n")),
                 "Forward: 0 calls, self 0, total 100\n"
                 "a: 1 calls, self 20, total 50\n"
                 "k: 2 calls, self 40, total 40\n"
                 "b: 1 calls, self 40, total 50\n"
                 "Forward -> a: 1 calls, total 50\n"
                 "a -> k: 1 calls, total 30\n"
                 "Forward -> b: 1 calls, total 50\n"
                 "b -> k: 1 calls, total 10\n");
    }

    void recursionCountsOnce()
    {
        QCOMPARE(printed(graphOf("f 0-100\n"
                                 "  f 10-90\n"
                                 "    f 20-80\n")),
                 "Forward: 0 calls, self 0, total 100\n"
                 "f: 3 calls, self 100, total 100\n"
                 "Forward -> f: 1 calls, total 100\n"
                 "f -> f: 2 calls, total 80\n");
    }

    void layersAreLookedThroughUnlessAskedFor()
    {
        const std::string text = "conv1 0-100 layer\n"
                                 "  conv2d 10-90\n";
        QCOMPARE(printed(graphOf(text)), "Forward: 0 calls, self 0, total 100\n"
                                         "conv2d: 1 calls, self 80, total 80\n"
                                         "Forward -> conv2d: 1 calls, total 80\n");
        QCOMPARE(printed(graphOf(text, true)), "Forward: 0 calls, self 0, total 100\n"
                                               "conv1: 1 calls, self 20, total 100\n"
                                               "conv2d: 1 calls, self 80, total 80\n"
                                               "Forward -> conv1: 1 calls, total 100\n"
                                               "conv1 -> conv2d: 1 calls, total 80\n");
    }

    void forwardAndBackwardAreDifferentNodes()
    {
        const CallGraph graph = graphOf("mul 0-10\nmul 10-30 backward\n");
        QCOMPARE(graph.nodes.size(), 4U);
        QCOMPARE(graph.edges.size(), 2U);
    }

    void figuresAreThoseOfTheOperatorTable()
    {
        const Trace trace =
            traceOf("conv1 0-50 layer\n  a 2-40\n    b 4-20\n      a 5-10\nb 50-60\na 60-99\n");
        const CallGraph graph = callGraph(callTree(trace), false);
        const OperatorStatistics table = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QCOMPARE(graph.selfNs, table.selfNs);
        for (const OperatorRow& row : table.rows) {
            const auto node = std::ranges::find_if(graph.nodes, [&](const CallGraphNode& candidate) {
                return candidate.name == row.name && candidate.pass == row.pass;
            });
            QVERIFY(node != graph.nodes.end());
            QCOMPARE(node->calls, row.calls);
            QCOMPARE(node->selfNs, row.selfNs);
            QCOMPARE(node->totalNs, row.totalNs);
        }
    }

    void theThresholdLeavesOutWhatTakesLess()
    {
        const CallGraph graph = graphOf("big 0-90\n  mid 0-20\n    small 0-5\nsmall 90-100\n");
        QCOMPARE(printed(pruned(graph, 0.2, 100)), "Forward: 0 calls, self 0, total 100\n"
                                                   "big: 1 calls, self 70, total 90\n"
                                                   "mid: 1 calls, self 15, total 20\n"
                                                   "Forward -> big: 1 calls, total 90\n"
                                                   "big -> mid: 1 calls, total 20\n");
        QCOMPARE(pruned(graph, 0.2, 100).selfNs, graph.selfNs);
        QCOMPARE(pruned(graph, 0.0, 2).nodes.size(), 2U);
        QVERIFY(pruned(graph, 1.1, 100).nodes.empty());
    }

    void aNodeKeepsItsHeaviestCallEvenBelowTheThreshold()
    {
        // Ten callers, none of which gives it a fifth.
        std::string text;
        for (int i = 0; i < 10; ++i)
            text += fmt::format("f{} {}-{}\n  k {}-{}\n", i, 10 * i, 10 * i + 10, 10 * i, 10 * i + 5 + i % 2);
        CallGraph graph = pruned(graphOf(text), 0.1, 100);
        const auto calls = std::ranges::count_if(
            graph.edges, [&](const CallGraphEdge& edge) { return graph.nameOf(edge.to) == "k"; });
        QCOMPARE(calls, 1);
    }

    void dotQuotesWhatIsInNames()
    {
        const std::string dot = callGraphDot(graphOf("say\"hi\" 0-10\n"));
        QVERIFY(dot.find(R"(say\"hi\"\nself 100.0 %\ntotal 100.0 %)") != std::string::npos);
        QVERIFY(dot.find("n0 -> n1 [label=\"1\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCallGraph)
#include "test_call_graph.moc"
