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

    void take()
    {
        std::vector<ProgramMark> marks;
        QVERIFY(m_stream->take(m_records.take(), marks));
    }

    ProbeClock m_clock{probe::Clock::Monotonic, 1.0};
    std::unique_ptr<ProgramTrace> m_trace;
    ThreadStream* m_stream = nullptr;
    ProbeRecords m_records;
    uint32_t m_function = 0;
    uint32_t m_op = 0;

private Q_SLOTS:
    void init()
    {
        m_clock = ProbeClock(probe::Clock::Monotonic, 1.0);
        m_trace = std::make_unique<ProgramTrace>(1);
        m_stream = &m_trace->addThread(1, m_clock, true);
        m_records = ProbeRecords();
        m_records.sync(0);
        m_function = m_records.name("train.py(1): main");
        m_op = m_records.name("aten::op");
    }

    void callsOfPythonFunctionsAreCutAtTheStepsBounds()
    {
        m_records.enterPython(10, m_function); // goes on
        m_records.enterPython(100, m_function);
        m_records.enter(110, m_op);
        m_records.exit(120);
        take();
        using enum EventKind;
        const auto first = m_trace->takeStep({.startNs = 50, .endNs = 200}, 0, StepPhase::Active);
        QCOMPARE(eventsOf(first), (Events{{PythonFunction, 50, 150, noEvent},
                                          {PythonFunction, 100, 100, 0},
                                          {Operator, 110, 10, 1}}));
        m_records.exit(250);
        m_records.enter(260, m_op);
        m_records.exit(270);
        m_records.enterPython(280, m_function);
        m_records.exit(310);
        take();
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
        const auto range = m_records.name("epoch");
        m_records.enterPython(10, m_function);
        m_records.enterRange(20, range);
        m_records.enterPython(30, m_function);
        m_records.enter(110, m_op);
        m_records.exit(120);
        take();
        m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        using enum EventKind;
        const auto second = m_trace->takeStep({.startNs = 100, .endNs = 200}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(second), (Events{{PythonFunction, 100, 100, noEvent},
                                           {PythonFunction, 100, 100, 0},
                                           {Operator, 110, 10, 1}}));
        m_records.exit(210);
        m_records.exit(220);
        m_records.enter(230, m_op);
        m_records.exit(240);
        take();
        const auto third = m_trace->takeStep({.startNs = 200, .endNs = 300}, 2, StepPhase::Active);
        QCOMPARE(eventsOf(third), (Events{{PythonFunction, 200, 100, noEvent},
                                          {PythonFunction, 200, 10, 0},
                                          {Operator, 230, 10, 0}}));
    }

    /// As by `generator.close()` around a range that goes on.
    void aCallThatEndsAroundALongRangeEndsWithTheLastStep()
    {
        const auto range = m_records.name("epoch");
        m_records.enterPython(10, m_function);
        m_records.enterPython(20, m_function);
        m_records.enterRange(30, range);
        take();
        m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        m_records.enter(110, m_op);
        m_records.exit(120);
        m_records.add(Type::ExitAround, 130, {1});
        take();
        using enum EventKind;
        const auto second = m_trace->takeStep({.startNs = 100, .endNs = 200}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(second), (Events{{PythonFunction, 100, 100, noEvent}, {Operator, 110, 10, 0}}));
        m_records.enter(210, m_op);
        m_records.exit(220);
        take();
        const auto third = m_trace->takeStep({.startNs = 200, .endNs = 300}, 2, StepPhase::Active);
        QCOMPARE(eventsOf(third), (Events{{PythonFunction, 200, 100, noEvent}, {Operator, 210, 10, 0}}));
        QCOMPARE(m_trace->unfinished(), int64_t(1)); // of the range
    }

    /// When they ended is not known, but not after the gap.
    void callsWhoseEndsAreMissingEndWithTheGap()
    {
        m_records.enterPython(10, m_function);
        take();
        m_trace->takeStep({.startNs = 0, .endNs = 100}, 0, StepPhase::Active);
        m_records.enterPython(110, m_function);
        m_records.add(Type::Dropped, 150, {probe::pairOf(7, 0)});
        take();
        const auto next = m_trace->takeStep({.startNs = 100, .endNs = 200}, 1, StepPhase::Active);
        QCOMPARE(eventsOf(next), (Events{{EventKind::PythonFunction, 100, 50, noEvent}}));
        QVERIFY(m_trace->takeStep({.startNs = 200, .endNs = 300}, 2, StepPhase::Active).events.empty());
        QCOMPARE(m_trace->unfinished(), int64_t(1));
    }

    void allocationsBelongToTheEventsAndStepsInWhichTheyHappen()
    {
        const auto allocate = [this](int64_t ns, uint64_t address, int64_t bytes, int64_t device) {
            m_records.add(Type::Memory, ns, {address, uint64_t(bytes), uint64_t(device)});
        };
        m_records.enterPython(10, m_function); // goes on
        allocate(20, 0xa0, 7, -1);             // before the first step
        m_records.enter(110, m_op);
        allocate(115, 0xb0, 64, -1);
        m_records.exit(120);
        allocate(130, 0xc0, 32, 1);
        allocate(205, 0xb0, -64, -1);
        m_records.enter(210, m_op); // goes on beyond its step, and so is left out
        allocate(220, 0xd0, 16, -1);
        take();
        const auto first = m_trace->takeStep({.startNs = 100, .endNs = 200}, 0, StepPhase::Active);
        QCOMPARE(first.allocations, (std::vector<TraceAllocation>{{.timeNs = 115,
                                                                   .bytes = 64,
                                                                   .address = 0xb0,
                                                                   .event = EventId(1),
                                                                   .thread = ThreadId(0),
                                                                   .device = -1},
                                                                  {.timeNs = 130,
                                                                   .bytes = 32,
                                                                   .address = 0xc0,
                                                                   .event = EventId(0),
                                                                   .thread = ThreadId(0),
                                                                   .device = 1}}));
        const auto second = m_trace->takeStep({.startNs = 200, .endNs = 300}, 1, StepPhase::Active);
        QCOMPARE(second.allocations, (std::vector<TraceAllocation>{{.timeNs = 205,
                                                                    .bytes = -64,
                                                                    .address = 0xb0,
                                                                    .event = EventId(0),
                                                                    .thread = ThreadId(0),
                                                                    .device = -1},
                                                                   {.timeNs = 220,
                                                                    .bytes = 16,
                                                                    .address = 0xd0,
                                                                    .event = EventId(0),
                                                                    .thread = ThreadId(0),
                                                                    .device = -1}}));
        QVERIFY(m_trace->takeStep({.startNs = 300, .endNs = 400}, 2, StepPhase::Active).allocations.empty());
        QVERIFY(m_trace->totals().hasMemory);
    }

    /// A loss that is a module of its own is recognized though functions are around it.
    void aLossInAFunctionIsALoss()
    {
        m_trace->names().addLayer(7, {.name = "", .type = "CrossEntropyLoss", .parameters = 0, .root = 7});
        m_records.enterPython(10, m_function);
        m_records.enterLayer(20, 7);
        m_records.enterPython(21, m_function);
        m_records.enter(22, m_op);
        for (const int64_t ns : {23, 24, 25, 26})
            m_records.exit(ns);
        take();
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
