#include "core/trace/autograd_links.h"
#include "core/trace/timeline/timeline_event.h"
#include "trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// The arrows, "relu > ReluBackward0", in the order of the nodes.
QStringList arrowsOf(const Trace& trace)
{
    const AutogradLinks links(trace);
    const auto nameOf = [&trace](EventId event) {
        return QString::fromStdString(trace.names[trace.name[event]]);
    };
    QStringList arrows;
    for (EventId event(0); event < trace.endEvent(); ++event) {
        if (links.isArrowEnd(event))
            arrows << nameOf(links.forwardOf(event)) + " > " + nameOf(event);
    }
    return arrows;
}

} // namespace

class TestAutogradLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfNodesAreKnown_data()
    {
        QTest::addColumn<bool>("isNode");
        for (const char* node : {"AddmmBackward0", "CudnnBatchNormBackward", "MyFunctionBackward",
                                 "torch::autograd::AccumulateGrad", "torch::autograd::CppNode<MyFunction>",
                                 "autograd::engine::evaluate_function: TBackward0"})
            QTest::newRow(node) << true;
        for (const char* other : {"aten::convolution_backward", "aten::mul", "my::backward_op", "forward"})
            QTest::newRow(other) << false;
    }

    void namesOfNodesAreKnown()
    {
        QFETCH(bool, isNode);
        QCOMPARE(isAutogradNodeName(QTest::currentDataTag()), isNode);
    }

    /// The operator that began last made the node, and the arrow ends at the node, not at the engine's call.
    void arrowsGoFromTheInnermostOperatorToTheNode()
    {
        Trace trace = traceOf("view 0-5\n"
                              "conv2d 10-100\n"
                              "  convolution 20-90\n"
                              "autograd::engine::evaluate_function:ConvolutionBackward0 200-300 backward t1\n"
                              "  ConvolutionBackward0 210-290\n"
                              "    aten::convolution_backward 220-280\n");
        trace.sequence = {7, 7, 7, 7, 7, -1};
        QCOMPARE(arrowsOf(trace), QStringList{"convolution > ConvolutionBackward0"});
        QCOMPARE(AutogradLinks(trace).forwardOf(EventId(3)), 2U); // the engine's call is of the same operator
        QCOMPARE(AutogradLinks(trace).forwardOf(EventId(5)), noEvent);
    }

    /// Times of whole microseconds make ends equal.
    void ofEventsThatEndTogetherTheInnerOneIsTheNode()
    {
        Trace trace = traceOf("conv2d 10-100\n"
                              "  convolution 10-100\n"
                              "autograd::engine::evaluate_function:ConvolutionBackward0 200-300 backward t1\n"
                              "  ConvolutionBackward0 210-300\n");
        trace.sequence = {7, 7, 7, 7};
        QCOMPARE(arrowsOf(trace), QStringList{"convolution > ConvolutionBackward0"});
    }

    /// Autograd's own thread counts the nodes that it makes from 0, as when a checkpoint is computed again.
    void whatAThreadOfTheBackwardPassMakesDoesNotReplaceTheForwardOperator()
    {
        Trace trace = traceOf("mul 0-5\n"
                              "add 6-9\n"
                              "AddBackward0 10-20 backward t1\n"
                              "aten::relu 21-29 backward t1\n"
                              "MulBackward0 30-40 backward t1\n");
        trace.sequence = {0, 1, 1, 0, 0};
        const QStringList arrows{"add > AddBackward0", "mul > MulBackward0"};
        QCOMPARE(arrowsOf(trace), arrows);
        QCOMPARE(linkedEvent(trace, EventId(4)), 0U);
    }

    void whatANodeCallsHasNotMadeIt()
    {
        Trace trace = traceOf("convolution 20-90\n"
                              "autograd::engine::evaluate_function:ConvolutionBackward0 200-300 backward t1\n"
                              "  ConvolutionBackward0 210-290 backward\n"
                              "    aten::convolution_backward 220-280 backward\n");
        trace.sequence = {7, 7, 7, 7};
        QCOMPARE(arrowsOf(trace), QStringList{"convolution > ConvolutionBackward0"});
        QCOMPARE(linkedEvent(trace, EventId(0)), 1U);
        QCOMPARE(linkedEvent(trace, EventId(2)), 0U);
    }

    /// A range called "backward" around it makes the loss a part of that pass, but no node.
    void aLossInARangeOfTheBackwardPassIsForward()
    {
        Trace trace = traceOf("view 0-5\n"
                              "backward 10-400 range backward\n"
                              "  cross_entropy_loss 20-100\n"
                              "    to 25-30\n"
                              "    _log_softmax 40-90\n"
                              "  mul 110-120\n"
                              "MulBackward0 200-210 backward t1\n"
                              "LogSoftmaxBackward0 220-290 backward t1\n");
        trace.sequence = {7, -1, 7, 7, 7, 8, 8, 7};
        const QStringList arrows{"mul > MulBackward0", "_log_softmax > LogSoftmaxBackward0"};
        QCOMPARE(arrowsOf(trace), arrows);
    }

    void aNodeOfAnyNameIsKnownByTheEnginesCall()
    {
        Trace trace = traceOf("mine 0-5\n");
        for (const char* name : {"autograd::engine::evaluate_function: my::Node", "my::Node"})
            trace.append({.startNs = 10 + int64_t(trace.size()),
                          .durationNs = 20 - 2 * int64_t(trace.size()),
                          .name = trace.names.intern(name),
                          .parent = trace.size() == 1 ? noEvent : EventId(1),
                          .pass = Pass::Backward});
        trace.sequence = {3, -1, 3};
        QCOMPARE(arrowsOf(trace), QStringList{"mine > my::Node"});
    }

    /// As with a graph that is kept: PyTorch's profiler draws one arrow for each forward operator.
    void aNodeThatRunsAgainHasNoArrow()
    {
        Trace trace = traceOf("mul 0-5\n"
                              "MulBackward0 10-20 backward\n"
                              "MulBackward0 30-40 backward\n"
                              "mul 50-60\n"
                              "MulBackward0 70-80 backward\n");
        trace.sequence = {3, 3, 3, 3, 3};
        QCOMPARE(arrowsOf(trace).size(), 2);
        QCOMPARE(AutogradLinks(trace).forwardOf(EventId(2)), 0U);
        QCOMPARE(AutogradLinks(trace).forwardOf(EventId(4)), 3U);
    }

    void aNodeWhoseOperatorWasNotRecordedHasNone()
    {
        Trace trace = traceOf("MulBackward0 10-20 backward\n");
        trace.sequence = {3};
        QCOMPARE(arrowsOf(trace), QStringList());
        QCOMPARE(AutogradLinks(trace).forwardOf(EventId(0)), noEvent);
    }
};

QTEST_GUILESS_MAIN(TestAutogradLinks)
#include "test_autograd_links.moc"
