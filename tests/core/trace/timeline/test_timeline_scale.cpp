#include "core/trace/timeline/timeline_scale.h"

#include <QTest>

#include <cmath>

using namespace stepscope;

namespace {

/// A wall clock's nanoseconds: too many digits for a double.
constexpr int64_t wallNs = 1'772'359'509'123'456'789;

TimelineScale scaleOf(int64_t beginNs, int64_t lengthNs, double width = 1000.0)
{
    TimelineScale scale{.beginNs = beginNs, .endNs = beginNs + lengthNs, .width = width};
    scale.fitAll();
    return scale;
}

QString labels(const TimelineScale& scale, double pixelsApart = 100.0)
{
    QStringList texts;
    for (const TimelineTick& tick : timelineTicks(scale, pixelsApart))
        texts += QString::fromStdString(tick.label);
    return texts.join(" | ");
}

} // namespace

class TestTimelineScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsAllWithALittleRoom()
    {
        const TimelineScale scale = scaleOf(wallNs, 96'000);
        QCOMPARE(scale.nsPerPixel, 100.0);
        QCOMPARE(scale.pixelOf(wallNs), 20.0);
        QCOMPARE(scale.pixelOf(wallNs + 96'000), 980.0);
        QCOMPARE(scale.timeAt(20.005), wallNs);
        QVERIFY(scale.isFitted());
        QCOMPARE(scale.cellNs(), 200);
    }

    void timesFarFromZeroKeepTheirNanoseconds()
    {
        TimelineScale scale = scaleOf(wallNs, 1'000'000);
        scale.fit(wallNs + 500'000, wallNs + 500'020);
        for (int64_t ns = wallNs + 500'000; ns < wallNs + 500'020; ++ns)
            QCOMPARE(scale.timeAt(scale.pixelOf(ns) + 0.5), ns);
    }

    void zoomKeepsTheTimeAtThePointer_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("pixel");
        for (const double factor : {1.25, 2.0, 50.0}) {
            for (const double pixel : {20.0, 333.0, 500.0, 975.0})
                QTest::addRow("%g at %g", factor, pixel) << factor << pixel;
        }
    }

    void zoomKeepsTheTimeAtThePointer()
    {
        QFETCH(double, factor);
        QFETCH(double, pixel);
        TimelineScale scale = scaleOf(wallNs, 1'000'000'000);
        const double fixedNs = scale.startNs + pixel * scale.nsPerPixel;
        const double before = scale.nsPerPixel;
        scale.zoom(factor, pixel);
        QCOMPARE(scale.nsPerPixel, before / factor);
        QVERIFY(std::abs(scale.startNs + pixel * scale.nsPerPixel - fixedNs) < 1.0);
        scale.zoom(1.0 / factor, pixel);
        QVERIFY(scale.isFitted());
    }

    void zoomStopsAtAllAndAtANanosecond()
    {
        TimelineScale scale = scaleOf(0, 1'000'000);
        const double whole = scale.nsPerPixel;
        scale.zoom(0.01, 300);
        QCOMPARE(scale.nsPerPixel, whole);
        scale.zoom(1e12, 300);
        QVERIFY(scale.nsPerPixel > 0.01);
        QCOMPARE(scale.cellNs(), 1);
    }

    void panStopsAtTheEnds()
    {
        TimelineScale scale = scaleOf(0, 1'000'000);
        scale.zoom(10.0, 500);
        scale.panBy(1e9);
        QVERIFY(scale.pixelOf(1'000'000) > 970 && scale.pixelOf(1'000'000) < 990);
        scale.panBy(-1e9);
        QVERIFY(scale.pixelOf(0) > 10 && scale.pixelOf(0) < 30);
    }

    void revealsWhatIsOutOfSight()
    {
        TimelineScale scale = scaleOf(0, 1'000'000);
        scale.fit(0, 10'000);
        const double before = scale.startNs;
        scale.reveal(5'000, 6'000);
        QCOMPARE(scale.startNs, before); // it is in sight
        scale.reveal(500'000, 501'000);
        QVERIFY(std::abs(scale.pixelOf(500'500) - 500) < 1);
        scale.reveal(100'000, 400'000); // too long: its start is shown
        QVERIFY(scale.pixelOf(100'000) > 50 && scale.pixelOf(100'000) < 150);
    }

    void aTraceWithoutLengthCanBeShown()
    {
        const TimelineScale scale = scaleOf(5, 0);
        QVERIFY(std::isfinite(scale.pixelOf(5)));
        QVERIFY(scale.pixelOf(5) >= 0 && scale.pixelOf(5) <= 1000);
    }

    void ticksStandAtRoundTimes_data()
    {
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("length");
        QTest::addColumn<QString>("labels");
        QTest::newRow("seconds")
            << qint64(0) << qint64(4'800'000'000)
            << "0.0 s | 0.5 s | 1.0 s | 1.5 s | 2.0 s | 2.5 s | 3.0 s | 3.5 s | 4.0 s | 4.5 s";
        QTest::newRow("ms") << qint64(0) << qint64(9'600'000)
                            << "0 ms | 1 ms | 2 ms | 3 ms | 4 ms | 5 ms | 6 ms | 7 ms | 8 ms | 9 ms";
        QTest::newRow("ns") << qint64(0) << qint64(96)
                            << "0 ns | 10 ns | 20 ns | 30 ns | 40 ns | 50 ns | 60 ns "
                               "| 70 ns | 80 ns | 90 ns";
    }

    void ticksStandAtRoundTimes()
    {
        QFETCH(qint64, from);
        QFETCH(qint64, length);
        QTEST(labels(scaleOf(from, length)), "labels");
    }

    void ticksDeepInATraceTellAllTheirDigits()
    {
        TimelineScale scale = scaleOf(wallNs, 60'000'000'000);
        scale.fit(wallNs + 12'345'678'000, wallNs + 12'345'679'000);
        const QString text = labels(scale, 250.0);
        QVERIFY2(text.contains("12,345,678.5 µs"), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestTimelineScale)
#include "test_timeline_scale.moc"
