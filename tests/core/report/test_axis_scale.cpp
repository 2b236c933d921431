#include "core/report/charts/axis_scale.h"

#include "tests/support/std_string.h"

#include <QtTest>

using namespace stepscope;

namespace {

QString ticksOf(const AxisScaling& scaling)
{
    QStringList texts;
    for (const auto& tick : scaling.ticks)
        texts << QString::fromStdString(tick.text);
    return texts.join(' ');
}

} // namespace

class TestAxisScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksAreOneTwoOrFiveTimesAPowerOfTenApart_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("ones") << 0.0 << 5.0 << "0 1 2 3 4 5";
        QTest::newRow("twos") << 0.0 << 97.0 << "0 20 40 60 80 100";
        QTest::newRow("fives") << 0.0 << 23.0 << "0 5 10 15 20 25";
        QTest::newRow("small") << 0.0 << 0.0123 << "0.000 0.005 0.010 0.015";
        QTest::newRow("thousands") << 0.0 << 60000.0 << "0 10,000 20,000 30,000 40,000 50,000 60,000";
        QTest::newRow("far from zero") << 96.0 << 99.0 << "96.0 96.5 97.0 97.5 98.0 98.5 99.0";
        QTest::newRow("below zero") << -3.0 << 3.0 << "-3 -2 -1 0 1 2 3";
        QTest::newRow("nothing but zero") << 0.0 << 0.0 << "0.0 0.2 0.4 0.6 0.8 1.0";
    }

    void ticksAreOneTwoOrFiveTimesAPowerOfTenApart()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(QString, ticks);
        auto written = ticksOf(scaleAxis({}, low, high, 300, {.tickDistance = 48}));
        written.replace("0.000 ", "0 ");
        ticks.replace("0.000 ", "0 ");
        written.replace("0.0 ", "0 ");
        ticks.replace("0.0 ", "0 ");
        QCOMPARE(written, ticks);
    }

    void theUnitFitsTheValues()
    {
        const ChartAxis time{.quantity = Quantity::Nanoseconds};
        QCOMPARE(scaleAxis(time, 0, 950, 300).unit, std::string("ns"));
        QCOMPARE(scaleAxis(time, 0, 4.2e6, 300).unit, std::string("ms"));
        QCOMPARE(ticksOf(scaleAxis(time, 0, 4.2e6, 300)), QString("0 1 2 3 4 5"));
        QCOMPARE(scaleAxis(time, 0, 300e9, 300).unit, std::string("s"));
        QCOMPARE(scaleAxis(time, 0, 1800e9, 300).unit, std::string("min"));
        const ChartAxis bytes{.quantity = Quantity::Bytes};
        QCOMPARE(scaleAxis(bytes, 0, 700.0 * 1024 * 1024, 300).unit, std::string("MiB"));
        const ChartAxis share{.quantity = Quantity::Share};
        QCOMPARE(ticksOf(scaleAxis(share, 0, 1, 300)), QString("0 20 40 60 80 100"));
    }

    void theAxisOfSharesEndsAtAllOfThem_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("margin");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("all reach it") << 1.0 << 1.0 << 0.0 << "90 92 94 96 98 100";
        QTest::newRow("nearly") << 0.93 << 0.998 << 0.0 << "93 94 95 96 97 98 99 100";
        QTest::newRow("with room at the ends") << 0.9 << 1.0 << 0.05 << "88 90 92 94 96 98 100";
        QTest::newRow("from zero") << 0.0 << 0.97 << 0.0 << "0 20 40 60 80 100";
    }

    void theAxisOfSharesEndsAtAllOfThem()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(double, margin);
        QFETCH(QString, ticks);
        const ChartAxis share{.quantity = Quantity::Share};
        const auto scaling = scaleAxis(share, low, high, 300, {.tickDistance = 40, .margin = margin});
        QCOMPARE(ticksOf(scaling), ticks);
        QCOMPARE(scaling.high, 1.0);
        QVERIFY(scaling.low <= low);
    }

    void countsHaveNoFractions()
    {
        QCOMPARE(ticksOf(scaleAxis({.quantity = Quantity::Count}, 0, 2, 300)), QString("0 1 2"));
    }

    void aLogarithmicAxisMarksThePowersOfTen()
    {
        const ChartAxis axis{.scale = AxisScale::Log};
        const auto scaling = scaleAxis(axis, 1, 1000, 200);
        QCOMPARE(ticksOf(scaling), QString("1 10 100 1,000"));
        QCOMPARE(scaling.position(1), 0.0);
        QCOMPARE(scaling.position(1000), 1.0);
        QVERIFY(qAbs(scaling.position(10) - 1.0 / 3) < 1e-12);
        QVERIFY(std::isnan(scaling.position(0)));
        QCOMPARE(ticksOf(scaleAxis(axis, 1, 10, 400)), QString("1 2 5 10"));
    }

    void theValuesThatWereMeasuredCanBeTheTicks()
    {
        const ChartAxis axis{.scale = AxisScale::Log, .ticks = {1, 16, 64, 15000}};
        QCOMPARE(ticksOf(scaleAxis(axis, 1, 64, 400)), QString("1 16 64"));
    }

    void dataNearZeroBeginAtZeroAndOthersDoNot()
    {
        QCOMPARE(scaleAxis({}, 1, 10, 300).low, 0.0);
        QVERIFY(scaleAxis({}, 9, 10, 300).low >= 8.0);
    }

    void noDataStillMakeAnAxis()
    {
        const auto nothing = scaleAxis({}, std::numeric_limits<double>::infinity(),
                                       -std::numeric_limits<double>::infinity(), 300);
        QVERIFY(nothing.high > nothing.low);
        const auto log = scaleAxis({.scale = AxisScale::Log}, 0, 0, 300);
        QVERIFY(log.low > 0 && log.high > log.low);
    }
};

QTEST_GUILESS_MAIN(TestAxisScale)
#include "test_axis_scale.moc"
