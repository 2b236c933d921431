#include "core/trace/timeline/timeline_lane.h"

#include <QTest>

#include <random>

using namespace stepscope;

namespace {

struct Event
{
    int64_t startNs;
    int64_t durationNs;
};

TimelineLane laneOf(const std::vector<Event>& events, uint32_t firstId = 0)
{
    TimelineLane lane;
    for (const Event& event : events)
        lane.append(TimelineItemId(firstId++), event.startNs, event.durationNs, Pass::Forward);
    return lane;
}

/// "0-10 x1, 20-29 x3".
QString textOf(const std::vector<TimelineSpan>& spans)
{
    QStringList parts;
    for (const TimelineSpan& span : spans)
        parts += QString("%1-%2 x%3").arg(span.startNs).arg(span.endNs).arg(span.count);
    return parts.join(", ");
}

QString folded(const TimelineLane& lane, int64_t fromNs, int64_t toNs, int64_t cellNs)
{
    std::vector<TimelineSpan> spans;
    lane.fold(fromNs, toNs, cellNs, spans);
    return textOf(spans);
}

/// Bursts of short events with a long one or a pause now and then, from before 0 on.
std::vector<Event> randomEvents(size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<Event> events;
    int64_t now = -5'000;
    for (size_t i = 0; i < count; ++i) {
        const unsigned kind = random() % 100;
        const int64_t duration = kind == 0 ? random() % 100'000 : kind < 20 ? 0 : random() % 60;
        events.push_back({now, duration});
        now += duration + (kind == 1 ? random() % 50'000 : random() % 8);
    }
    return events;
}

} // namespace

class TestTimelineLane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void foldsWhatIsNarrow_data()
    {
        QTest::addColumn<qint64>("cell");
        QTest::addColumn<QString>("spans");
        QTest::newRow("nothing is narrow")
            << qint64(2) << "0-10 x1, 10-13 x1, 14-18 x1, 20-120 x1, 130-132 x1";
        QTest::newRow("two in a cell") << qint64(8) << "0-10 x1, 10-18 x2, 20-120 x1, 130-132 x1";
        QTest::newRow("around a long one") << qint64(50) << "0-18 x3, 20-120 x1, 130-132 x1";
        QTest::newRow("all") << qint64(1000) << "0-132 x5";
    }

    void foldsWhatIsNarrow()
    {
        QFETCH(qint64, cell);
        const TimelineLane lane = laneOf({{0, 10}, {10, 3}, {14, 4}, {20, 100}, {130, 2}});
        QTEST(folded(lane, 0, 1000, cell), "spans");
    }

    void showsWhatReachesIntoTheRange_data()
    {
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("to");
        QTest::addColumn<QString>("spans");
        QTest::newRow("within the first") << qint64(5) << qint64(6) << "0-10 x1";
        QTest::newRow("at its end") << qint64(10) << qint64(12) << "";
        QTest::newRow("before") << qint64(-9) << qint64(0) << "";
        QTest::newRow("from before") << qint64(-9) << qint64(1) << "0-10 x1";
        QTest::newRow("zero length at the edge") << qint64(20) << qint64(21) << "20-20 x1";
        QTest::newRow("behind") << qint64(21) << qint64(90) << "";
    }

    void showsWhatReachesIntoTheRange()
    {
        QFETCH(qint64, from);
        QFETCH(qint64, to);
        QTEST(folded(laneOf({{0, 10}, {20, 0}}), from, to, 1), "spans");
    }

    void anEmptyLaneShowsNothing() { QCOMPARE(folded({}, 0, 100, 1), ""); }

    void zeroLengthEventsAtOneTimeAreAllCounted()
    {
        const TimelineLane lane = laneOf({{5, 0}, {5, 0}, {5, 0}, {6, 0}});
        QCOMPARE(folded(lane, 0, 10, 1), "5-5 x3, 6-6 x1");
    }

    void aSpanTellsWhatIsInIt()
    {
        TimelineLane lane;
        lane.append(TimelineItemId(7), 0, 3, Pass::Forward);
        lane.append(TimelineItemId(9), 4, 20, Pass::Backward);
        lane.append(TimelineItemId(4), 30, 20, Pass::Loss);
        lane.append(TimelineItemId(5), 60, 10, Pass::Loss);
        std::vector<TimelineSpan> spans;
        lane.fold(0, 100, 1000, spans);
        QCOMPARE(spans.size(), size_t(1));
        QCOMPARE(spans[0].longest, 9U);
        QCOMPARE(spans[0].busyNs, 53);
        QCOMPARE(spans[0].pass, Pass::Loss);
    }

    void longEventsKeepTheirLength()
    {
        constexpr int64_t minute = 60'000'000'000;
        const TimelineLane lane = laneOf({{0, minute}, {minute, 5}, {2 * minute, 4'294'967'295}});
        QCOMPARE(lane.durationNs(0), minute);
        QCOMPARE(lane.durationNs(2), 4'294'967'295);
        QCOMPARE(folded(lane, minute - 1, minute + 1, 1),
                 QString("0-%1 x1, %1-%2 x1").arg(minute).arg(minute + 5));
    }

    void foldingNeverLosesAnEvent_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<qint64>("cell");
        for (const int count : {1, 7, 8, 9, 63, 64, 65, 511, 513, 20'000}) {
            for (const qint64 cell : {1, 2, 10, 100, 3'000, 1'000'000, 1'000'000'000})
                QTest::addRow("%d events, cell %lld", count, cell) << count << cell;
        }
    }

    void foldingNeverLosesAnEvent()
    {
        QFETCH(int, count);
        QFETCH(qint64, cell);
        const auto events = randomEvents(size_t(count), unsigned(count));
        const TimelineLane lane = laneOf(events);
        std::vector<TimelineSpan> spans;
        lane.fold(events.front().startNs, lane.endNs() + 1, cell, spans);

        size_t at = 0;
        int64_t lastEndNs = std::numeric_limits<int64_t>::min();
        for (const TimelineSpan& span : spans) {
            QVERIFY(span.startNs >= lastEndNs);
            lastEndNs = span.endNs;
            QVERIFY(span.count == 1 || span.endNs - span.startNs < 2 * cell);
            QCOMPARE(span.startNs, events[at].startNs);
            int64_t busyNs = 0;
            uint32_t longest = uint32_t(at);
            const size_t end = at + span.count;
            QVERIFY(end <= events.size());
            for (; at < end; ++at) {
                busyNs += events[at].durationNs;
                if (events[at].durationNs > events[longest].durationNs)
                    longest = uint32_t(at);
            }
            QCOMPARE(span.endNs, events[at - 1].startNs + events[at - 1].durationNs);
            QCOMPARE(span.busyNs, busyNs);
            QCOMPARE(span.longest, longest);
        }
        QCOMPARE(at, events.size());
    }

    void aPictureHasNoMoreSpansThanItHasRoomFor()
    {
        const auto events = randomEvents(100'000, 3);
        const TimelineLane lane = laneOf(events);
        const int64_t wholeNs = lane.endNs() - events.front().startNs;
        constexpr int64_t cells = 960;
        std::vector<TimelineSpan> spans;
        lane.fold(events.front().startNs, lane.endNs() + 1, wholeNs / cells, spans);
        // A long event may split the cell that it begins in.
        QVERIFY2(spans.size() <= 2 * cells, qPrintable(QString::number(spans.size())));
    }
};

QTEST_GUILESS_MAIN(TestTimelineLane)
#include "test_timeline_lane.moc"
