#include "core/comparison/verdict.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

namespace {

bool near(double value, double expected, double tolerance = 1e-9)
{
    return std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aVerdictNeedsTheWholeInterval_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<Verdict>("verdict");
        QTest::newRow("slower") << 1.2 << 1.1 << 1.3 << Verdict::Slower;
        QTest::newRow("faster") << 0.8 << 0.7 << 0.9 << Verdict::Faster;
        QTest::newRow("the same") << 1.0 << 0.96 << 1.04 << Verdict::Same;
        QTest::newRow("a small but sure difference is no difference")
            << 1.009 << 1.008 << 1.01 << Verdict::Same;
        QTest::newRow("too noisy") << 0.68 << 0.32 << 1.59 << Verdict::Unclear;
        QTest::newRow("twelvefold, and too noisy") << 12.8 << 0.9 << 180.0 << Verdict::Unclear;
        QTest::newRow("maybe slower, maybe the same") << 1.02 << 0.99 << 1.06 << Verdict::Unclear;
        QTest::newRow("nothing known")
            << 1.0 << 0.0 << std::numeric_limits<double>::infinity() << Verdict::Unclear;
    }

    void aVerdictNeedsTheWholeInterval()
    {
        QFETCH(double, ratio);
        QFETCH(double, low);
        QFETCH(double, high);
        QTEST(verdictOf(ratio, {low, high}, {}), "verdict");
    }

    void thresholdsAreTheCallers()
    {
        QCOMPARE(verdictOf(1.02, {0.97, 1.08}, {}), Verdict::Unclear);
        QCOMPARE(verdictOf(1.02, {0.97, 1.08}, {.sameWithin = 0.1}), Verdict::Same);
        QCOMPARE(verdictOf(1.009, {1.008, 1.01}, {.minimumEffect = 0.005}), Verdict::Slower);
        QCOMPARE(estimateOf({}, {.sameWithin = 0.02}).sameWithin, 0.02);
    }

    void quantilesAreThoseOfTheTables()
    {
        QVERIFY(near(studentQuantile(0.95, 1), 12.706, 1e-4));
        QVERIFY(near(studentQuantile(0.95, 9), 2.262, 1e-3));
        QVERIFY(near(studentQuantile(0.999, 5), 6.869, 1e-3));
        QVERIFY(near(studentQuantile(0.95, 1e9), 1.959964, 1e-5));
    }

    void anIntervalIsOfLogarithms()
    {
        // The standard error 0.5 and 9 degrees: a factor of exp(1.131) up and down, never below zero.
        const auto estimate =
            estimateOf({.value = std::log(0.795), .variance = 0.25, .degrees = 9}, DifferenceTest());
        QVERIFY(near(estimate.ratio, 0.795));
        QVERIFY(near(estimate.interval.low, 0.795 / std::exp(2.262 * 0.5), 1e-3));
        QVERIFY(near(estimate.interval.high, 0.795 * std::exp(2.262 * 0.5), 1e-3));
        const auto vague = estimateOf({.value = 0.0, .variance = 100, .degrees = 1}, DifferenceTest());
        QVERIFY(vague.interval.low >= 0.0 && vague.interval.low < 1e-9);
        QCOMPARE(vague.verdict, Verdict::Unclear);
    }

    void whatOtherProgramsMayHaveDoneWidensOneSide()
    {
        const LogRatio raised{
            .value = std::log(2.0), .variance = 0.0, .degrees = 1, .raisedBy = std::log(3.0)};
        const auto estimate = estimateOf(raised, DifferenceTest());
        QVERIFY(near(estimate.interval.low, 2.0 / 3.0));
        QVERIFY(near(estimate.interval.high, 2.0));
        QCOMPARE(estimate.verdict, Verdict::Unclear);
        QCOMPARE(chanceOf(raised), 1.0);
        QCOMPARE(estimateOf({.value = std::log(2.0), .loweredBy = std::log(3.0)}, DifferenceTest()).verdict,
                 Verdict::Slower);
    }

    void theChanceIsThatOfTheIntervalThatReachesOne()
    {
        const LogRatio ratio{.value = 0.3, .variance = 0.01, .degrees = 7, .raisedBy = 0.1, .loweredBy = 5.0};
        const double chance = chanceOf(ratio);
        QVERIFY(chance > 0.0 && chance < 0.1);
        QVERIFY(near(logInterval(ratio, 1 - chance).low, 0.0, 1e-6));
        QCOMPARE(chanceOf({.value = 0.1}), 0.0);
        QCOMPARE(chanceOf({}), 1.0);
    }

    void degreesOfASumAreSatterthwaites()
    {
        VarianceSum sum;
        sum.add(0.02, 4);
        sum.add(0.01, 2);
        QVERIFY(near(sum.variance(), 0.03));
        QVERIFY(near(sum.degrees(), 0.03 * 0.03 / (0.02 * 0.02 / 4 + 0.01 * 0.01 / 2)));
        QCOMPARE(VarianceSum().degrees(), 1.0);
    }

    void manyTestsAreJudgedByBenjaminiAndHochberg()
    {
        // Of four, 0.01 is compared with 0.0125, 0.02 with 0.025, 0.03 with 0.0375, 0.2 with 0.05: three are
        // rejected, each judged at 3/4 of 0.05.
        QVERIFY(near(confidenceForAll({0.2, 0.02, 0.01, 0.03}, 0.05), 1 - 0.0375));
        QVERIFY(near(confidenceForAll({0.2, 0.04, 0.9, 0.5}, 0.05), 1 - 0.0125)); // none
        QVERIFY(near(confidenceForAll({0.04}, 0.05), 0.95));
        QVERIFY(near(confidenceForAll({}, 0.05), 0.95));
        // One that only passes because a larger one does: 0.03 alone is above 0.025.
        QVERIFY(near(confidenceForAll({0.03, 0.04}, 0.05), 0.95));
    }
};

QTEST_GUILESS_MAIN(TestVerdict)
#include "test_verdict.moc"
