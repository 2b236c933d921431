#include "core/record/program_trace.h"
#include "tests/support/probe_records.h"

#include <QtTest>

#include <tuple>

namespace stepscope {

using Type = probe::RecordType;

class TestProgramTrace : public QObject
{
    Q_OBJECT

private:
    /// Kind, start, duration and parent of each event.
    using Events = std::vector<std::tuple<EventKind, int64_t, int64_t, uint32_t>>;

    static Events eventsOf(const TraceChunk& chunk)
    {
        Events events;
        for (const auto& event : chunk.events)
            events.emplace_back(event.kind, event.startNs, event.durationNs, event.parent);
        return events;
    }

    void take(ProbeRecords& records)
    {
        std::vector<ProgramMark> marks;
        QVERIFY(m_stream->take(records.take(), marks));
    }

    ProbeClock m_clock{probe::Clock::Monotonic, 1.0};
    std::unique_ptr<ProgramTrace> m_trace;
    ThreadStream* m_stream = nullptr;

private Q_SLOTS:
    void init()
    {
        m_clock = ProbeClock(probe::Clock::Monotonic, 1.0);
        m_trace = std::make_unique<ProgramTrace>(1);
        m_stream = &m_trace->addThread(1, m_clock, true);
    }

    void callsOfPythonFunctionsAreCutAtTheStepsBounds()
    {
        ProbeRecords records;
        records.sync(0);
        const auto function = records.name("train.py(1): main");
        const auto op = records.name("aten::op");
        records.enterPython(10, function); // goes on
        records.enterPython(100, function);
        records.enter(110, op);
        records.exit(120);
        take(records);
        using enum EventKind;
        const auto first = m_trace->takeStep({.startNs = 50, .endNs = 200}, 0, StepPhase::Active);
        QCOMPARE(eventsOf(first), (Events{{PythonFunction, 50, 150, noEvent},
                                          {PythonFunction, 100, 100, 0},
                                          {Operator, 110, 10, 1}}));
        records.exit(250);
        records.enter(260, op);
        records.exit(270);
        records.enterPython(280, function);
        records.exit(310);
        take(records);
        const auto second = m_trace->takeStep({.startNs = 200, .endNs = 300}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(second), (Events{{PythonFunction, 200, 100, noEvent},
                                           {PythonFunction, 200, 50, 0},
                                           {Operator, 260, 10, 0},
                                           {PythonFunction, 280, 20, 0}}));
        const auto third = m_trace->takeStep({.startNs = 300, .endNs = 400}, 2, StepPhase::Active);
        QCOMPARE(eventsOf(third),
                 (Events{{PythonFunction, 300, 100, noEvent}, {PythonFunction, 300, 10, 0}}));
        const auto fourth = m_trace->takeStep({.startNs = 400, .endNs = 500}, 3, StepPhase::Active);
        QCOMPARE(eventsOf(fourth), (Events{{PythonFunction, 400, 100, noEvent}}));
        QCOMPARE(m_trace->unfinished(), int64_t(0));
    }

    /// As in `with record_function("epoch"): train_epoch()`.
    void callsAroundALongRangeStayAroundThoseInIt()
    {
        ProbeRecords records;
        records.sync(0);
        const auto function = records.name("train.py(1): main");
        const auto range = records.name("epoch");
        const auto op = records.name("aten::op");
        records.enterPython(10, function);
        records.enterRange(20, range);
        records.enterPython(30, function);
        records.enter(110, op);
        records.exit(120);
        take(records);
        m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        using enum EventKind;
        const auto second = m_trace->takeStep({.startNs = 100, .endNs = 200}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(second), (Events{{PythonFunction, 100, 100, noEvent},
                                           {PythonFunction, 100, 100, 0},
                                           {Operator, 110, 10, 1}}));
        records.exit(210);
        records.exit(220);
        records.enter(230, op);
        records.exit(240);
        take(records);
        const auto third = m_trace->takeStep({.startNs = 200, .endNs = 300}, 2, StepPhase::Active);
        QCOMPARE(eventsOf(third), (Events{{PythonFunction, 200, 100, noEvent},
                                          {PythonFunction, 200, 10, 0},
                                          {Operator, 230, 10, 0}}));
    }

    /// When they ended is not known, but not after the gap.
    void callsWhoseEndsAreMissingEndWithTheGap()
    {
        ProbeRecords records;
        records.sync(0);
        const auto function = records.name("train.py(1): main");
        records.enterPython(10, function);
        take(records);
        m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        records.enterPython(110, function);
        records.add(Type::Dropped, 150, {probe::pairOf(7, 0)});
        take(records);
        const auto next = m_trace->takeStep({.startNs = 100, .endNs = 200}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(next), (Events{{EventKind::PythonFunction, 100, 50, noEvent}}));
        QVERIFY(m_trace->takeStep({.startNs = 200, .endNs = 300}, 2, StepPhase::Active).events.empty());
        QCOMPARE(m_trace->unfinished(), int64_t(1));
    }

    /// A loss that is a module of its own is recognized though functions are around it.
    void aLossInAFunctionIsALoss()
    {
        ProbeRecords records;
        records.sync(0);
        const auto function = records.name("train.py(1): train");
        const auto op = records.name("aten::op");
        m_trace->names().addLayer(7, {.name = "", .type = "CrossEntropyLoss", .parameters = 0, .root = 7});
        records.enterPython(10, function);
        records.enterLayer(20, 7);
        records.enterPython(21, function);
        records.enter(22, op);
        for (const int64_t ns : {23, 24, 25, 26})
            records.exit(ns);
        take(records);
        const auto chunk = m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        QCOMPARE(chunk.events.size(), size_t(4));
        QCOMPARE(chunk.events[1].pass, Pass::Loss);
        QCOMPARE(chunk.events[2].pass, Pass::Other);
        QCOMPARE(chunk.events[3].pass, Pass::Loss);
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestProgramTrace)
#include "test_program_trace.moc"
