#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_mapping.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

Run smallRun()
{
    Run run;
    run.plan.stepsPerEpoch = 4;
    run.steps.push_back({.step = 0, .startNs = 0, .durationNs = 500'000'000, .epoch = 1});
    run.steps.push_back({.step = 1, .startNs = 1'000'000'000, .durationNs = 250'000'000, .epoch = 1});
    run.steps.push_back({.step = 5, .startNs = 9'000'000'000, .durationNs = 1'000'000'000, .epoch = 2});
    run.epochs.push_back({.epoch = 1, .steps = 4, .lastStep = 3, .endNs = 7'500'000'000});
    return run;
}

} // namespace

class TestCurveMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesStepsAndTests_data();
    void placesStepsAndTests();
    void takesTheEpochsLengthFromTheFirstWhenThereIsNoPlan();
    void findsStepsByPosition_data();
    void findsStepsByPosition();
    void findsTheNearestStep();
};

void TestCurveMapping::placesStepsAndTests_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<double>>("steps");
    QTest::addColumn<double>("test");
    QTest::newRow("by step") << int(CurveX::Step) << QList<double>{0, 1, 5} << 3.0;
    QTest::newRow("by epoch") << int(CurveX::Epoch) << QList<double>{0.25, 0.5, 1.5} << 1.0;
    QTest::newRow("by seconds") << int(CurveX::Seconds) << QList<double>{0.5, 1.25, 10.0} << 7.5;
}

void TestCurveMapping::placesStepsAndTests()
{
    QFETCH(int, kind);
    QFETCH(QList<double>, steps);
    QFETCH(double, test);
    const Run run = smallRun();
    const CurveMapping mapping(&run, CurveX(kind));
    for (int i = 0; i < steps.size(); ++i)
        QCOMPARE(mapping.at(size_t(i)), steps[i]);
    QCOMPARE(mapping.ofEpoch(run.epochs[0]), test);
}

void TestCurveMapping::takesTheEpochsLengthFromTheFirstWhenThereIsNoPlan()
{
    Run run = smallRun();
    run.plan.stepsPerEpoch = 0;
    QCOMPARE(CurveMapping(&run, CurveX::Epoch).at(1), 0.5);
}

void TestCurveMapping::findsStepsByPosition_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("by step") << int(CurveX::Step);
    QTest::newRow("by epoch") << int(CurveX::Epoch);
    QTest::newRow("by seconds, at uneven distances") << int(CurveX::Seconds);
}

void TestCurveMapping::findsStepsByPosition()
{
    QFETCH(int, kind);
    Run run = fallingRun(3000, 100);
    std::mt19937 random{3};
    int64_t start = 0;
    for (StepMetrics& step : run.steps) {
        step.startNs = start;
        start += step.durationNs + int64_t(random() % 1000) * (step.step > 2000 ? 1'000'000 : 1);
    }
    const CurveMapping mapping(&run, CurveX(kind));
    const auto byCounting = [&](double x, size_t first, size_t last) {
        while (first < last && mapping.at(first) < x)
            ++first;
        return first;
    };
    const double end = mapping.at(2999);
    for (int i = -2; i <= 202; ++i) {
        const double x = end * i / 200.0;
        QCOMPARE(mapping.lowerBound(x, 0, 3000), byCounting(x, 0, 3000));
        QCOMPARE(mapping.lowerBound(x, 700, 1900), byCounting(x, 700, 1900));
    }
    for (size_t i = 0; i < 3000; i += 7)
        QCOMPARE(mapping.lowerBound(mapping.at(i), 0, 3000), i);
    QCOMPARE(mapping.lowerBound(1.0, 5, 5), size_t(5));
}

void TestCurveMapping::findsTheNearestStep()
{
    const Run run = smallRun();
    const CurveMapping mapping(&run, CurveX::Step);
    QCOMPARE(mapping.nearest(-9.0, 3), size_t(0));
    QCOMPARE(mapping.nearest(0.4, 3), size_t(0));
    QCOMPARE(mapping.nearest(0.6, 3), size_t(1));
    QCOMPARE(mapping.nearest(3.5, 3), size_t(2));
    QCOMPARE(mapping.nearest(99.0, 3), size_t(2));
}

QTEST_APPLESS_MAIN(TestCurveMapping)
#include "test_curve_mapping.moc"
