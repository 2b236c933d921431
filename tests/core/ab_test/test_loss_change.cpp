#include "core/ab_test/ab_test.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace stepscope;

namespace {

std::vector<StepMetrics> steps(int64_t count, int32_t images, const std::function<double(int64_t)>& loss)
{
    std::vector<StepMetrics> made;
    for (int64_t step = 0; step < count; ++step)
        made.push_back({.step = step, .images = images, .loss = float(loss(step * images))});
    return made;
}

double falling(int64_t image)
{
    return 2.0 * std::exp(-double(image) / 5000.0) + 0.2;
}

/// Differs from step to step as losses of batches do.
double noisy(int64_t image, double spread)
{
    return falling(image) * (1.0 + spread * std::sin(double(image) * 12.9898));
}

} // namespace

class TestLossChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalLossesAreTheSame()
    {
        const auto a = steps(100, 10, falling);
        const LossChange change = lossChange(a, a);
        QCOMPARE(change.verdict, LossVerdict::Same);
        QCOMPARE(change.images, int64_t(1000));
        QCOMPARE(change.a, change.b);
    }

    void lossesAreComparedAfterTheSameImages()
    {
        // B has trained on more images, so its last loss is lower; after the same images it is not.
        const LossChange change = lossChange(steps(100, 10, falling), steps(200, 20, falling));
        QCOMPARE(change.images, int64_t(1000));
        QCOMPARE(change.verdict, LossVerdict::Same);
    }

    void aLossThatFallsMoreSlowlyIsHigher()
    {
        const auto a = steps(200, 10, [](int64_t image) { return noisy(image, 0.05); });
        const auto b = steps(200, 10, [](int64_t image) { return 1.2 * noisy(image, 0.05); });
        QCOMPARE(lossChange(a, b).verdict, LossVerdict::Higher);
        QCOMPARE(lossChange(b, a).verdict, LossVerdict::Lower);
    }

    void aSmallDifferenceIsTheSame()
    {
        const auto a = steps(200, 10, falling);
        const auto b = steps(200, 10, [](int64_t image) { return 1.02 * falling(image); });
        QCOMPARE(lossChange(a, b).verdict, LossVerdict::Same); // although it is certain
    }

    void lossesThatVaryMuchCannotBeTold()
    {
        const auto a = steps(40, 10, [](int64_t image) { return noisy(image, 0.5); });
        const auto b = steps(40, 10, [](int64_t image) { return noisy(image + 3, 0.5); });
        QCOMPARE(lossChange(a, b).verdict, LossVerdict::Unclear);
    }

    void theLossesAreThoseOfTheRatio()
    {
        const auto a = steps(200, 10, [](int64_t image) { return noisy(image, 0.05); });
        const auto b = steps(200, 10, [](int64_t image) { return 1.2 * noisy(image + 7, 0.05); });
        const LossChange change = lossChange(a, b);
        QCOMPARE(change.verdict, LossVerdict::Higher);
        QVERIFY(std::abs(change.b / change.a - change.ratio.ratio) < 1e-9);
        // Eight spans, of which each has the loss of a power of 2.
        const auto powers = steps(160, 10, [](int64_t image) {
            return image < 800 ? 1000.0 : std::exp2(double((image - 800) / 100));
        });
        QVERIFY(std::abs(lossChange(powers, powers).a - std::exp2(3.5)) < 1e-9);
    }

    void aSpikeThatContradictsTheRatioIsTooNoisyToTell()
    {
        const auto a = steps(160, 10, [](int64_t) { return 1.0; });
        const auto spike = [](double lowered) {
            return [lowered](int64_t image) { return image >= 1500 ? 20.0 : lowered; };
        };
        // Seven of eight spans are much lower, but the mean of all steps is higher.
        const LossChange change = lossChange(a, steps(160, 10, spike(1e-3)));
        QVERIFY2(change.ratio.verdict == Verdict::Faster, "the ratio alone says that B's is lower");
        QVERIFY(change.b < change.a);
        QCOMPARE(change.verdict, LossVerdict::Unclear);
        QCOMPARE(lossChange(steps(160, 10, spike(1e-3)), a).verdict, LossVerdict::Unclear);
        // Without a contradiction the verdict stays.
        const auto lower = steps(160, 10, [](int64_t image) { return image >= 1500 ? 0.9 : 1e-3; });
        QCOMPARE(lossChange(a, lower).verdict, LossVerdict::Lower);
    }

    void fewStepsAreTooShort()
    {
        const auto a = steps(20, 10, falling);
        QCOMPARE(lossChange(a, a).verdict, LossVerdict::TooShort);
        QCOMPARE(lossChange(a, {}).verdict, LossVerdict::TooShort);
    }

    void aLossOfZeroCannotBeCompared()
    {
        const auto a = steps(100, 10, falling);
        const auto b = steps(100, 10, [](int64_t image) { return image > 800 ? 0.0 : falling(image); });
        QCOMPARE(lossChange(a, b).verdict, LossVerdict::NotComparable);
        QCOMPARE(lossChange(b, b).verdict, LossVerdict::NotComparable);
    }

    void aLossThatIsNoNumberIsHigher()
    {
        const auto a = steps(100, 10, falling);
        const auto b = steps(100, 10, [](int64_t image) {
            return image > 800 ? std::numeric_limits<double>::quiet_NaN() : falling(image);
        });
        QCOMPARE(lossChange(a, b).verdict, LossVerdict::Higher);
        QCOMPARE(lossChange(b, b).verdict, LossVerdict::NotComparable);
    }
};

QTEST_GUILESS_MAIN(TestLossChange)
#include "test_loss_change.moc"
