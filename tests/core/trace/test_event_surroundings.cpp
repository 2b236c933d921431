#include "core/trace/event_surroundings.h"

#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;

class TestEventSurroundings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callersAndSelfTime()
    {
        const Trace trace = test::traceOf("train 0-100 python\n"
                                          "  fc1 0-90 layer\n"
                                          "    aten::linear 0-80\n"
                                          "      aten::t 10-20\n"
                                          "      aten::addmm 30-70\n"
                                          "        aten::expand 40-50\n"
                                          "aten::relu 100-110\n"
                                          "other 5-200 t1\n");
        const auto linear = surroundingsOf(trace, EventId(2));
        QCOMPARE(linear.callers, (std::vector<EventId>{EventId(1), EventId(0)}));
        QCOMPARE(linear.calls, int64_t(2));
        QCOMPARE(linear.selfNs, int64_t(80 - 10 - 40));
        QVERIFY(surroundingsOf(trace, EventId(6)).callers.empty());
        QCOMPARE(surroundingsOf(trace, EventId(6)).selfNs, int64_t(10));
        QCOMPARE(surroundingsOf(trace, EventId(0)).selfNs, int64_t(100)); // layers are looked through
        QCOMPARE(surroundingsOf(trace, EventId(7)).calls, int64_t(0));    // of another thread
    }

    void whatItLaunched()
    {
        const Trace trace = test::traceOf("aten::addmm 0-100\n"
                                          "  launch 10-20 runtime\n"
                                          "aten::relu 200-300\n"
                                          "  start 210-220 runtime\n"
                                          "late 500-600 t1 gpu0 kernel <launch\n"
                                          "early 30-40 t1 gpu0 kernel <launch\n"
                                          "other 230-240 t1 gpu0 kernel <start\n");
        const auto addmm = surroundingsOf(trace, EventId(0));
        QCOMPARE(addmm.launched, (std::vector<EventId>{EventId(5), EventId(4)})); // in order of time
        QCOMPARE(addmm.launches, int64_t(2));
        QCOMPARE(addmm.launchedNs, int64_t(110));
        QCOMPARE(surroundingsOf(trace, EventId(2)).launched, std::vector<EventId>{EventId(6)});
    }

    void moreThanCanBeListedAreCounted()
    {
        std::string text = "aten::addmm 0-1000\n"
                           "  launch 10-20 runtime\n";
        const int64_t kernels = 3 * int64_t(EventSurroundings::mostLaunched);
        for (int64_t i = 0; i < kernels; ++i)
            text += fmt::format("k{} {}-{} t1 gpu0 kernel <launch\n", i, 30 + i, 31 + i);
        const auto around = surroundingsOf(test::traceOf(text), EventId(0));
        QCOMPARE(around.launched.size(), EventSurroundings::mostLaunched);
        QCOMPARE(around.launches, kernels);
        QCOMPARE(around.launchedNs, kernels);
    }

    void memoryOfItselfAndOfWhatItCalled()
    {
        Trace trace = test::traceOf("aten::addmm 0-100\n"
                                    "  aten::expand 10-20\n"
                                    "aten::relu 200-300\n");
        trace.allocations = {{.timeNs = 5, .bytes = 100, .address = 1, .event = EventId(0)},
                             {.timeNs = 15, .bytes = 20, .address = 2, .event = EventId(1)},
                             {.timeNs = 50, .bytes = -20, .address = 2, .event = EventId(0)},
                             {.timeNs = 60, .bytes = 7, .address = 3, .event = noEvent},
                             {.timeNs = 210, .bytes = 1, .address = 4, .event = EventId(2)}};
        const auto addmm = surroundingsOf(trace, EventId(0));
        QCOMPARE(addmm.allocations, int64_t(2));
        QCOMPARE(addmm.allocatedBytes, int64_t(120));
        QCOMPARE(addmm.freedBytes, int64_t(20));
    }
};

QTEST_APPLESS_MAIN(TestEventSurroundings)
#include "test_event_surroundings.moc"
