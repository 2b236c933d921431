// How often runs of a simulated machine are called different, or not. Each machine starts from a fixed seed.

#include "core/comparison/comparison.h"
#include "core/comparison/operator_comparison.h"

#include "tests/support/simulated_machine.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int steps = 300;

struct Counts
{
    int pairs = 0;
    int slower = 0;
    int faster = 0;
    int unclear = 0;
    int pairsWithFalseOperator = 0;
    int slowOperatorsFound = 0;
};

Counts judge(Disturbance disturbance, int pairs, double slower, int recorded = 0, int slowOperators = 0)
{
    const DifferenceTest test{.resamples = 200};
    Counts counts{.pairs = pairs};
    SimulatedMachine machine(disturbance, 5);
    for (int pair = 0; pair < pairs; ++pair) {
        const Run baseline = machine.run(steps, 1.0, recorded);
        const Run run = machine.run(steps, slower, recorded, slowOperators);
        const std::vector<NamedRun> named{{&baseline, "A"}, {&run, "B"}};
        const auto verdict = compareRuns(named, {.test = test}).runs[1].stepTime->verdict;
        counts.slower += verdict == Verdict::Slower;
        counts.faster += verdict == Verdict::Faster;
        counts.unclear += verdict == Verdict::Unclear;
        if (recorded == 0)
            continue;
        bool anyFalse = false;
        for (const auto& row : compareOperators(named, {.test = test}).rows) {
            const auto verdictOfRow = row.cells[1].difference->verdict;
            const bool isSlow = std::stoi(row.name.substr(8)) < slowOperators;
            counts.slowOperatorsFound += isSlow && verdictOfRow == Verdict::Slower;
            anyFalse = anyFalse || (!isSlow && isDifference(verdictOfRow));
        }
        counts.pairsWithFalseOperator += anyFalse;
    }
    return counts;
}

QByteArray described(const Counts& counts)
{
    return QString(
               "%1 pairs: %2 slower, %3 faster, %4 too noisy; %5 with a false operator, %6 slow ones found")
        .arg(counts.pairs)
        .arg(counts.slower)
        .arg(counts.faster)
        .arg(counts.unclear)
        .arg(counts.pairsWithFalseOperator)
        .arg(counts.slowOperatorsFound)
        .toUtf8();
}

} // namespace

class TestFalseVerdicts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalRunsAreRarelyCalledDifferent_data()
    {
        QTest::addColumn<Disturbance>("disturbance");
        for (const auto disturbance : allDisturbances)
            QTest::newRow(disturbanceName(disturbance)) << disturbance;
    }

    void equalRunsAreRarelyCalledDifferent()
    {
        QFETCH(Disturbance, disturbance);
        const auto counts = judge(disturbance, 200, 1.0, 50);
        QVERIFY2(counts.slower + counts.faster <= 10, described(counts)); // one in twenty
        QVERIFY2(counts.pairsWithFalseOperator <= 10, described(counts));
    }

    void anEffectOfTwiceTheNoiseIsFound()
    {
        const auto counts = judge(Disturbance::None, 100, 1 + 2 * SimulatedMachine::noise);
        QVERIFY2(counts.slower >= 95, described(counts));
        const auto faster = judge(Disturbance::None, 100, 1 / (1 + 2 * SimulatedMachine::noise));
        QVERIFY2(faster.faster >= 95, described(faster));
    }

    void aTwelvefoldDifferenceIsFoundUnderLoad_data() { equalRunsAreRarelyCalledDifferent_data(); }

    void aTwelvefoldDifferenceIsFoundUnderLoad()
    {
        QFETCH(Disturbance, disturbance);
        const auto counts = judge(disturbance, 60, 12.0);
        QVERIFY2(counts.slower >= 45, described(counts));
        QVERIFY2(counts.faster == 0 && counts.slower + counts.unclear == counts.pairs, described(counts));
    }

    void whatOtherProgramsCanExplainIsUnclear()
    {
        const auto counts = judge(Disturbance::LoadOfRun, 100, 1.3);
        QVERIFY2(counts.unclear >= 50, described(counts));
    }

    void operatorsThatTakeTwiceAsLongAreFound()
    {
        const auto counts = judge(Disturbance::None, 40, 1.0, 50, 3);
        QVERIFY2(counts.slowOperatorsFound >= 114, described(counts)); // of 120
        QVERIFY2(counts.pairsWithFalseOperator <= 4, described(counts));
    }

    void verdictsByStepAndByImageAgreeAtEqualBatchSizes()
    {
        for (const auto disturbance : allDisturbances) {
            SimulatedMachine machine(disturbance, 3);
            for (int pair = 0; pair < 10; ++pair) {
                Run baseline = machine.run(steps);
                Run run = machine.run(steps, 1.0 + 0.02 * pair);
                run.steps[100].images = 32; // the last batch of an epoch
                const auto compared = compareRuns(std::vector<NamedRun>{{&baseline, "A"}, {&run, "B"}});
                const auto& byStep = *compared.runs[1].stepTime;
                const auto& byImage = *compared.runs[1].imageTime;
                QCOMPARE(byStep.verdict, byImage.verdict);
                QCOMPARE(byStep.ratio, byImage.ratio);
                QCOMPARE(byStep.interval.low, byImage.interval.low);
                QCOMPARE(byStep.interval.high, byImage.interval.high);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestFalseVerdicts)
#include "test_false_verdicts.moc"
