#include "core/graph/call_graph.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/memory_profile.h"
#include "core/trace/timeline/timeline_csv.h"
#include "tests/core/trace/printed_tree.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const char* const convAndAdd = "conv1 0-60 layer\n"
                               "  aten::conv2d 0-50\n"
                               "    launch 10-20 runtime\n"
                               "    launch 20-40 runtime\n"
                               "aten::add 60-100\n"
                               "  launch_add 70-80 runtime\n"
                               "forward 0-900 t2 gpu0 mark\n"
                               "gemm 100-400 t1 gpu0 kernel <launch\n"
                               "gemm 300-500 t2 kernel <launch\n"
                               "elementwise 500-550 t1 gpu0 kernel <launch_add\n"
                               "HtoD 600-700 t1 gpu0 memcpy h2d\n";

/// "conv1;aten::conv2d 500": the device time of each frame, in the order of the nodes.
QStringList deviceTimes(const CallTree& tree)
{
    QStringList lines;
    for (CallNodeId node(1); node < tree.nodes.size(); ++node) {
        QStringList path;
        for (const CallNodeId frame : tree.pathTo(node))
            path << QString::fromStdString(tree.nameOf(frame));
        lines << QString("%1 %2").arg(path.join(";")).arg(tree.nodes[node].deviceNs);
    }
    return lines;
}

} // namespace

class TestDeviceCallTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsStandBelowWhatLaunchedThem()
    {
        const auto tree = callTree(traceOf(convAndAdd));
        QVERIFY(tree.hasDevice);
        QCOMPARE(deviceTimes(tree),
                 (QStringList{"Forward 650", "Forward;conv1 500", "Forward;conv1;aten::conv2d 500",
                              "Forward;conv1;aten::conv2d;launch 500", "Forward;aten::add 50",
                              "Forward;aten::add;launch_add 50", "Forward;conv1;aten::conv2d;launch;gemm 500",
                              "Forward;aten::add;launch_add;elementwise 50", "Forward;HtoD 100"}));
        const auto& gemm = tree.nodes[nodeAt(tree, "Forward;conv1;aten::conv2d;launch;gemm")];
        QCOMPARE(gemm.kind, FrameKind::Device);
        QCOMPARE(gemm.calls, int64_t(2));
        QCOMPARE(gemm.durationNs, int64_t(500));
        QCOMPARE(gemm.minNs, int64_t(200));
        QCOMPARE(gemm.maxNs, int64_t(300));
    }

    void theHostsTimesStayAsTheyAre()
    {
        const auto tree = callTree(traceOf(convAndAdd));
        QCOMPARE(tree.selfNs, int64_t(100));
        QCOMPARE(tree.nodes[rootNode].totalNs, int64_t(100));
        const auto& conv = tree.nodes[nodeAt(tree, "Forward;conv1;aten::conv2d")];
        QCOMPARE(conv.totalNs, int64_t(50));
        QCOMPARE(conv.selfNs, int64_t(20));
        const auto& launch = tree.nodes[nodeAt(tree, "Forward;conv1;aten::conv2d;launch")];
        QCOMPARE(launch.kind, FrameKind::Runtime);
        QCOMPARE(launch.selfNs, int64_t(30));
        const auto calls = orderOf(tree, CallWeight::Calls);
        QCOMPARE(calls.weights[rootNode], int64_t(6));
        QCOMPARE(orderOf(tree, CallWeight::TotalTime).weights[rootNode], int64_t(100));
    }

    void byDeviceTimeAFrameIsAsLargeAsWhatItLaunched()
    {
        const auto tree = callTree(traceOf(convAndAdd));
        const auto order = orderOf(tree, CallWeight::DeviceTime);
        QCOMPARE(order.weights[rootNode], int64_t(650));
        for (CallNodeId node(0); node < tree.nodes.size(); ++node)
            QCOMPARE(order.weights[node], tree.nodes[node].deviceNs);
        const auto outermost = order.childrenOf(order.childrenOf(rootNode).front());
        QCOMPARE(tree.nameOf(outermost.front()), std::string("conv1"));
    }

    void bottomUpTellsWhoLaunchedAKernel()
    {
        const auto callers = bottomUp(callTree(traceOf(convAndAdd)));
        const auto order = orderOf(callers, CallWeight::DeviceTime);
        QCOMPARE(order.weights[rootNode], int64_t(650)); // each once, not again at its callers
        const auto largest = order.childrenOf(rootNode).front();
        QCOMPARE(callers.nameOf(largest), std::string("gemm"));
        QCOMPARE(order.weights[largest], int64_t(500));
        QCOMPARE(order.weights[nodeAt(callers, "gemm;launch;aten::conv2d;conv1")], int64_t(500));
        QCOMPARE(order.weights[nodeAt(callers, "aten::conv2d")], int64_t(0));
        QCOMPARE(callers.nodes[nodeAt(callers, "aten::conv2d")].deviceNs, int64_t(500));
    }

    void oneThatWasLaunchedOutOfScopeStandsBelowItsPass()
    {
        Trace trace = traceOf("aten::mm 0-10\n  launch 5-6 runtime\n");
        trace.steps.push_back(
            {.number = 0, .durationNs = 10, .endEvent = EventId(2), .phase = StepPhase::Active});
        appendEvents(trace, "gemm 15-20 t1 gpu0 kernel <launch\n");
        trace.steps.push_back(
            {.number = 1, .startNs = 10, .durationNs = 10, .firstEvent = EventId(2), .endEvent = EventId(3)});
        QCOMPARE(deviceTimes(callTree(trace, {.first = 1, .last = 1})),
                 (QStringList{"Forward 5", "Forward;gemm 5"}));
        QCOMPARE(orderOf(callTree(trace), CallWeight::DeviceTime).weights[rootNode], int64_t(5));
    }

    void piecesGiveTheSameTree()
    {
        const Trace trace = traceOf(convAndAdd);
        CallTreeBuilder builder;
        while (!builder.update(trace, 3)) {
        }
        QCOMPARE(deviceTimes(builder.tree()), deviceTimes(callTree(trace)));
    }

    void aDifferenceIsOfTheDevicesTimeToo()
    {
        const auto now = callTree(traceOf(convAndAdd));
        const auto then = callTree(traceOf("conv1 0-60 layer\n"
                                           "  aten::conv2d 0-50\n"
                                           "    launch 10-40 runtime\n"
                                           "gemm 100-1600 t1 gpu0 kernel <launch\n"
                                           "old 0-7 t1 gpu0 kernel\n"));
        const auto difference = differenceOf(now, then);
        const CallNodeId conv = nodeAt(now, "Forward;conv1;aten::conv2d");
        QCOMPARE(difference.change(now, conv), 0.0);
        QCOMPARE(difference.change(now, conv, CallWeight::DeviceTime), (500.0 - 1500) / (500 + 1500));
        QCOMPARE(difference.change(now, nodeAt(now, "Forward;conv1;aten::conv2d;launch;gemm")), -0.5);
        QCOMPARE(difference.change(now, nodeAt(now, "Forward;HtoD")), 1.0);
    }

    void theCallGraphLeavesKernelsOutButByTheirTime()
    {
        const auto tree = callTree(traceOf(convAndAdd));
        const auto host = callGraph(tree, true);
        QCOMPARE(host.selfNs, int64_t(100));
        QVERIFY(std::ranges::none_of(host.nodes,
                                     [](const auto& node) { return node.kind == FrameKind::Device; }));

        const auto device = callGraph(tree, false, CallGraphTime::Device);
        QCOMPARE(device.selfNs, int64_t(650));
        const auto nodeOf = [&](const std::string& name) {
            for (CallGraphNodeId i(0); i < device.nodes.size(); ++i) {
                if (device.nameOf(i) == name)
                    return device.nodes[i];
            }
            return CallGraphNode();
        };
        QCOMPARE(nodeOf("gemm").selfNs, int64_t(500));
        QCOMPARE(nodeOf("aten::conv2d").selfNs, int64_t(0));
        QCOMPARE(nodeOf("aten::conv2d").totalNs, int64_t(500));
        QCOMPARE(nodeOf("conv1").calls, int64_t(0)); // looked through
        QCOMPARE(pruned(device, 0.5, 100).nodes.size(), size_t(4));
        QCOMPARE(pruned(device, 0.5, 100).time, CallGraphTime::Device);
    }

    void theTimelinesTableSaysWhatEachEventIs()
    {
        const Trace trace = traceOf(convAndAdd);
        TimelineIndex index;
        index.update(trace);
        const auto csv =
            QString::fromStdString(timelineCsv(trace, index, {0, 1}, 0, 10'000, 0)).split("\r\n");
        const auto has = [&](const QString& name, const QString& kind) {
            return std::ranges::any_of(
                csv, [&](const QString& line) { return line.contains(name + "," + kind + ","); });
        };
        QVERIFY(has("conv1", "layer"));
        QVERIFY(has("aten::conv2d", "operator"));
        QVERIFY(has("launch", "runtime"));
        QVERIFY(has("gemm", "kernel"));
        QVERIFY(has("HtoD", "memory copy"));
    }

    void memoryBelongsToTheOperatorAroundARuntimeCall()
    {
        Trace trace = traceOf("step 0-100 range\n  aten::empty 10-50\n    cudaMalloc 20-40 runtime\n");
        const std::vector<MemoryBlock> blocks{{.bytes = 4096, .event = EventId(2)},
                                              {.bytes = 10, .event = EventId(0)}};
        const std::vector<NameId> layers(3, noName);
        const auto shares = memoryShares(trace, layers, blocks);
        QCOMPARE(trace.names[shares[0].operatorName], std::string("aten::empty"));
        QCOMPARE(shares[1].operatorName, noName);
    }
};

QTEST_GUILESS_MAIN(TestDeviceCallTree)
#include "test_device_call_tree.moc"
