#include "core/run/bootstrap.h"
#include "core/run/drift.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace stepscope;

namespace {

/// Step times of a machine whose speed wanders from step to step, on top of 5 % of noise.
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
        for (size_t i = 0; i < 4; ++i)
            QVERIFY(near(parts.quarters[i], double(i) * std::log(2.0)));
        QVERIFY(near(parts.halves[0], std::log(1.5)));
        QVERIFY(near(parts.halves[1], std::log(6.0)));
    }

    void theLargerOfQuartersAndHalvesCounts()
    {
        const PartMedians still{};
        // Quarters: three steps of 0.1 of six, mean square 0.005. Halves: one of 0.3 of two, 0.045.
        const PartMedians moving{{0.0, 0.1, 0.2, 0.3}, {0.0, 0.3}};
        QVERIFY(near(driftBetween(moving, still, 0.0).variance, 0.045));
        QVERIFY(near(driftBetween(moving, still, 0.01).variance, 0.035));
        const PartMedians trembling{{0.0, 0.1, 0.0, 0.1}, {0.0, 0.0}};
        QVERIFY(near(driftBetween(still, trembling, 0.001).variance, 0.003));
    }

    void whatTheNoiseExplainsIsNoDrift()
    {
        const PartMedians trembling{{0.0, 0.1, 0.0, 0.1}, {0.0, 0.0}};
        QCOMPARE(driftBetween(trembling, trembling, 0.01).variance, 0.0);
    }

    void stretchesOfBothRunsAddUp()
    {
        // Logarithms 0, 1, 0, 1 in stretches of two steps: variance 1/3.
        const double e = std::exp(1.0);
        const std::vector<double> changing{1, 1, e, e, 1, 1, e, e};
        const auto drift = driftOfStretches(changing, constant(20, 5.0), 2);
        QVERIFY(near(drift.variance, 1.0 / 3.0));
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
            different += isDifference(estimateOf(logRatioOfMedians(second, first), test).verdict);
        }
        QVERIFY2(different <= 7, qPrintable(QString::number(different)));
    }
};

QTEST_GUILESS_MAIN(TestDrift)
#include "test_drift.moc"
