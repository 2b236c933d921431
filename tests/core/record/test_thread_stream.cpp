#include "core/record/thread_stream.h"
#include "tests/support/probe_records.h"

#include <QtTest>

#include <optional>

namespace stepscope {

using Kind = ProgramMark::Kind;
using Type = probe::RecordType;

class TestThreadStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_names = ProgramNames();
        m_clock = ProbeClock(probe::Clock::Monotonic, 1.0);
        m_stream.emplace(m_names, m_clock);
        m_records = ProbeRecords();
        m_marks.clear();
        m_records.sync(0);
    }

    void operatorsAreNested()
    {
        const auto linear = m_records.name("aten::linear");
        const auto mm = m_records.name("aten::mm");
        const auto shape = m_records.shape("[64, 10]");
        m_records.enterForward(100, linear, 7, shape);
        m_records.enter(110, mm);
        m_records.exit(150);
        m_records.exit(160);
        m_records.enter(170, mm);
        QVERIFY(take());
        const auto events = m_stream->events();
        QCOMPARE(events.size(), size_t(3));
        QCOMPARE(m_names.names()[events[0].name], std::string("aten::linear"));
        QCOMPARE(m_names.shapes()[events[0].shape], std::string("[64, 10]"));
        QCOMPARE(events[0].sequence, int64_t(7));
        QCOMPARE(events[0].durationNs, int64_t(60));
        QCOMPARE(events[0].parent, StreamEvent::none);
        QCOMPARE(events[1].parent, uint64_t(0));
        QCOMPARE(events[1].durationNs, int64_t(40));
        QCOMPARE(events[1].shape, noShape);
        QCOMPARE(events[2].durationNs, int64_t(-1));
    }

    void anEventMayEndInALaterPart()
    {
        const auto mm = m_records.name("aten::mm");
        m_records.enter(100, mm);
        m_records.enter(110, mm);
        QVERIFY(take());
        m_stream->forget(1, 0);
        m_records.exit(120);
        m_records.exit(130);
        QVERIFY(take());
        QCOMPARE(m_stream->firstEvent(), uint64_t(1));
        QCOMPARE(m_stream->events().size(), size_t(1));
        QCOMPARE(m_stream->events()[0].durationNs, int64_t(10));
        QCOMPARE(m_stream->events()[0].parent, uint64_t(0)); // which is forgotten
    }

    void passesFollowFromMarks()
    {
        const auto load = m_records.name("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
        const auto step = m_records.name("Optimizer.step#SGD.step");
        const auto op = m_records.name("aten::op");
        const auto call = [&](int64_t ns) {
            m_records.enter(ns, op);
            m_records.exit(ns + 1);
        };
        m_records.message(1, "{}");
        m_records.enterRange(10, load);
        call(11);
        m_records.exit(15);
        call(16); // nothing says what for
        m_records.enterLayer(20, 0xa);
        m_records.enterLayer(21, 0xb);
        call(22);
        m_records.exit(25);
        m_records.exit(26);
        call(30);
        m_records.add(Type::BackwardBegin, 40);
        call(41);
        m_records.add(Type::BackwardEnd, 45);
        m_records.enterRange(50, step);
        call(51);
        m_records.exit(55);
        call(60);
        QVERIFY(take());
        std::vector<Pass> passes;
        for (const auto& event : m_stream->events())
            passes.push_back(event.pass);
        using enum Pass;
        QCOMPARE(passes, (std::vector<Pass>{Data, Data, Other, Forward, Forward, Forward, Loss, Backward,
                                            Optimizer, Optimizer, Other}));
        const std::vector<Kind> kinds = {Kind::Message,       Kind::DataStarted,     Kind::NetworkStarted,
                                         Kind::NetworkEnded,  Kind::BackwardStarted, Kind::BackwardEnded,
                                         Kind::UpdateStarted, Kind::UpdateEnded};
        std::vector<Kind> marked;
        for (const auto& mark : m_marks)
            marked.push_back(mark.kind);
        QCOMPARE(marked, kinds);
        QCOMPARE(m_marks[2].id, uint64_t(0xa)); // of the outermost layer alone
    }

    /// A function that is called after the forward pass may call backward.
    void pythonFunctionsHaveNoPass()
    {
        const auto function = m_records.name("train.py(3): train");
        const auto op = m_records.name("aten::op");
        m_records.enterPython(10, function);
        m_records.enterLayer(20, 0xa);
        m_records.exit(25);
        m_records.enterPython(30, function);
        m_records.enter(31, op);
        m_records.exit(32);
        m_records.add(Type::BackwardBegin, 40);
        m_records.enter(41, op);
        m_records.exit(42);
        m_records.add(Type::BackwardEnd, 45);
        m_records.exit(50);
        m_records.exit(60);
        QVERIFY(take());
        std::vector<std::pair<EventKind, Pass>> seen;
        for (const auto& event : m_stream->events())
            seen.emplace_back(event.kind, event.pass);
        using enum EventKind;
        QCOMPARE(seen, (std::vector<std::pair<EventKind, Pass>>{{PythonFunction, Pass::Other},
                                                                {Layer, Pass::Forward},
                                                                {PythonFunction, Pass::Other},
                                                                {Operator, Pass::Loss},
                                                                {Operator, Pass::Backward}}));
    }

    /// `with record_function("epoch")`: only the start of the range is a call.
    void aRangeGoesOnAfterTheFunctionThatBeganIt()
    {
        const auto function = m_records.name("train.py(3): train");
        const auto enter = m_records.name("torch/autograd/profiler.py(487): record_function.__enter__");
        const auto range = m_records.name("Optimizer.step#SGD.step");
        const auto op = m_records.name("aten::op");
        m_records.enterPython(10, function);
        m_records.enterPython(20, enter);
        m_records.enterPython(22, enter);
        m_records.enterRange(25, range);
        m_records.add(Type::ExitAround, 30, {2});
        m_records.add(Type::ExitAround, 31, {1});
        m_records.enter(40, op);
        m_records.exit(50);
        m_records.exit(60);
        m_records.exit(70);
        QVERIFY(take());
        const auto events = m_stream->events();
        QCOMPARE(events.size(), size_t(5));
        QCOMPARE(events[1].durationNs, int64_t(5)); // both until the range begins
        QCOMPARE(events[2].durationNs, int64_t(3));
        QCOMPARE(events[3].parent, uint64_t(0));
        QCOMPARE(events[3].durationNs, int64_t(35));
        QCOMPARE(events[4].parent, uint64_t(3));
        QCOMPARE(events[0].durationNs, int64_t(60));
        QCOMPARE(m_marks.back().kind, Kind::UpdateEnded);
        QCOMPARE(m_marks.back().ns, int64_t(60));
        m_records.enter(80, op);
        m_records.add(Type::ExitAround, 81, {~uint64_t(0)}); // of nothing that is open
        QVERIFY(take());
    }

    /// A program may run for any time without a step.
    void ofVeryManyPythonFunctionsSomeAreLeftOut()
    {
        const auto function = m_records.name("train.py(3): prepare");
        const auto op = m_records.name("aten::op");
        constexpr int64_t tooMany = 10;
        m_records.enterPython(10, function);
        for (int64_t i = 1; i < int64_t(ThreadStream::mostWaiting) + tooMany; ++i) {
            m_records.enterPython(10 + i, function);
            m_records.exit(10 + i);
        }
        m_records.enterPython(3'000'000, function);
        m_records.enter(3'000'001, op);
        m_records.exit(3'000'002);
        m_records.exit(3'000'003);
        m_records.exit(3'000'004);
        QVERIFY(take());
        QCOMPARE(m_stream->leftOutCalls(), tooMany + 1);
        QCOMPARE(m_stream->events().size(), ThreadStream::mostWaiting + 1);
        QCOMPARE(m_stream->events().back().parent, uint64_t(0)); // what called the function that is left out
        QCOMPARE(m_stream->events().front().durationNs, int64_t(2'999'994));
    }

    void aProgramWithoutPythonIsMarkedByItsOperators()
    {
        const auto conv = m_records.name("aten::conv2d");
        const auto back = m_records.name("ConvolutionBackward0");
        const auto add = m_records.name("aten::add_");
        for (int64_t ns = 100; ns < 300; ns += 100) {
            m_records.enterForward(ns, conv, 1);
            m_records.exit(ns + 10);
            m_records.enterBackward(ns + 20, back, 1);
            m_records.exit(ns + 30);
            m_records.enter(ns + 40, add);
            m_records.exit(ns + 50);
        }
        QVERIFY(take());
        const std::vector<Kind> step = {Kind::NetworkStarted, Kind::NetworkEnded, Kind::BackwardStarted,
                                        Kind::BackwardEnded};
        QCOMPARE(m_marks.size(), size_t(8));
        for (size_t i = 0; i < 8; ++i)
            QCOMPARE(m_marks[i].kind, step[i % 4]);
        QCOMPARE(m_marks[3].ns, int64_t(140));
        QCOMPARE(m_stream->events()[1].pass, Pass::Backward);
        QCOMPARE(m_stream->events()[2].pass, Pass::Other);
    }

    void afterAGapNestingIsAsItIs()
    {
        const auto op = m_records.name("aten::op");
        m_records.enter(100, op);
        m_records.enter(110, op); // ends in the gap
        m_records.add(Type::Dropped, 500, {probe::pairOf(12, 1)});
        m_records.enter(510, op);
        m_records.exit(520);
        m_records.exit(530);
        QVERIFY(take());
        QCOMPARE(m_stream->missing(), int64_t(12));
        QCOMPARE(m_stream->events()[0].durationNs, int64_t(430));
        QCOMPARE(m_stream->events()[1].durationNs, int64_t(-1));
        QCOMPARE(m_stream->events()[2].parent, uint64_t(0));
    }

    void whatEndsInAGapIsTold()
    {
        m_records.enterLayer(100, 7);
        m_records.enterRange(110, m_records.name("Optimizer.step#SGD.step"));
        m_records.add(Type::BackwardBegin, 120);
        m_records.add(Type::Dropped, 500, {probe::pairOf(12, 0)});
        QVERIFY(take());
        const Kind expected[] = {Kind::NetworkStarted, Kind::UpdateStarted, Kind::BackwardStarted,
                                 Kind::UpdateEnded,    Kind::NetworkEnded,  Kind::BackwardEnded};
        QCOMPARE(m_marks.size(), std::size(expected));
        for (size_t i = 0; i < m_marks.size(); ++i)
            QCOMPARE(m_marks[i].kind, expected[i]);
        QCOMPARE(m_marks.back().ns, int64_t(500));
    }

    void modulesThatPrepareSamplesAreNoNetworks()
    {
        m_records.enterRange(100,
                             m_records.name("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"));
        m_records.enterLayer(110, 5);
        m_records.value(111, probe::ValueKind::Samples, 3);
        m_records.value(112, probe::ValueKind::Evaluation, 0);
        m_records.exit(120);
        m_records.exit(130);
        m_records.enterLayer(140, 7);
        m_records.exit(150);
        QVERIFY(take());
        const Kind expected[] = {Kind::DataStarted, Kind::Value, Kind::NetworkStarted, Kind::NetworkEnded};
        QCOMPARE(m_marks.size(), std::size(expected));
        for (size_t i = 0; i < m_marks.size(); ++i)
            QCOMPARE(m_marks[i].kind, expected[i]);
        QCOMPARE(m_marks[2].id, uint64_t(7));
        QCOMPARE(m_stream->events()[1].pass, Pass::Data);
    }

    void operatorsTellNothingOfAPythonProgram()
    {
        m_stream.emplace(m_names, m_clock, true);
        const auto op = m_records.name("aten::to");
        for (int64_t i = 0; i < 3; ++i) {
            m_records.enterForward(100 + 20 * i, op, i);
            m_records.exit(110 + 20 * i);
        }
        QVERIFY(take());
        QVERIFY(m_marks.empty());
    }

    /// Autograd has a thread for each device, which calls no backward().
    void whatAutogradEvaluatesIsBackward()
    {
        m_stream.emplace(m_names, m_clock, true);
        const auto evaluate = m_records.name("autograd::engine::evaluate_function: AddmmBackward0");
        const auto back = m_records.name("AddmmBackward0");
        const auto op = m_records.name("aten::sum");
        m_records.enter(100, op);
        m_records.exit(110);
        m_records.enter(200, evaluate);
        m_records.enterBackward(210, back, 1);
        m_records.exit(220);
        m_records.enter(230, op);
        m_records.exit(240);
        m_records.exit(250);
        QVERIFY(take());
        std::vector<Pass> passes;
        for (const auto& event : m_stream->events())
            passes.push_back(event.pass);
        using enum Pass;
        QCOMPARE(passes, (std::vector<Pass>{Other, Backward, Backward, Backward}));
        QVERIFY(m_marks.empty());
    }

    void whatOperatorsToldEndsWherePythonIsSeen()
    {
        const auto op = m_records.name("aten::to");
        for (int64_t i = 0; i < 3; ++i) {
            m_records.enterForward(100 + 20 * i, op, i);
            m_records.exit(110 + 20 * i);
        }
        m_records.enterLayer(200, 7);
        QVERIFY(take());
        const Kind expected[] = {Kind::NetworkStarted, Kind::NetworkEnded, Kind::NetworkStarted};
        QCOMPARE(m_marks.size(), std::size(expected));
        for (size_t i = 0; i < m_marks.size(); ++i)
            QCOMPARE(m_marks[i].kind, expected[i]);
    }

    void anOptimizerMayGoForwardAndBackward()
    {
        const auto add = m_records.name("aten::add_");
        const auto mm = m_records.name("aten::mm");
        m_records.enterRange(100, m_records.name("Optimizer.step#LBFGS.step"));
        m_records.enterLayer(110, 7);
        m_records.enter(120, mm);
        m_records.exit(130);
        m_records.exit(140);
        m_records.enter(145, m_records.name("aten::mse_loss"));
        m_records.exit(148);
        m_records.add(Type::BackwardBegin, 150);
        m_records.enter(160, mm);
        m_records.exit(170);
        m_records.add(Type::BackwardEnd, 180);
        m_records.enter(190, add);
        m_records.exit(200);
        m_records.exit(210);
        QVERIFY(take());
        const Pass expected[] = {Pass::Optimizer, Pass::Forward,  Pass::Forward,
                                 Pass::Loss,      Pass::Backward, Pass::Optimizer};
        QCOMPARE(m_stream->events().size(), std::size(expected));
        for (size_t i = 0; i < std::size(expected); ++i)
            QCOMPARE(m_stream->events()[i].pass, expected[i]);
    }

    void whatNoProbeWritesIsRefused_data()
    {
        QTest::addColumn<std::vector<uint64_t>>("words");
        const auto row = [](const char* name, std::vector<uint64_t> words) { QTest::newRow(name) << words; };
        row("unknown type", {probe::firstWord(Type(99), 0)});
        row("zero", {0});
        row("cut off", {probe::firstWord(Type::Enter, 5)});
        row("unknown name", {probe::firstWord(Type::Enter, 5), probe::pairOf(0, probe::noId)});
        row("text too long", {probe::firstWord(Type::NameIs, 0), 9, 0});
        row("text much too long", {probe::firstWord(Type::NameIs, 0), ~uint64_t(0), 0});
        row("wrong id", {probe::firstWord(Type::NameIs, 3), 1, 0});
        row("wrong shape id", {probe::firstWord(Type::ShapeIs, 3), 1, 0});
    }

    void whatNoProbeWritesIsRefused()
    {
        QFETCH(std::vector<uint64_t>, words);
        QVERIFY(!m_stream->take(words, m_marks));
    }

    void anExitTooManyIsNothing()
    {
        m_records.exit(5);
        QVERIFY(take());
        QVERIFY(m_stream->events().empty());
    }

private:
    bool take() { return m_stream->take(m_records.take(), m_marks); }

    ProgramNames m_names;
    ProbeClock m_clock{probe::Clock::Monotonic, 1.0};
    std::optional<ThreadStream> m_stream;
    ProbeRecords m_records;
    std::vector<ProgramMark> m_marks;
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestThreadStream)
#include "test_thread_stream.moc"
