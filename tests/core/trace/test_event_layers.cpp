#include "core/trace/event_layers.h"
#include "trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

class TestEventLayers : public QObject
{
    Q_OBJECT

private:
    static QString layersOf(const Trace& trace)
    {
        QStringList text;
        const auto layers = eventLayers(trace);
        for (EventId event(0); event < trace.endEvent(); ++event) {
            const std::string layer = layers[event] == noName ? std::string() : trace.names[layers[event]];
            text += layer.empty() ? QString("-") : QString::fromStdString(layer);
            if (layerOfEvent(trace, event) != layer) // looked up alone
                text.last() += QString("|") + QString::fromStdString(layerOfEvent(trace, event));
        }
        return text.join(" ");
    }

private Q_SLOTS:
    void theInnermostLayerCounts()
    {
        QCOMPARE(layersOf(traceOf("block 0-100 layer\n"
                                  "  conv1 10-50 layer\n"
                                  "    conv2d 20-40\n"
                                  "      kernel 25-35\n"
                                  "  add 60-70\n"
                                  "loss 110-120\n")),
                 "block conv1 conv1 conv1 block -");
    }

    void backwardFindsItsLayerByTheSequenceNumber()
    {
        Trace trace = traceOf("conv1 0-50 layer\n"
                              "  conv2d 10-40\n"
                              "    convolution 15-35\n"
                              "relu 60-70\n"
                              "autograd::engine::evaluate_function:ConvolutionBackward 100-150 backward\n"
                              "  ConvolutionBackward 110-140\n"
                              "    kernel 115-135\n"
                              "AccumulateGrad 150-160 backward\n");
        trace.sequence = {-1, 5, 6, 7, 6, 6, -1, -1};
        QCOMPARE(layersOf(trace), "conv1 conv1 conv1 - conv1 conv1 conv1 -");
    }

    /// The loss, where a program computes it in a range called "backward".
    void anOperatorOfTheBackwardPassMayHaveMadeANode()
    {
        Trace trace = traceOf("backward 0-100 range backward\n"
                              "  criterion 10-50 layer\n"
                              "    log_softmax 20-40\n"
                              "  mul 60-70\n"
                              "LogSoftmaxBackward0 100-150 backward t1\n");
        trace.sequence = {-1, -1, 5, 6, 5};
        QCOMPARE(layersOf(trace), "- criterion criterion - criterion");
    }

    void workOnADeviceIsThatOfTheLayerThatLaunchedIt()
    {
        QCOMPARE(layersOf(traceOf("conv1 0-50 layer\n"
                                  "  conv2d 10-40\n"
                                  "    launch 20-30 runtime\n"
                                  "gemm 60-90 t1 gpu0 kernel <launch\n"
                                  "other 90-99 t1 gpu0 kernel\n")),
                 "conv1 conv1 conv1 conv1 -");
    }

    void layersStandInOthers()
    {
        const Trace trace = traceOf("net 0-100 layer\n"
                                    "  block 10-90 layer\n"
                                    "    net 20-80 layer\n"
                                    "      add 30-40\n");
        EventLayers layers;
        layers.update(trace, EventId(2));
        layers.update(trace);
        QCOMPARE(layers.outerOf(trace.name[1]), trace.name[0]);
        QCOMPARE(layers.outerOf(trace.name[0]), noName); // it contains itself, too: the search must end
    }

    void eachStepHasItsOwnNumbers()
    {
        Trace trace = traceOf("conv1 0-50 layer\n"
                              "  conv2d 10-40\n"
                              "backward 60-70 backward\n"
                              "backward 160-170 backward\n");
        trace.sequence = {-1, 5, 5, 5};
        trace.steps = {{.number = 0, .endEvent = EventId(3)},
                       {.number = 1, .firstEvent = EventId(3), .endEvent = EventId(4)}};
        QCOMPARE(layersOf(trace), "conv1 conv1 conv1 -");
    }
};

QTEST_GUILESS_MAIN(TestEventLayers)
#include "test_event_layers.moc"
