#include "core/trace/operators/operator_statistics.h"
#include "core/trace/operators/operator_use.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Two layers call an operator; in one of them it calls itself and launches a kernel twice.
Trace usedTrace()
{
    Trace trace = traceOf("conv1 0-100 layer\n"
                          "  mul 10-60\n"
                          "    mul 20-40\n"
                          "      launch1 25-30 runtime\n"
                          "    fill 45-55\n"
                          "      launch2 46-48 runtime\n"
                          "conv2 100-200 layer\n"
                          "  mul 110-120\n"
                          "  fill 130-140\n"
                          "    launch3 131-133 runtime\n"
                          "mul 210-213\n"
                          "gemm 60-90 t1 gpu0 kernel <launch1\n"
                          "gemm 90-95 t1 gpu0 kernel <launch2\n"
                          "gemm 150-190 t1 gpu0 kernel <launch3\n");
    const auto eventOf = [&](const std::string& name) {
        return EventId(
            uint32_t(std::ranges::find(trace.name, trace.names.intern(name)) - trace.name.begin()));
    };
    trace.allocations = {{.timeNs = 26, .bytes = 100, .address = 1, .event = eventOf("launch1")},
                         {.timeNs = 47, .bytes = 20, .address = 2, .event = eventOf("fill")},
                         {.timeNs = 50, .bytes = -100, .address = 1, .event = eventOf("fill")},
                         {.timeNs = 132, .bytes = 4000, .address = 3, .event = eventOf("launch3")},
                         {.timeNs = 300, .bytes = 7, .address = 4, .event = noEvent}};
    return trace;
}

OperatorUse useOf(const Trace& trace, const std::string& name, const StepRange& steps = {},
                  uint32_t limit = allEvents)
{
    OperatorStatisticsBuilder statistics(steps);
    statistics.update(trace);
    Trace names = trace;
    OperatorUseBuilder builder(names.names.intern(name));
    while (!builder.update(trace, statistics.rowOfEvent(), statistics.layers(), limit))
        ;
    return builder.use();
}

QString layersOf(const OperatorUse& use, const Trace& trace)
{
    QStringList layers;
    for (const auto& layer : use.layers)
        layers += QString("%1 %2x %3")
                      .arg(layer.name == noName ? "-" : QString::fromStdString(trace.names[layer.name]))
                      .arg(layer.calls)
                      .arg(layer.ns);
    return layers.join(", ");
}

} // namespace

class TestOperatorUse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layersThatCallIt()
    {
        const Trace trace = usedTrace();
        const OperatorUse use = useOf(trace, "mul");
        QCOMPARE(layersOf(use, trace), "conv1 2x 50, conv2 1x 10, - 1x 3");
        QCOMPARE(trace.durationNs[use.longest], int64_t(50));
    }

    void workAndMemoryIncludeWhatItCalls()
    {
        const Trace trace = usedTrace();
        const OperatorUse use = useOf(trace, "mul");
        QCOMPARE(use.work.size(), size_t(1));
        QCOMPARE(trace.names[use.work[0].name], std::string("gemm"));
        QCOMPARE(use.work[0].launches, int64_t(2));
        QCOMPARE(use.work[0].ns, int64_t(35));
        QCOMPARE(use.allocations, int64_t(2));
        QCOMPARE(use.allocatedBytes, int64_t(120));
        QCOMPARE(use.freedBytes, int64_t(100));
    }

    void portionsGiveTheSame()
    {
        const Trace trace = usedTrace();
        const OperatorUse use = useOf(trace, "fill", {}, 2);
        QCOMPARE(use.work[0].launches, int64_t(2));
        QCOMPARE(use.work[0].ns, int64_t(45));
        QCOMPARE(use.allocatedBytes, int64_t(4020));
    }

    void callsOutsideOfTheStepsDoNotCount()
    {
        Trace trace = usedTrace();
        trace.steps = {{.number = 4, .durationNs = 100, .endEvent = EventId(6)},
                       {.number = 5,
                        .startNs = 100,
                        .durationNs = 150,
                        .firstEvent = EventId(6),
                        .endEvent = EventId(11)}};
        const OperatorUse use = useOf(trace, "mul", {5, 5});
        QCOMPARE(layersOf(use, trace), "conv2 1x 10, - 1x 3");
        QVERIFY(use.work.empty());
        QCOMPARE(use.allocations, int64_t(0));
    }

    void anOperatorWithoutCallsHasNoUse()
    {
        const OperatorUse use = useOf(usedTrace(), "relu");
        QVERIFY(use.layers.empty());
        QVERIFY(use.work.empty());
        QVERIFY(use.longest == noEvent);
    }
};

QTEST_GUILESS_MAIN(TestOperatorUse)
#include "test_operator_use.moc"
