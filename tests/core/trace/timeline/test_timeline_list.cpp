#include "core/trace/timeline/timeline_list.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr TimelineSizes sizes{.stepsHeight = 20, .laneHeight = 10, .gap = 4, .leastHeight = 25};

/// Two threads: one with three lanes, one with a single lane; and two steps.
Trace sampleTrace()
{
    Trace trace = traceOf("conv2d 0-400\n"
                          "  convolution 10-390\n"
                          "    empty 12-14\n"
                          "relu 400-500\n"
                          "backward 500-900 t1\n");
    trace.steps.push_back({.number = 0, .startNs = 0, .durationNs = 500});
    trace.steps.push_back({.number = 1, .startNs = 500, .durationNs = 460});
    return trace;
}

/// A pixel is a nanosecond; 0 is at pixel 20.
TimelineScale scaleOf(const TimelineIndex& index)
{
    TimelineScale scale{.beginNs = index.beginNs(), .endNs = index.endNs(), .width = 1000};
    scale.fitAll();
    return scale;
}

QString textOf(const TimelineRows& rows)
{
    QString text;
    for (const TimelineBand& band : rows.bands)
        text += QString("%1: %2 lanes at %3, %4 high\n")
                    .arg(band.track)
                    .arg(band.lanes)
                    .arg(band.top)
                    .arg(band.height);
    return text + QString::number(rows.height);
}

} // namespace

class TestTimelineList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_trace = sampleTrace();
        m_index = {};
        m_index.update(m_trace);
    }

    void tracksStandBelowEachOther()
    {
        QCOMPARE(textOf(TimelineRows::of(m_index, {}, sizes)), "-1: 1 lanes at 0, 20 high\n"
                                                               "0: 3 lanes at 24, 30 high\n"
                                                               "1: 1 lanes at 58, 25 high\n"
                                                               "83");
    }

    void aCollapsedTrackKeepsItsFirstLane()
    {
        QCOMPARE(textOf(TimelineRows::of(m_index, {true, true, true}, sizes)), "-1: 1 lanes at 0, 20 high\n"
                                                                               "0: 1 lanes at 24, 10 high\n"
                                                                               "1: 1 lanes at 38, 10 high\n"
                                                                               "48");
    }

    void heightsAreFound_data()
    {
        QTest::addColumn<int>("y");
        QTest::addColumn<QString>("place");
        QTest::newRow("above all") << -1 << "";
        QTest::newRow("steps") << 19 << "0.0";
        QTest::newRow("between") << 21 << "";
        QTest::newRow("first lane") << 24 << "1.0";
        QTest::newRow("last lane") << 53 << "1.2";
        QTest::newRow("single lane") << 60 << "2.0";
        QTest::newRow("below it, in its track") << 70 << "2.-1";
        QTest::newRow("below all") << 83 << "";
    }

    void heightsAreFound()
    {
        QFETCH(int, y);
        const auto place = TimelineRows::of(m_index, {}, sizes).at(y);
        QTEST(place ? QString("%1.%2").arg(place->band).arg(place->lane) : QString(""), "place");
    }

    void aPictureHoldsEveryEventOfTheLanesInSight()
    {
        const TimelineRows rows = TimelineRows::of(m_index, {}, sizes);
        TimelineList list;
        list.build(m_index, rows, scaleOf(m_index), 0, 100);
        QCOMPARE(list.rows.size(), size_t(5));
        uint32_t count = 0;
        for (const TimelineSpan& span : list.spans)
            count += span.count;
        QCOMPARE(count, m_trace.size() + 2); // and the steps

        list.build(m_index, rows, scaleOf(m_index), 35, 50); // the second lane and a part of the third
        QCOMPARE(list.rows.size(), size_t(2));
        QCOMPARE(list.rows[0].lane, 1);
        QCOMPARE(list.of(list.rows[1])[0].longest, 2U);
    }

    void whatIsUnderThePointerIsFound_data()
    {
        QTest::addColumn<int>("lane");
        QTest::addColumn<double>("x");
        QTest::addColumn<int>("event");
        QTest::newRow("within") << 0 << 100.0 << 0;
        QTest::newRow("at the edge the later one") << 0 << 420.0 << 3;
        QTest::newRow("a little before") << 0 << 18.0 << 0;
        QTest::newRow("far before") << 0 << 10.0 << -1;
        QTest::newRow("a little behind") << 0 << 521.0 << 3;
        QTest::newRow("far behind") << 0 << 700.0 << -1;
        QTest::newRow("beside a narrow one") << 2 << 36.5 << 2;
        QTest::newRow("not in this lane") << 2 << 300.0 << -1;
    }

    void whatIsUnderThePointerIsFound()
    {
        QFETCH(int, lane);
        QFETCH(double, x);
        const TimelineScale scale = scaleOf(m_index);
        TimelineList list;
        list.build(m_index, TimelineRows::of(m_index, {}, sizes), scale, 0, 100);
        const TimelineSpan* span = list.hit({1, lane}, scale, x);
        QTEST(span ? int(span->longest) : -1, "event");
    }

    void nothingIsHitOutsideThePicture()
    {
        TimelineList list;
        QVERIFY(!list.hit({0, 0}, {}, 5.0));
        list.build(m_index, TimelineRows::of(m_index, {}, sizes), scaleOf(m_index), 0, 100);
        QVERIFY(!list.hit({1, 7}, scaleOf(m_index), 100.0));
        QVERIFY(!list.hit({2, -1}, scaleOf(m_index), 600.0));
    }

private:
    Trace m_trace;
    TimelineIndex m_index;
};

QTEST_GUILESS_MAIN(TestTimelineList)
#include "test_timeline_list.moc"
