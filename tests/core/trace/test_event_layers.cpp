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
        for (uint32_t event = 0; event < trace.size(); ++event)
            text += QString::fromStdString(layers[event] == noEvent ? "-" : trace.names[layers[event]]);
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
                              "evaluate 100-150 backward\n"
                              "  ConvolutionBackward 110-140\n"
                              "    kernel 115-135\n"
                              "AccumulateGrad 150-160 backward\n");
        trace.sequence = {-1, 5, 6, 7, 6, 6, -1, -1};
        QCOMPARE(layersOf(trace), "conv1 conv1 conv1 - conv1 conv1 conv1 -");
    }

    void eachStepHasItsOwnNumbers()
    {
        Trace trace = traceOf("conv1 0-50 layer\n"
                              "  conv2d 10-40\n"
                              "backward 60-70 backward\n"
                              "backward 160-170 backward\n");
        trace.sequence = {-1, 5, 5, 5};
        trace.steps = {{.number = 0, .endEvent = 3}, {.number = 1, .firstEvent = 3, .endEvent = 4}};
        QCOMPARE(layersOf(trace), "conv1 conv1 conv1 -");
    }
};

QTEST_GUILESS_MAIN(TestEventLayers)
#include "test_event_layers.moc"
