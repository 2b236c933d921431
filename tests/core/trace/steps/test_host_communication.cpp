#include "core/trace/steps/host_communication.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

HostCommunication figuresOf(const std::string& events)
{
    Trace trace = traceOf(events);
    trace.steps = {{.number = 5,
                    .startNs = 0,
                    .durationNs = 1000,
                    .firstEvent = EventId(0),
                    .endEvent = trace.endEvent(),
                    .phase = StepPhase::Active}};
    return hostCommunication(trace);
}

} // namespace

class TestHostCommunication : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsOnSeveralThreadsCountOnce()
    {
        const auto figures = figuresOf("mm 0-250\n"
                                       "gloo:all_reduce 200-500 t1 range\n"
                                       "gloo:all_reduce 300-700 t2 range\n"
                                       "gloo:broadcast 900-1300 t2 range\n"
                                       "forward 100-900 t3 range\n");
        QCOMPARE(figures.calls, int64_t(3));
        QCOMPARE(figures.spanNs, int64_t(1000));
        QCOMPARE(figures.ns, int64_t(500 + 100)); // cut at the end of the step
        QCOMPARE(figures.bareNs, int64_t(450 + 100));
        QVERIFY(figures.hasOperators);
        QCOMPARE(figures.kinds.of(CommunicationKind::AllReduce), int64_t(700));
        QCOMPARE(figures.kinds.of(CommunicationKind::Broadcast), int64_t(100));
        QCOMPARE(figures.kinds.largest(), CommunicationKind::AllReduce);
    }

    void kernelsThatCommunicateHaveFiguresOfTheirOwn()
    {
        const auto figures = figuresOf("gloo:all_reduce 200-500 t1 range\n"
                                       "ncclAllReduce 0-100 t2 gpu0 communication\n");
        QCOMPARE(figures.calls, int64_t(0));
        QCOMPARE(figures.ns, int64_t(0));
    }

    void callsThatOnlyHaveAStartTakeAnUnknownTime()
    {
        const auto figures = figuresOf("mm 0-250\ngloo:all_reduce 200-200 t1 range\n");
        QCOMPARE(figures.calls, int64_t(1));
        QCOMPARE(figures.ns, int64_t(0));
    }

    void withoutStepsTheWholeTraceCounts()
    {
        const auto figures =
            hostCommunication(traceOf("gloo:all_reduce 200-500 t1 range\ngloo:send 500-600 t1 range\n"));
        QCOMPARE(figures.spanNs, int64_t(400));
        QCOMPARE(figures.bareNs, int64_t(400));
        QVERIFY(!figures.hasOperators);
        QCOMPARE(figures.kinds.of(CommunicationKind::Exchange), int64_t(100));
    }
};

QTEST_GUILESS_MAIN(TestHostCommunication)
#include "test_host_communication.moc"
