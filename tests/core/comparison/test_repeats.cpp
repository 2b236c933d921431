#include "core/comparison/repeats.h"

#include <QtTest>

#include <cmath>
#include <random>
#include <vector>

using namespace stepscope;

namespace {

std::vector<double> exponentials(const std::vector<double>& logs)
{
    std::vector<double> values;
    for (const double log : logs)
        values.push_back(std::exp(log));
    return values;
}

bool isNear(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::abs(b);
}

/// Of settings with no difference, five runs each, one of each after the other on a machine whose speed
/// walks: the share that is called different.
double falseAlarms(int trials)
{
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0.0, 0.01);
    std::normal_distribution<double> walk(0.0, 0.05);
    int alarms = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> a;
        std::vector<double> b;
        double speed = 0.0;
        for (int repeat = 0; repeat < 5; ++repeat) {
            speed += walk(random);
            a.push_back(std::exp(speed + noise(random)));
            b.push_back(std::exp(speed + noise(random)));
        }
        alarms += isDifference(ratioOfRepeats(b, a).verdict) ? 1 : 0;
    }
    return double(alarms) / trials;
}

} // namespace

class TestRepeats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRatioIsThatOfTheGeometricMeans()
    {
        const std::vector<double> runs = {1.0, 4.0, 2.0};
        const std::vector<double> others = {3.0, 9.0, 27.0};
        QVERIFY(isNear(geometricMean(runs), 2.0, 1e-12));
        QVERIFY(
            isNear(ratioOfRepeats(runs, others).ratio, geometricMean(runs) / geometricMean(others), 1e-12));
        QCOMPARE(geometricMean(std::vector{0.0, 5.0}), 0.0);
    }

    void pairsAreComparedAsWorkedOutByHand()
    {
        // Differences 0.1, 0.2, 0.3: mean 0.2, its deviation 0.1 / sqrt(3), Student's t of 2 degrees 4.303.
        const auto estimate = ratioOfRepeats(exponentials({1.1, 2.2, 3.3}), exponentials({1.0, 2.0, 3.0}));
        QVERIFY(isNear(estimate.ratio, std::exp(0.2), 1e-12));
        QVERIFY(isNear(estimate.interval.low, std::exp(0.2 - 4.303 * 0.1 / std::sqrt(3.0)), 0.005));
        QVERIFY(isNear(estimate.interval.high, std::exp(0.2 + 4.303 * 0.1 / std::sqrt(3.0)), 0.005));
        QCOMPARE(estimate.verdict, Verdict::Unclear); // 0.95 to 1.57
    }

    void unequalNumbersAreComparedByWelchsTest()
    {
        // Variances of the values 0.02 / 2 and 0.02 / 3.
        const auto estimate =
            ratioOfRepeats(exponentials({0.4, 0.5, 0.6}), exponentials({0.0, 0.1, 0.1, 0.2}));
        const double a = 0.01 / 3;
        const double b = (0.02 / 3) / 4;
        const double degrees = (a + b) * (a + b) / (a * a / 2 + b * b / 3);
        QVERIFY(degrees > 3 && degrees < 5); // t between 2.776 and 3.182
        QVERIFY(isNear(estimate.ratio, std::exp(0.4), 1e-12));
        const double reach = std::log(estimate.interval.high) - 0.4;
        QVERIFY(reach > 2.7 * std::sqrt(a + b) && reach < 3.2 * std::sqrt(a + b));
        QCOMPARE(estimate.verdict, Verdict::Slower);
        QCOMPARE(ratioOfRepeats(exponentials({0.0, 0.1, 0.1, 0.2}), exponentials({0.4, 0.5, 0.6})).verdict,
                 Verdict::Faster);
    }

    void equalTimesAreNoDifference()
    {
        const std::vector<double> same = {2.0, 2.0, 2.0};
        const auto estimate = ratioOfRepeats(same, same);
        QCOMPARE(estimate.ratio, 1.0);
        QCOMPARE(estimate.verdict, Verdict::Same);
        // Not in pairs, and without any spread: no division by zero.
        QCOMPARE(ratioOfRepeats(same, std::vector<double>(4, 1.0)).verdict, Verdict::Slower);
    }

    void twoRepeatsAreTooFew()
    {
        const auto estimate =
            ratioOfRepeats(std::vector<double>{2.0, 8.0}, std::vector<double>{1.0, 1.0, 1.0});
        QVERIFY(isNear(estimate.ratio, 4.0, 1e-12));
        QCOMPARE(estimate.verdict, Verdict::TooFewSamples);
        QVERIFY(std::isinf(estimate.interval.high));
        QCOMPARE(ratioOfRepeats({}, {}).verdict, Verdict::TooFewSamples);
    }

    void oneInTwentyIsAFalseAlarmOnAMachineThatDrifts()
    {
        const double alarms = falseAlarms(4'000);
        QVERIFY2(alarms > 0.005 && alarms < 0.06, qPrintable(QString::number(alarms)));
    }

    void pairsFindWhatDriftHides()
    {
        std::mt19937 random(3);
        std::normal_distribution<double> noise(0.0, 0.005);
        std::normal_distribution<double> walk(0.0, 0.1);
        int found = 0;
        for (int trial = 0; trial < 100; ++trial) {
            std::vector<double> a;
            std::vector<double> b;
            double speed = 0.0;
            for (int repeat = 0; repeat < 8; ++repeat) {
                speed += walk(random);
                a.push_back(std::exp(speed + noise(random)));
                b.push_back(1.03 * std::exp(speed + noise(random)));
            }
            found += ratioOfRepeats(b, a).verdict == Verdict::Slower ? 1 : 0;
        }
        QVERIFY2(found >= 95, qPrintable(QString::number(found)));
    }
};

QTEST_GUILESS_MAIN(TestRepeats)
#include "test_repeats.moc"
