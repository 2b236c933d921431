#include "core/trace/placed_activities.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr ThreadId host(0);
constexpr ThreadId stream(1);

TraceEvent operatorAt(uint32_t name, int64_t start, int64_t end, EventId parent = noEvent,
                      Pass pass = Pass::Forward)
{
    return {
        .startNs = start, .durationNs = end - start, .name = NameId(name), .parent = parent, .pass = pass};
}

PlacedActivity call(uint32_t name, int64_t start, int64_t end, uint64_t correlation)
{
    return {.event = {.startNs = start,
                      .durationNs = end - start,
                      .name = NameId(name),
                      .thread = host,
                      .kind = EventKind::Runtime},
            .correlation = correlation};
}

PlacedActivity kernel(uint32_t name, int64_t start, int64_t end, uint64_t correlation)
{
    return {.event = {.startNs = start,
                      .durationNs = end - start,
                      .name = NameId(name),
                      .thread = stream,
                      .kind = EventKind::Kernel},
            .correlation = correlation,
            .isOnDevice = true};
}

/// "3 100-110 in 2 forward": the name's id, the time, the parent's name and the pass, an event a line.
QString textOf(const TraceChunk& chunk)
{
    QStringList lines;
    for (const auto& event : chunk.events) {
        QString line = QString("%1 %2-%3")
                           .arg(uint32_t(event.name))
                           .arg(event.startNs)
                           .arg(event.startNs + event.durationNs);
        if (event.parent != noEvent)
            line += QString(" in %1").arg(uint32_t(chunk.events[event.parent].name));
        lines << line + " " + QString(passName(event.pass)).toLower();
    }
    return lines.join('\n');
}

/// Two steps of an operator each, the first with one inside.
TraceChunk twoSteps()
{
    TraceChunk chunk;
    chunk.events = {operatorAt(0, 100, 200), operatorAt(1, 120, 180, EventId(0)),
                    operatorAt(2, 300, 400, noEvent, Pass::Backward)};
    chunk.allocations = {{.timeNs = 130, .bytes = 8, .event = EventId(1)},
                         {.timeNs = 310, .bytes = 8, .event = EventId(2)}};
    chunk.steps = {
        {.number = 5, .startNs = 90, .durationNs = 160, .firstEvent = EventId(0), .endEvent = EventId(2)},
        {.number = 6, .startNs = 290, .durationNs = 160, .firstEvent = EventId(2), .endEvent = EventId(3)}};
    return chunk;
}

} // namespace

class TestPlacedActivities : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCallStandsInTheInnermostOperatorAndAKernelKnowsItsCall()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {kernel(11, 170, 230, 7), call(10, 130, 140, 7)});
        QCOMPARE(textOf(chunk), "0 100-200 forward\n"
                                "1 120-180 in 0 forward\n"
                                "10 130-140 in 1 forward\n"
                                "11 170-230 forward\n"
                                "2 300-400 backward");
        QCOMPARE(chunk.deviceWork.size(), size_t(1));
        QCOMPARE(chunk.deviceWork[0].event, 3U);
        QCOMPARE(chunk.deviceWork[0].launcher, 2U);
    }

    void allIndicesMoveWithTheirEvents()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {call(10, 105, 110, 1), call(10, 190, 195, 2)});
        QCOMPARE(textOf(chunk), "0 100-200 forward\n"
                                "10 105-110 in 0 forward\n"
                                "1 120-180 in 0 forward\n"
                                "10 190-195 in 0 forward\n"
                                "2 300-400 backward");
        QCOMPARE(chunk.allocations[0].event, 2U);
        QCOMPARE(chunk.allocations[1].event, 4U);
        QCOMPARE(chunk.steps[0].endEvent, 4U);
        QCOMPARE(chunk.steps[1].firstEvent, 4U);
        QCOMPARE(chunk.steps[1].endEvent, 5U);
    }

    void whatBeginsLateIsOfTheStepInWhichItBeganAndKnowsACallOfAnEarlierOne()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {call(10, 130, 140, 1), call(10, 150, 160, 2), kernel(11, 260, 295, 1),
                                 kernel(12, 350, 380, 2), kernel(13, 900, 950, 3)});
        QCOMPARE(textOf(chunk), "0 100-200 forward\n"
                                "1 120-180 in 0 forward\n"
                                "10 130-140 in 1 forward\n"
                                "10 150-160 in 1 forward\n"
                                "11 260-295 forward\n"
                                "2 300-400 backward\n"
                                "12 350-380 forward\n" // of the pass that launched it
                                "13 900-950 other");
        QCOMPARE(chunk.steps[0].endEvent, 5U);
        QCOMPARE(chunk.deviceWork[1].launcher, 3U);
        QCOMPARE(chunk.deviceWork[2].launcher, noEvent);
    }

    void aCallIsCutToItsOperatorForTheClocksDiffer()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {call(10, 299, 310, 1), call(10, 395, 404, 2)});
        QCOMPARE(textOf(chunk), "0 100-200 forward\n"
                                "1 120-180 in 0 forward\n"
                                "2 300-400 backward\n"
                                "10 300-310 in 2 backward\n"
                                "10 395-400 in 2 backward");
    }

    void theProfilersNumberOfAThreadIsRecognized()
    {
        QVERIFY(isNumberOfHandle(0x31dd'b640, 0x7f3d'31dd'b640));
        QVERIFY(isNumberOfHandle(-0x482b'78c0, 0x7f40'b7d4'8740));
        QVERIFY(isNumberOfHandle(0x482b'78c0, 0x7f40'b7d4'8740));
        QVERIFY(!isNumberOfHandle(0x31dd'b640, 0x7f3d'31dd'b680));
        QVERIFY(!isNumberOfHandle(0, 0)); // a thread whose handle is not known
    }

    void aCallBetweenOperatorsHasThePassOfTheOneBefore()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {call(10, 92, 95, 1), call(10, 210, 240, 2)});
        QCOMPARE(textOf(chunk), "10 92-95 other\n"
                                "0 100-200 forward\n"
                                "1 120-180 in 0 forward\n"
                                "10 210-240 forward\n"
                                "2 300-400 backward");
    }

    void whatIsInNoStepIsLeftOut()
    {
        auto chunk = twoSteps();
        insertActivities(chunk, {call(10, 10, 20, 1), kernel(11, 15, 60, 1), call(10, 255, 280, 2),
                                 call(10, 460, 470, 3)});
        QCOMPARE(chunk.events.size(), size_t(3));
        QVERIFY(chunk.deviceWork.empty());
    }
};

QTEST_GUILESS_MAIN(TestPlacedActivities)
#include "test_placed_activities.moc"
