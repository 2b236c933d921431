#include "core/exchange/call_tree_text.h"

#include "core/base/error.h"
#include "core/exchange/pprof_profile.h"
#include "core/exchange/speedscope_json.h"
#include "core/trace/calls/call_tree_builder.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestCallTreeText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void foldedStacksAreALineAStackWithItsSelfTime()
    {
        const CallTree tree = callTree(traceOf("conv1 0-100 layer\n"
                                               "  aten::conv2d 10-90\n"
                                               "    kernel 10-90\n"
                                               "mul 100-105 backward\n"));
        QCOMPARE(QString::fromStdString(foldedStacks(tree)), "# unit: nanoseconds\n"
                                                             "Forward;conv1;aten::conv2d;kernel 80\n"
                                                             "Backward;mul 5\n");
    }

    void theSumOfFoldedStacksIsTheTimeInOperators()
    {
        const CallTree tree = callTree(traceOf("marked 0-1000 range\n"
                                               "  aten::mm 100-200\n"
                                               "    inner 110-150 range\n"
                                               "      launch 120-140 runtime\n"
                                               "  launch 500-600 runtime\n"
                                               "module 1000-1100 python\n"));
        QCOMPARE(QString::fromStdString(foldedStacks(tree)), "# unit: nanoseconds\n"
                                                             "Forward;marked;aten::mm 60\n"
                                                             "Forward;marked;aten::mm;inner 20\n"
                                                             "Forward;marked;aten::mm;inner;launch 20\n");
    }

    void withoutOperatorsAllFramesHaveTheirTime()
    {
        const CallTree tree = callTree(traceOf("marked 0-100 range\n"
                                               "  module 10-90 python\n"));
        QCOMPARE(QString::fromStdString(foldedStacks(tree)), "# unit: nanoseconds\n"
                                                             "Forward;marked 20\n"
                                                             "Forward;marked;module 80\n");
    }

    void aSemicolonInANameDoesNotSplitTheStack()
    {
        const CallTree tree = callTree(traceOf("a;b 0-10\n"));
        QCOMPARE(QString::fromStdString(foldedStacks(tree)), "# unit: nanoseconds\nForward;a,b 10\n");
    }

    /// Each node is written with its whole stack: only artificial nesting takes so much space.
    void aTreeThatIsTooDeepIsRefused()
    {
        CallTree tree;
        tree.names = {"f"};
        for (uint32_t node = 1; node <= 10'000; ++node)
            tree.nodes.push_back({.parent = CallNodeId(node - 1),
                                  .name = NameId(0),
                                  .kind = FrameKind::Function,
                                  .selfNs = 1});
        QVERIFY_EXCEPTION_THROWN(foldedStacks(tree), Error);
        QVERIFY_EXCEPTION_THROWN(speedscopeJson(tree, "deep"), Error);
        QVERIFY_EXCEPTION_THROWN(pprofProfile(tree), Error);
        tree.nodes.resize(2'000);
        QVERIFY(!foldedStacks(tree).empty());
    }

    void theTableHasARowANodeInTheOrderOfTheTree()
    {
        const CallTree tree = callTree(traceOf("relu 0-1000\n"
                                               "conv2d 1000-4000\n"
                                               "  \"k\" 1000-2500\n"));
        QCOMPARE(QString::fromStdString(callTreeCsv(tree, orderOf(tree, CallWeight::TotalTime))),
                 "depth,name,kind,pass,calls,total_us,total_share,self_us,self_share,mean_us,min_us,max_us,"
                 "device_us,stack\n"
                 "0,Forward,pass,Forward,0,4,1,0,0,,,,,Forward\n"
                 "1,conv2d,operator,Forward,1,3,0.75,1.5,0.375,3,3,3,,Forward;conv2d\n"
                 "2,\"\"\"k\"\"\",operator,Forward,1,1.5,0.375,1.5,0.375,1.5,1.5,1.5,,"
                 "\"Forward;conv2d;\"\"k\"\"\"\n"
                 "1,relu,operator,Forward,1,1,0.25,1,0.25,1,1,1,,Forward;relu\n");
    }

    void kernelsHaveTheirTimeOnTheDevice()
    {
        const CallTree tree = callTree(traceOf("conv2d 0-4000\n"
                                               "  launch 1000-2500 runtime\n"
                                               "gemm 3000-8000 t1 gpu0 kernel <launch\n"));
        QCOMPARE(QString::fromStdString(callTreeCsv(tree, orderOf(tree, CallWeight::TotalTime))),
                 "depth,name,kind,pass,calls,total_us,total_share,self_us,self_share,mean_us,min_us,max_us,"
                 "device_us,stack\n"
                 "0,Forward,pass,Forward,0,4,1,0,0,,,,5,Forward\n"
                 "1,conv2d,operator,Forward,1,4,1,2.5,0.625,4,4,4,5,Forward;conv2d\n"
                 "2,launch,runtime,Forward,1,1.5,0.375,1.5,0.375,1.5,1.5,1.5,5,Forward;conv2d;launch\n"
                 "3,gemm,device,Forward,1,0,0,0,0,5,5,5,5,Forward;conv2d;launch;gemm\n");
    }
};

QTEST_GUILESS_MAIN(TestCallTreeText)
#include "test_call_tree_text.moc"
