#include "core/experiment/experiment_kinds.h"
#include "core/run/curve_smoother.h"
#include "tests/ui/curves/falling_run.h"
#include "ui/curves/curve_data.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <optional>

using namespace stepscope;
using namespace stepscope::ui;

class TestCurveData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smoothsAsTensorBoardDoes();
    void doesNotSmoothWithWeightZero();
    void passesOnWhatIsNotFiniteAndGoesOn();
    void holdsLossAndAccuracyOfEachStep();
    void onlyClassificationsHaveAnAccuracy();
    void takesInABoundedPartAtATime();
    void smoothsAnewWhenTheWeightChanges();
    void itsCurveIsSmoothedIfCurvesAre();
    void forgetsTheRunBefore();
};

void TestCurveData::smoothsAsTensorBoardDoes()
{
    // By hand for 4, 2, 3 and weight 0.5: averages 2, 2, 2.5; divided by 0.5, 0.75, 0.875.
    CurveSmoother half(0.5);
    QCOMPARE(half.next(4.0F), 4.0F);
    QCOMPARE(half.next(2.0F), float(2.0 / 0.75));
    QCOMPARE(half.next(3.0F), float(2.5 / 0.875));
    // For 1, 0 and weight 0.9: averages 0.1, 0.09; divided by 0.1, 0.19.
    CurveSmoother strong(0.9);
    QCOMPARE(strong.next(1.0F), 1.0F);
    QCOMPARE(strong.next(0.0F), float(0.09 / 0.19));
}

void TestCurveData::doesNotSmoothWithWeightZero()
{
    CurveSmoother smoother(0.0);
    for (const float value : {3.0F, -1.0F, 7.5F})
        QCOMPARE(smoother.next(value), value);
}

void TestCurveData::passesOnWhatIsNotFiniteAndGoesOn()
{
    CurveSmoother smoother(0.5);
    smoother.next(4.0F);
    QVERIFY(std::isnan(smoother.next(std::numeric_limits<float>::quiet_NaN())));
    QVERIFY(std::isinf(smoother.next(std::numeric_limits<float>::infinity())));
    QCOMPARE(smoother.next(2.0F), float(2.0 / 0.75));
}

void TestCurveData::holdsLossAndAccuracyOfEachStep()
{
    Run run;
    run.steps.push_back({.step = 0, .images = 64, .correct = 16, .loss = 2.5F});
    run.steps.push_back({.step = 1, .images = 0, .correct = 0, .loss = 1.5F});
    CurveData data;
    data.setRun(&run);
    QVERIFY(data.advance(10));
    QCOMPARE(data.raw(CurveQuantity::Loss).values, (std::vector<float>{2.5F, 1.5F}));
    QCOMPARE(data.raw(CurveQuantity::Accuracy).values[0], 25.0F);
    QVERIFY(std::isnan(data.raw(CurveQuantity::Accuracy).values[1]));
    QCOMPARE(data.smoothed(CurveQuantity::Loss).size(), size_t(0));
}

void TestCurveData::onlyClassificationsHaveAnAccuracy()
{
    Run run;
    run.steps.push_back({.step = 0, .images = 64, .loss = 2.5F});
    CurveData data;
    data.setRun(&run);
    QVERIFY(!data.isOfLossAlone());
    run.experiment.network = "char-gpt";
    QVERIFY(data.isOfLossAlone());
    run.experiment.network = torchScriptName;
    run.experiment.loss = modelLossName;
    QVERIFY(!data.isOfLossAlone());
    run.steps.front().correct = StepMetrics::notCounted;
    QVERIFY(data.isOfLossAlone());
    run.experiment.network = "";
    run.kind = RunKind::Program;
    QVERIFY(data.isOfLossAlone());
}

void TestCurveData::takesInABoundedPartAtATime()
{
    Run run = fallingRun(250);
    CurveData data;
    data.setSmoothing(0.5);
    data.setRun(&run);
    QVERIFY(!data.advance(100));
    QCOMPARE(data.size(), size_t(100));
    QCOMPARE(data.smoothed(CurveQuantity::Loss).size(), size_t(100));
    QVERIFY(!data.advance(100));
    QVERIFY(data.advance(100));
    QCOMPARE(data.size(), size_t(250));
    growRun(run, 5);
    QVERIFY(data.advance(100));
    QCOMPARE(data.smoothed(CurveQuantity::Accuracy).size(), size_t(255));
}

void TestCurveData::smoothsAnewWhenTheWeightChanges()
{
    const Run run = fallingRun(40);
    CurveData data;
    data.setRun(&run);
    data.setSmoothing(0.5);
    data.advance(1000);
    const float before = data.smoothed(CurveQuantity::Loss).values.back();
    data.setSmoothing(0.8);
    QCOMPARE(data.size(), size_t(40));
    QCOMPARE(data.smoothed(CurveQuantity::Loss).size(), size_t(0));
    data.advance(1000);
    CurveSmoother smoother(0.8);
    float expected = 0.0F;
    for (const StepMetrics& step : run.steps)
        expected = smoother.next(step.loss);
    QCOMPARE(data.smoothed(CurveQuantity::Loss).values.back(), expected);
    QVERIFY(expected != before);
    data.setSmoothing(0.0);
    data.advance(1000);
    QCOMPARE(data.smoothed(CurveQuantity::Loss).size(), size_t(0));
}

void TestCurveData::itsCurveIsSmoothedIfCurvesAre()
{
    const Run run = fallingRun(40);
    CurveData data;
    data.setRun(&run);
    data.advance(1000);
    QCOMPARE(data.curve(CurveQuantity::Loss).values, data.raw(CurveQuantity::Loss).values);
    QCOMPARE(data.stepAt(CurveQuantity::Loss, CurveX::Step, 11.8), std::optional(size_t(12)));
    QCOMPARE(data.stepAt(CurveQuantity::Loss, CurveX::Step, 60.0), std::optional<size_t>());
    data.setSmoothing(0.5);
    QCOMPARE(data.stepAt(CurveQuantity::Loss, CurveX::Step, 12.0), std::optional<size_t>()); // not yet
    data.advance(1000);
    QCOMPARE(data.curve(CurveQuantity::Loss).values, data.smoothed(CurveQuantity::Loss).values);
    QCOMPARE(data.stepAt(CurveQuantity::Loss, CurveX::Step, 12.0), std::optional(size_t(12)));
}

void TestCurveData::forgetsTheRunBefore()
{
    const Run first = fallingRun(40);
    const Run second = fallingRun(3);
    CurveData data;
    data.setRun(&first);
    data.advance(1000);
    data.setRun(&second);
    data.advance(1000);
    QCOMPARE(data.size(), size_t(3));
    data.setRun(nullptr);
    QVERIFY(data.advance(1000));
    QCOMPARE(data.size(), size_t(0));
}

QTEST_APPLESS_MAIN(TestCurveData)
#include "test_curve_data.moc"
