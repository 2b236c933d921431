#include "core/comparison/bootstrap.h"
#include "core/comparison/drift.h"
#include "core/run/run.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace stepscope;

namespace {

/// Step times of a machine whose speed wanders from step to step, with 5 % of noise in addition.
class WanderingMachine
{
public:
    explicit WanderingMachine(double wandering)
        : m_wandering(wandering)
    {
    }

    std::vector<double> steps(size_t count)
    {
        std::vector<double> times(count);
        for (double& time : times) {
            m_state += m_wandering * m_normal(m_random);
            time = 1e7 * std::exp(m_state + 0.05 * m_normal(m_random));
        }
        return times;
    }

private:
    std::mt19937 m_random{11};
    std::normal_distribution<double> m_normal;
    double m_wandering;
    double m_state = 0.0;
};

std::vector<double> constant(size_t count, double value)
{
    return std::vector<double>(count, value);
}

bool near(double value, double expected)
{
    return std::abs(value - expected) < 1e-9;
}

} // namespace

class TestDrift : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsHaveTheirMedians()
    {
        const auto parts = partMedians(std::vector<double>{1, 1, 2, 2, 4, 4, 8, 8});
        QVERIFY(!parts.eighths); // too short for them
        std::vector<double> longer;
        for (int i = 0; i < 80; ++i)
            longer.push_back(std::exp(double(i / 10)));
        for (size_t i = 0; i < 8; ++i)
            QVERIFY(near(partMedians(longer).eighths.value()[i], double(i)));
        for (size_t i = 0; i < 4; ++i)
            QVERIFY(near(parts.quarters[i], double(i) * std::log(2.0)));
        QVERIFY(near(parts.halves[0], std::log(1.5)));
        QVERIFY(near(parts.halves[1], std::log(6.0)));
    }

    void theLargestOfAllPartsCounts()
    {
        const PartMedians still{};
        // Quarters: three steps of 0.1 of six, mean square 0.005. Halves: one of 0.3 of two, 0.045.
        const PartMedians moving{{0.0, 0.1, 0.2, 0.3}, {0.0, 0.3}};
        QVERIFY(near(driftBetween(moving, still, 0.0, 1.0).variance, 0.045));
        QVERIFY(near(driftBetween(moving, still, 0.01, 1.0).variance, 0.035));
        const PartMedians trembling{{0.0, 0.1, 0.0, 0.1}, {0.0, 0.0}};
        QVERIFY(near(driftBetween(still, trembling, 0.001, 1.0).variance, 0.003));
        // Seven differences of 0.1 of fourteen, less half of the noise.
        const PartMedians flickering{{}, {}, std::array{0.0, 0.1, 0.0, 0.1, 0.0, 0.1, 0.0, 0.1}};
        const PartMedians calm{{}, {}, std::array<double, 8>{}};
        QVERIFY(near(driftBetween(calm, flickering, 0.0001, 1.0).variance, 0.0046));
        QCOMPARE(driftBetween(calm, flickering, 0.0001, 1.0).degrees, 6.0);
        QCOMPARE(driftBetween(still, flickering, 0.0001, 1.0).variance, 0.0); // one is too short
        QCOMPARE(driftBetween(still, trembling, 0.001, 1.0).degrees, 3.0);
    }

    /// B2 as in Barnes' tables.
    void runsThatAreFurtherApartMayDifferMore()
    {
        const PartMedians still{};
        const PartMedians moving{{}, {0.0, 0.2}}; // 0.02
        const auto variance = [&](double lengths) {
            return driftBetween(moving, still, 0.0, lengths).variance / 0.02;
        };
        QVERIFY(near(variance(0.5), 1.0));
        QVERIFY(std::abs(variance(2.0) - 1.566) < 0.001);
        QVERIFY(std::abs(variance(4.0) - 2.079) < 0.001);
        QVERIFY(std::abs(variance(30.0) - 3.535) < 0.001);
        QCOMPARE(variance(1e6), variance(30.0));
    }

    void distancesAreInLengthsOfARun()
    {
        Run run;
        Run baseline;
        run.steps = {{.durationNs = 300'000'000}, {.durationNs = 100'000'000}};
        baseline.steps = {{.durationNs = 600'000'000}};
        QCOMPARE(lengthsApart(run, baseline), 1.0); // not known
        run.startUnixMs = 10'000;
        baseline.startUnixMs = 13'000;
        QCOMPARE(lengthsApart(run, baseline), 6.0);
        QCOMPARE(lengthsApart(baseline, run), 6.0);
        baseline.startUnixMs = 10'001;
        QCOMPARE(lengthsApart(run, baseline), 1.0);
    }

    void whatTheNoiseExplainsIsNoDrift()
    {
        const PartMedians trembling{{0.0, 0.1, 0.0, 0.1}, {0.0, 0.0}};
        QCOMPARE(driftBetween(trembling, trembling, 0.01, 1.0).variance, 0.0);
    }

    void bothRunsAreTakenToChangeAsTheOneThatChangesMore()
    {
        // Logarithms 0, 1, 0, 1 in stretches of two steps: variance 1/3.
        const double e = std::exp(1.0);
        const std::vector<double> changing{1, 1, e, e, 1, 1, e, e};
        const auto drift = driftOfStretches(changing, constant(20, 5.0), 2);
        QVERIFY(near(drift.variance, 2.0 / 3.0));
        QCOMPARE(drift.degrees, 3.0);
        QCOMPARE(driftOfStretches(changing, constant(20, 5.0), 3).variance, 0.0);
    }

    void aWanderingMachineIsRarelyTakenForADifference()
    {
        WanderingMachine machine(0.001); // 2 % in 400 steps
        const DifferenceTest test{.resamples = 400};
        int different = 0;
        for (int pair = 0; pair < 100; ++pair) {
            const auto first = sampleMedian(machine.steps(400), test, 0);
            const auto second = sampleMedian(machine.steps(400), test, 1);
            different += isDifference(estimateOf(logRatioOfMedians(second, first, 1.0), test).verdict);
        }
        QVERIFY2(different <= 7, qPrintable(QString::number(different)));
    }
};

QTEST_GUILESS_MAIN(TestDrift)
#include "test_drift.moc"
