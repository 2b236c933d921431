#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/printed_tree.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <map>
#include <random>
#include <tuple>

using namespace stepscope;
using namespace stepscope::test;

namespace {

QString tree(const std::string& text)
{
    return QString::fromStdString(printed(callTree(traceOf(text))));
}

QString turned(const std::string& text, CallWeight weight = CallWeight::SelfTime)
{
    return QString::fromStdString(printed(bottomUp(callTree(traceOf(text))), weight));
}

/// Steps of one text each, one after another.
Trace stepsOf(const std::vector<std::string>& texts)
{
    Trace trace;
    for (size_t i = 0; i < texts.size(); ++i) {
        const EventId first = trace.endEvent();
        appendEvents(trace, texts[i]);
        trace.steps.push_back({.number = 10 + int64_t(i),
                               .firstEvent = first,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
    }
    return trace;
}

/// Events that nest at random, on two threads, with layers, recursion and children that outlast their parent.
Trace randomTrace(unsigned seed)
{
    std::mt19937 random(seed);
    const auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
    Trace trace;
    for (const char* name : {"a", "b", "c", "d"})
        trace.names.intern(name);
    std::vector<EventId> stack;
    for (int i = 0; i < 400; ++i) {
        while (!stack.empty() && upTo(2) == 0)
            stack.pop_back();
        const bool isLayer = stack.empty() && upTo(3) == 0; // inside operators there are none
        TraceEvent event{.startNs = i, .durationNs = upTo(100), .name = NameId(upTo(3))};
        event.pass = stack.empty() ? Pass(upTo(5)) : trace.pass[stack.front()];
        event.thread = stack.empty() ? ThreadId(upTo(1)) : trace.thread[stack.front()];
        event.parent = stack.empty() ? noEvent : stack.back();
        event.kind = isLayer ? EventKind::Layer : EventKind::Operator;
        stack.push_back(trace.endEvent());
        trace.append(event);
    }
    return trace;
}

} // namespace

class TestCallTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsWithTheSameStackAreOneNode()
    {
        QCOMPARE(tree("conv2d 0-60\n"
                      "  kernel 10-50\n"
                      "conv2d 100-140\n"
                      "  kernel 110-120\n"
                      "relu 150-160\n"),
                 "Forward: total 110\n"
                 "  conv2d: 2 calls, self 50, total 100, 40 to 60\n"
                 "    kernel: 2 calls, self 50, total 50, 10 to 40\n"
                 "  relu: 1 calls, self 10, total 10, 10 to 10\n");
    }

    void layersAreFramesToo()
    {
        QCOMPARE(tree("conv1 0-100 layer\n"
                      "  conv2d 10-90\n"),
                 "Forward: total 100\n"
                 "  conv1 layer: 1 calls, self 20, total 100, 100 to 100\n"
                 "    conv2d: 1 calls, self 80, total 80, 80 to 80\n");
    }

    void passesTellApartAndStandInAStepsOrder()
    {
        QCOMPARE(tree("mul 0-90 backward\n"
                      "mul 100-110\n"),
                 "Forward: total 10\n"
                 "  mul: 1 calls, self 10, total 10, 10 to 10\n"
                 "Backward: total 90\n"
                 "  mul: 1 calls, self 90, total 90, 90 to 90\n");
    }

    void recursionNestsFrameInFrame()
    {
        QCOMPARE(tree("f 0-100\n"
                      "  f 10-90\n"),
                 "Forward: total 100\n"
                 "  f: 1 calls, self 20, total 100, 100 to 100\n"
                 "    f: 1 calls, self 80, total 80, 80 to 80\n");
    }

    void threadsShareTheirStacks()
    {
        QCOMPARE(tree("a 0-100\n"
                      "a 20-60 t1\n"
                      "  b 30-50\n"),
                 "Forward: total 140\n"
                 "  a: 2 calls, self 120, total 140, 40 to 100\n"
                 "    b: 1 calls, self 20, total 20, 20 to 20\n");
    }

    void aParentOnAnotherThreadIsNone()
    {
        QCOMPARE(tree("a 0-100\n"
                      "  b 10-90 t1\n"),
                 "Forward: total 180\n"
                 "  a: 1 calls, self 100, total 100, 100 to 100\n"
                 "  b: 1 calls, self 80, total 80, 80 to 80\n");
    }

    void selfTimeNeverFallsBelowZero()
    {
        QCOMPARE(tree("a 0-100\n"
                      "  b 0-70\n"
                      "  b 70-140\n"),
                 "Forward: total 100\n"
                 "  a: 1 calls, self 0, total 100, 100 to 100\n"
                 "    b: 2 calls, self 140, total 140, 70 to 70\n");
    }

    void aNegativeDurationCountsAsNothing()
    {
        QCOMPARE(tree("a 100-40\n"), "Forward: total 0\n"
                                     "  a: 1 calls, self 0, total 0, 0 to 0\n");
    }

    void anEmptyTraceHasARootAlone()
    {
        const CallTree empty = callTree(Trace());
        QVERIFY(empty.isEmpty());
        QCOMPARE(orderOf(empty, CallWeight::Calls).weights, std::vector<int64_t>{0});
        QVERIFY(bottomUp(empty).isEmpty());
    }

    void onlyTheStepsInScopeCount()
    {
        const Trace trace = stepsOf({"a 0-10\n", "a 10-30\n  b 12-15\n", "a 30-70\n", "a 70-150\n"});
        const CallTree two = callTree(trace, {11, 12});
        QCOMPARE(QString::fromStdString(printed(two)), "Forward: total 60\n"
                                                       "  a: 2 calls, self 57, total 60, 20 to 40\n"
                                                       "    b: 1 calls, self 3, total 3, 3 to 3\n");
        QCOMPARE(two.steps, 2);
        QCOMPARE(callTree(trace).steps, 4);
        QCOMPARE(callTree(trace, {13, 99}).selfNs, 80);
        QVERIFY(callTree(trace, {14, 99}).isEmpty());
    }

    void eventsOutsideStepsCountWhenAllDo()
    {
        Trace trace = stepsOf({"a 0-10\n"});
        appendEvents(trace, "b 20-25\n");
        QCOMPARE(callTree(trace).selfNs, 15);
        QCOMPARE(callTree(trace, {0, 99}).selfNs, 10);
    }

    void whatCallsAllocateIsTheirs()
    {
        Trace trace = stepsOf({"a 0-10\n  b 2-4\n", "a 10-20\n  b 12-14\n"});
        QVERIFY(!callTree(trace).hasMemory);
        trace.allocations = {{.bytes = 100, .event = EventId(0)},  {.bytes = 30, .event = EventId(1)},
                             {.bytes = -30, .event = EventId(0)},  {.bytes = 7},
                             {.bytes = 1000, .event = EventId(3)}, {.bytes = 5, .event = EventId(2)}};
        const CallTree all = callTree(trace);
        QVERIFY(all.hasMemory);
        QCOMPARE(all.nodes[nodeAt(all, "Forward;a")].allocatedBytes, 105);
        QCOMPARE(all.nodes[nodeAt(all, "Forward;a;b")].allocatedBytes, 1030);
        QCOMPARE(orderOf(all, CallWeight::Allocated).weights[rootNode], 1135);
        const CallTree second = callTree(trace, {11, 11});
        QCOMPARE(second.nodes[nodeAt(second, "Forward;a")].allocatedBytes, 5);
        QCOMPARE(second.nodes[nodeAt(second, "Forward;a;b")].allocatedBytes, 1000);
        const CallTree callers = bottomUp(all);
        QCOMPARE(callers.nodes[nodeAt(callers, "b;a")].allocatedBytes, 1030);
        CallTreeBuilder builder;
        while (!builder.update(trace, 1)) {
        }
        QCOMPARE(orderOf(builder.tree(), CallWeight::Allocated).weights[rootNode], 1135);
    }

    void takesInAGrowingTraceBitByBit()
    {
        const Trace whole = randomTrace(7);
        for (const StepRange& scope : {StepRange(), StepRange{0, 1000}}) {
            Trace growing;
            growing.names = whole.names;
            CallTreeBuilder builder(scope);
            for (EventId event(0); event < whole.endEvent(); ++event) {
                growing.append(whole.event(event));
                if (event % 37 != 0 && event + 1 < whole.size())
                    continue;
                const EventId first = growing.steps.empty() ? EventId(0) : growing.steps.back().endEvent;
                growing.steps.push_back({.number = int64_t(growing.steps.size()),
                                         .firstEvent = first,
                                         .endEvent = growing.endEvent()});
                while (!builder.update(growing, 5)) {
                }
            }
            QCOMPARE(printed(builder.tree()), printed(callTree(whole)));
            QCOMPARE(builder.tree().steps, int64_t(growing.steps.size()));
        }
    }

    void nodesKeepTheirPlaceWhileTheTreeGrows()
    {
        Trace trace = traceOf("a 0-10\n  b 2-4\nc 10-12\n");
        CallTreeBuilder builder;
        builder.update(trace);
        const CallNodeId b = nodeAt(builder.tree(), "Forward;a;b");
        const CallNodeId callers = nodeAt(bottomUp(builder.tree()), "b;a");
        appendEvents(trace, "c 20-90\n  d 30-80\na 90-100\n  b 91-92\n");
        builder.update(trace);
        QCOMPARE(nodeAt(builder.tree(), "Forward;a;b"), b);
        QCOMPARE(nodeAt(bottomUp(builder.tree()), "b;a"), callers);
        QCOMPARE(builder.tree().nodes[b].calls, 2);
    }

    void figuresAgreeWithTheOperatorTable_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void figuresAgreeWithTheOperatorTable()
    {
        QFETCH(const unsigned, seed);
        const Trace trace = randomTrace(seed);
        using Figures = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, double>;
        std::map<std::pair<std::string, Pass>, Figures> table;
        int64_t layers = 0;
        const OperatorStatistics statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        for (const OperatorRow& row : statistics.rows)
            table[{trace.names[row.name], row.pass}] = {row.calls, row.selfNs, row.totalNs,
                                                        row.minNs, row.maxNs,  row.meanNs};
        const CallTree topDown = callTree(trace);
        const CallTree callers = bottomUp(topDown);
        std::map<std::pair<std::string, Pass>, Figures> rows;
        const CallOrder order = orderOf(callers, CallWeight::SelfTime);
        for (const CallNodeId child : order.childrenOf(rootNode)) {
            const CallNode& node = callers.nodes[child];
            if (node.kind == FrameKind::Layer)
                layers += node.selfNs;
            else
                rows[{callers.nameOf(child), node.pass}] = {node.calls, node.selfNs, node.totalNs,
                                                            node.minNs, node.maxNs,  node.meanNs()};
        }
        QVERIFY(rows == table);
        QCOMPARE(topDown.selfNs, statistics.selfNs + layers);
        QCOMPARE(callers.selfNs, topDown.selfNs);
    }

    void bottomUpPutsCallersBelowWhatTheyCall()
    {
        QCOMPARE(turned("a 0-50\n"
                        "  k 0-30\n"
                        "b 50-100\n"
                        "  k 50-60\n"
                        "k 100-105\n"),
                 "k: 3 calls, self 45, total 45, 5 to 30\n"
                 "  a: 1 calls, self 30, total 30, 30 to 30\n"
                 "  b: 1 calls, self 10, total 10, 10 to 10\n"
                 "b: 1 calls, self 40, total 50, 50 to 50\n"
                 "a: 1 calls, self 20, total 50, 50 to 50\n");
    }

    void bottomUpCountsRecursionOnce()
    {
        QCOMPARE(turned("f 0-100\n"
                        "  g 10-90\n"
                        "    f 20-80\n"
                        "      g 30-70\n"),
                 "g: 2 calls, self 60, total 80, 40 to 80\n"
                 "  f: 2 calls, self 60, total 80, 40 to 80\n"
                 "    g: 1 calls, self 40, total 40, 40 to 40\n"
                 "      f: 1 calls, self 40, total 40, 40 to 40\n"
                 "f: 2 calls, self 40, total 100, 60 to 100\n"
                 "  g: 1 calls, self 20, total 60, 60 to 60\n"
                 "    f: 1 calls, self 20, total 60, 60 to 60\n");
    }

    void aDeepRecursionIsTurnedRoundToo()
    {
        Trace trace;
        const NameId name = trace.names.intern("f");
        constexpr uint32_t depth = 3'000;
        for (uint32_t i = 0; i < depth; ++i)
            trace.append(
                {.durationNs = depth - i, .name = name, .parent = i == 0 ? noEvent : EventId(i - 1)});
        const CallTree callers = bottomUp(callTree(trace));
        QCOMPARE(callers.nodes[1].calls, depth);
        QCOMPARE(callers.nodes[1].totalNs, depth);
        QCOMPARE(callers.callersKept, 0);
    }

    void callersAreCutWhereTheyWouldBeTooMany()
    {
        Trace trace;
        const NameId name = trace.names.intern("f");
        constexpr uint32_t depth = 20'000;
        for (uint32_t i = 0; i < depth; ++i)
            trace.append(
                {.durationNs = depth - i, .name = name, .parent = i == 0 ? noEvent : EventId(i - 1)});
        const CallTree callers = bottomUp(callTree(trace));
        QVERIFY(callers.callersKept > 300);
        QCOMPARE(callers.nodes.size(), size_t(callers.callersKept) + 1);
        QCOMPARE(callers.nodes[1].selfNs, depth);
    }

    void weightsNeverFallShortOfTheChildrens()
    {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const CallTree topDown = callTree(randomTrace(seed));
            for (const CallTree& tree : {topDown, bottomUp(topDown)}) {
                for (const auto weight : {CallWeight::SelfTime, CallWeight::TotalTime, CallWeight::Calls,
                                          CallWeight::Allocated}) {
                    const CallOrder order = orderOf(tree, weight);
                    for (CallNodeId node(0); node < tree.nodes.size(); ++node) {
                        int64_t sum = 0;
                        for (const CallNodeId child : order.childrenOf(node)) {
                            QCOMPARE(tree.nodes[child].parent, node);
                            sum += order.weights[child];
                        }
                        QCOMPARE(order.within[node], sum);
                        QVERIFY(order.weights[node] >= sum);
                    }
                }
            }
        }
    }

    void byCallsAFrameIsAsLargeAsTheCallsInIt()
    {
        const CallTree tree = callTree(traceOf("a 0-10\n  b 1-2\n  b 3-4\nc 10-90\n"));
        const CallOrder order = orderOf(tree, CallWeight::Calls);
        QCOMPARE(order.weights[rootNode], 4);
        QCOMPARE(order.weights[nodeAt(tree, "Forward;a")], 3);
        QCOMPARE(tree.nameOf(order.childrenOf(CallNodeId(1))[0]), std::string("a"));
    }

    void foundFramesInEachOtherCountOnce()
    {
        const CallTree tree = callTree(traceOf("a 0-60\n  b 0-30\n    a 0-10\nc 60-100\n  b 60-70\n"));
        const CallOrder order = orderOf(tree, CallWeight::TotalTime);
        QCOMPARE(foundShare(tree, order, {true, false, false}), 0.6);
        QCOMPARE(foundShare(tree, order, {false, true, false}), 0.4);
        QCOMPARE(foundShare(tree, order, {true, true, true}), 1.0);
        QCOMPARE(foundShare(tree, order, {false, false, false}), 0.0);
    }

    void aFrameIsFoundAgainInAnotherTree()
    {
        const CallTree one = callTree(traceOf("x 0-1\na 1-10\n  b 2-9\n"));
        const CallTree other = callTree(traceOf("b 0-1\na 1-10\n  c 2-3\n  b 4-9\n"));
        QCOMPARE(one.find(other, nodeAt(other, "Forward;a;b")), nodeAt(one, "Forward;a;b"));
        QCOMPARE(one.find(other, nodeAt(other, "Forward;a;c")), noNode);
        QCOMPARE(one.find(other, nodeAt(other, "Forward;b")), noNode);
        QCOMPARE(one.find(other, rootNode), rootNode);
    }

    /// They prepare later batches beside the step, which calls nothing of that.
    void whatLoaderWorkersDoIsNotCalled()
    {
        const std::string step = "mul 0-90\n  add 10-20\n";
        Trace trace = traceOf(step + "batch 0-50 t1 range other\n"
                                     "  decode 10-20 range\n"
                                     "wait 50-90 t1 range other\n");
        trace.threads = {{1, "training"}, {2, "Data loader 1"}};
        QCOMPARE(QString::fromStdString(printed(callTree(trace))), tree(step));
        QCOMPARE(callTree(trace).nodes[rootNode].totalNs, int64_t(90));
        trace.threads[1].name = "helper"; // of a program that marks its ranges
        QVERIFY(QString::fromStdString(printed(callTree(trace))).contains("decode"));
    }

    /// Only in a trace of another program.
    void operatorsBelowThemAreOutermost()
    {
        Trace trace = traceOf("batch 0-50 t1 range other\n"
                              "  mul 10-40 forward\n");
        trace.threads = {{1, "training"}, {2, "Data loader 1"}};
        QCOMPARE(QString::fromStdString(printed(callTree(trace))), tree("mul 10-40\n"));
    }

    void differencesAreByStackAndPerStep()
    {
        const CallTree now = callTree(stepsOf({"a 0-30\n  b 0-10\nnew 30-40\n"}));
        const CallTree then =
            callTree(stepsOf({"gone 0-8\na 8-18\n  b 8-18\n", "gone 20-28\na 28-38\n  b 28-38\n"}));
        const CallTreeDifference difference = differenceOf(now, then);
        const auto frame = [&](const char* stack) { return difference.frames[nodeAt(now, stack)]; };
        QCOMPARE(frame("Forward;a").totalNs, 10.0);
        QCOMPARE(frame("Forward;a").selfNs, 0.0);
        QVERIFY(!frame("Forward;new").isKnown);
        QCOMPARE(difference.change(now, nodeAt(now, "Forward;a")), 0.5);
        QCOMPARE(difference.change(now, nodeAt(now, "Forward;a;b")), 0.0);
        QCOMPARE(difference.change(now, nodeAt(now, "Forward;new")), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestCallTree)
#include "test_call_tree.moc"
