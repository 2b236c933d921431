#include "ui/curves/curve_ticker.h"

#include <QTest>

using namespace stepscope::ui;

class TestCurveTicker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAsManyDecimalsAsTheStepNeeds_data();
    void writesAsManyDecimalsAsTheStepNeeds();
    void writesPowersOfTen_data();
    void writesPowersOfTen();
    void putsNoTickBetweenTwoSteps();
    void putsNoTickAboveTheLargest();
};

void TestCurveTicker::writesAsManyDecimalsAsTheStepNeeds_data()
{
    QTest::addColumn<double>("tick");
    QTest::addColumn<double>("step");
    QTest::addColumn<QString>("text");
    QTest::newRow("thousands") << 12'000.0 << 500.0 << "12,000";
    QTest::newRow("tenths") << 0.3 << 0.1 << "0.3";
    QTest::newRow("steps of 2.5") << 7.5 << 2.5 << "7.5";
    QTest::newRow("steps of 0.25") << 0.5 << 0.25 << "0.50";
    QTest::newRow("zero by rounding") << -1e-17 << 0.1 << "0.0";
    QTest::newRow("small") << 0.0002 << 0.0001 << "0.0002";
}

void TestCurveTicker::writesAsManyDecimalsAsTheStepNeeds()
{
    QFETCH(double, tick);
    QFETCH(double, step);
    QTEST(tickText(tick, step), "text");
}

void TestCurveTicker::writesPowersOfTen_data()
{
    QTest::addColumn<double>("power");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << 1.0 << "1";
    QTest::newRow("hundredth") << 0.01 << "0.01";
    QTest::newRow("ten thousand") << 1e4 << "10,000";
    QTest::newRow("very small") << 1e-12 << "10⁻¹²";
    QTest::newRow("very large") << 1e7 << "10⁷";
}

void TestCurveTicker::writesPowersOfTen()
{
    QFETCH(double, power);
    QTEST(powerText(power), "text");
}

void TestCurveTicker::putsNoTickBetweenTwoSteps()
{
    CurveTicker ticker(1.0);
    QVector<double> ticks;
    QVector<QString> labels;
    ticker.generate(QCPRange(3.0, 5.0), QLocale::c(), 'g', 6, ticks, nullptr, &labels);
    QVERIFY(labels.contains("4"));
    for (const double tick : ticks)
        QCOMPARE(tick, std::round(tick));
    ticker.generate(QCPRange(0.0, 12.0), QLocale::c(), 'g', 6, ticks, nullptr, &labels); // not 2.5, 7.5
    QVERIFY(labels.contains("2") && labels.contains("4"));
    for (const double tick : ticks)
        QCOMPARE(tick, std::round(tick));
}

/// The range has room above 100 %, for a point there.
void TestCurveTicker::putsNoTickAboveTheLargest()
{
    CurveTicker ticker(0.0, 100.0);
    QVector<double> ticks;
    ticker.generate(QCPRange(95.0, 103.0), QLocale::c(), 'g', 6, ticks, nullptr, nullptr);
    QCOMPARE(ticks.last(), 100.0);
    ticker.generate(QCPRange(-20.0, 130.0), QLocale::c(), 'g', 6, ticks, nullptr, nullptr);
    QCOMPARE(ticks.last(), 100.0);
    ticker.generate(QCPRange(110.0, 130.0), QLocale::c(), 'g', 6, ticks, nullptr, nullptr); // moved away
    QVERIFY(ticks.isEmpty());
}

QTEST_APPLESS_MAIN(TestCurveTicker)
#include "test_curve_ticker.moc"
