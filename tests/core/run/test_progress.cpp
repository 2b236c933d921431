#include "core/run/progress.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

namespace {

constexpr int64_t millisecond = 1'000'000;

/// A training with known durations: what it reports at any moment, and how long it really takes.
struct Simulation
{
    int64_t epochs = 1;
    int64_t stepsPerEpoch = 120;
    int64_t testBatches = 10;
    int32_t images = 64;
    int64_t firstNs = 900 * millisecond;
    int64_t stepNs = 40 * millisecond;
    int64_t activeNs = 60 * millisecond;
    int64_t testBatchNs = 300 * millisecond;
    Experiment experiment;

    Simulation()
    {
        experiment.profileWait = 2;
        experiment.profileWarmup = 8;
        experiment.profileActive = 20;
        experiment.profileRepeat = 1;
    }

    int64_t stepsInAll() const { return epochs * stepsPerEpoch; }
    int64_t durationOf(int64_t step) const
    {
        if (step == 0)
            return firstNs;
        return stepPhase(experiment, step) == StepPhase::Active ? activeNs : stepNs;
    }

    /// After so many steps and so many batches of tests in all.
    Run after(int64_t steps, int64_t batches) const
    {
        Run run;
        run.experiment = experiment;
        run.outcome = RunOutcome::Running;
        run.plan.epochs = run.plan.tests = epochs;
        run.plan.stepsPerEpoch = stepsPerEpoch;
        run.plan.totalSteps = stepsInAll();
        run.plan.testBatches = testBatches;
        run.plan.testImages = testBatches * 1000;
        int64_t atNs = 0;
        for (int64_t i = 0; i < steps; ++i) {
            if (i > 0 && i % stepsPerEpoch == 0)
                atNs += testBatches * testBatchNs;
            run.steps.push_back({.step = i,
                                 .startNs = atNs,
                                 .durationNs = durationOf(i),
                                 .images = images,
                                 .epoch = int32_t(1 + i / stepsPerEpoch),
                                 .phase = stepPhase(experiment, i)});
            atNs += durationOf(i);
        }
        for (int64_t i = 0; i < batches / testBatches; ++i) {
            EpochMetrics epoch;
            epoch.testNs = testBatches * testBatchNs;
            run.epochs.push_back(epoch);
        }
        const bool isTesting = steps == (batches / testBatches + 1) * stepsPerEpoch;
        run.stage = isTesting ? RunStage::Testing : RunStage::Training;
        run.testBatchesDone = isTesting ? batches % testBatches : 0;
        run.testBatchesNs = run.testBatchesDone * testBatchNs;
        return run;
    }

    double trainingLeft(int64_t steps) const
    {
        int64_t leftNs = 0;
        for (int64_t i = steps; i < stepsInAll(); ++i)
            leftNs += durationOf(i);
        return double(leftNs) / 1e9;
    }
    double left(int64_t steps, int64_t batches) const
    {
        return trainingLeft(steps) + double((epochs * testBatches - batches) * testBatchNs) / 1e9;
    }
    double inAll() const { return left(0, 0); }
};

/// 1.7 s of training and 3 s of testing.
Simulation shortTraining()
{
    Simulation simulation;
    simulation.stepsPerEpoch = 20;
    simulation.experiment.profile = false;
    return simulation;
}

} // namespace

/// Within two percent of the whole run.
#define COMPARE_SECONDS(actual, expected, simulation)                                                        \
    QVERIFY2(                                                                                                \
        std::abs((actual) - (expected)) <= 0.02 * (simulation).inAll(),                                      \
        qPrintable(QString("%1 s, really %2 s of %3").arg(actual).arg(expected).arg((simulation).inAll())))

class TestProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsNothingBeforeTheFirstStep()
    {
        const auto progress = progressOf(Simulation().after(0, 0));
        QCOMPARE(progress.fraction, 0.0);
        QVERIFY(progress.secondsLeft < 0);
        QCOMPARE(timeLeftText(progress), std::string("time left not known yet"));
    }

    /// Its number of steps is not known in advance.
    void ofARecordedProgramTheSpeedIsKnown()
    {
        Run run = Simulation().after(8, 0);
        run.plan = {};
        const auto progress = progressOf(run);
        QCOMPARE(progress.stepMs, 40.0);
        QVERIFY(std::abs(progress.imagesPerSecond - 64 / 0.040) < 1e-6);
        QVERIFY(progress.secondsLeft < 0.0);
        QCOMPARE(progress.fraction, 0.0);
    }

    void theFirstStepDoesNotSpoilTheRate()
    {
        const auto progress = progressOf(Simulation().after(6, 0));
        QCOMPARE(progress.imagesPerSecond, 1600.0);
        QCOMPARE(progress.stepMs, 40.0);
    }

    void saysTheLeastUntilATestIsTimed_data()
    {
        QTest::addColumn<int>("steps");
        for (const int steps : {2, 9, 45, 78, 106})
            QTest::addRow("%d steps", steps) << steps;
    }
    void saysTheLeastUntilATestIsTimed()
    {
        // Steps of one image say nothing of a test in batches of a thousand.
        QFETCH(int, steps);
        Simulation simulation;
        simulation.images = 1;
        const auto progress = progressOf(simulation.after(steps, 0));
        QVERIFY(!progress.testsAreTimed);
        QVERIFY(timeLeftText(progress).starts_with("at least "));
        const double ofTraining = 1.0 - simulation.trainingLeft(steps) / simulation.trainingLeft(0);
        QVERIFY(progress.fraction > 0 && progress.fraction < ofTraining);
        if (steps > 30) { // before, no active step is known
            COMPARE_SECONDS(progress.secondsLeft, simulation.trainingLeft(steps), simulation);
        }
        QVERIFY(progress.secondsLeft <= simulation.left(steps, 0));
    }

    void theLeastIsNotSaidWhereItIsNothing()
    {
        const Simulation simulation;
        QCOMPARE(timeLeftText(progressOf(simulation.after(106, 0))), std::string("at least 1 s left"));
        QCOMPARE(timeLeftText(progressOf(simulation.after(110, 0))),
                 std::string("time of tests not known yet"));
    }

    void theTimeOfAFirstTestIsNotKnownBeforeItsFirstBatch()
    {
        const auto progress = progressOf(Simulation().after(120, 0));
        QVERIFY(progress.testing);
        QVERIFY(progress.secondsLeft < 0);
        QCOMPARE(timeLeftText(progress), std::string("time of tests not known yet"));
        QVERIFY(progress.fraction < 1.0);
    }

    /// A test that takes longer than the training.
    void aTestCountsBeforeItIsTimed()
    {
        const auto simulation = shortTraining();
        const auto progress = progressOf(simulation.after(20, 0));
        QVERIFY(!progress.testsAreTimed);
        const double really = 1.0 - simulation.left(20, 0) / simulation.inAll();
        QVERIFY2(std::abs(progress.fraction - really) < 0.15,
                 qPrintable(QString("%1, really %2").arg(progress.fraction).arg(really)));
    }

    void everyTestIsAssumedToTakeTime()
    {
        const RunPlan plan{.testImages = 1000, .tests = 1, .testBatches = 1};
        QVERIFY(assumedTestNs(plan, 1e6, 64) > 0);
        QVERIFY(assumedTestNs(plan, 1e6, 0) > assumedTestNs(plan, 1e6, 64));
        QVERIFY(assumedTestNs({.tests = 1, .testBatches = 1}, 1e6, 64) > 0); // its samples are not known
        QCOMPARE(assumedTestNs({}, 1e6, 64), 0.0);
    }

    /// As when a test takes longer than was assumed.
    void theFractionThatIsShownNeverFalls()
    {
        const auto simulation = shortTraining();
        const auto shown = [](SteadyFraction& fraction, const Run& run) {
            return fraction.of(run, progressOf(run));
        };
        const auto before = simulation.after(20, 0);
        const auto after = simulation.after(20, 1);
        QVERIFY(progressOf(after).fraction < progressOf(before).fraction);
        SteadyFraction fraction;
        const double last = shown(fraction, before);
        QCOMPARE(last, progressOf(before).fraction);
        QCOMPARE(shown(fraction, after), last);
        QVERIFY(shown(fraction, simulation.after(20, 9)) > last);
        Run other = simulation.after(5, 0);
        other.startUnixMs = 1;
        QCOMPARE(shown(fraction, other), progressOf(other).fraction);
    }

    void aTestCountsWithTheTimeOfItsBatches_data()
    {
        QTest::addColumn<int>("batches");
        for (const int batches : {1, 5, 9})
            QTest::addRow("%d batches", batches) << batches;
    }
    void aTestCountsWithTheTimeOfItsBatches()
    {
        QFETCH(int, batches);
        const Simulation simulation;
        const auto progress = progressOf(simulation.after(120, batches));
        QVERIFY(progress.testsAreTimed);
        QVERIFY(std::abs(progress.secondsLeft - 0.3 * (10 - batches)) < 1e-9);
        QVERIFY(std::abs(progress.fraction - (1.0 - progress.secondsLeft / simulation.inAll())) < 0.03);
    }

    void knowsTheRestOfALongRun_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("batches");
        QTest::addColumn<int>("repeat");
        for (const int repeat : {0, 1, 3}) {
            QTest::addRow("repeat %d, first test", repeat) << 120 << 4 << repeat;
            QTest::addRow("repeat %d, after the first test", repeat) << 121 << 10 << repeat;
            QTest::addRow("repeat %d, in the middle", repeat) << 300 << 20 << repeat;
            QTest::addRow("repeat %d, second test", repeat) << 240 << 13 << repeat;
            QTest::addRow("repeat %d, near the end", repeat) << 470 << 30 << repeat;
        }
    }
    void knowsTheRestOfALongRun()
    {
        QFETCH(int, steps);
        QFETCH(int, batches);
        QFETCH(int, repeat);
        Simulation simulation;
        simulation.epochs = 4;
        simulation.activeNs = 120 * millisecond;
        simulation.experiment.profileRepeat = repeat;
        const auto progress = progressOf(simulation.after(steps, batches));
        COMPARE_SECONDS(progress.secondsLeft, simulation.left(steps, batches), simulation);
        const double really = 1.0 - simulation.left(steps, batches) / simulation.inAll();
        QVERIFY2(std::abs(progress.fraction - really) < 0.03,
                 qPrintable(QString("%1, really %2").arg(progress.fraction).arg(really)));
    }

    void stepsThatGoIntoTheTraceDoNotCountForTheOthers()
    {
        // 28 of 48 steps so far were slow, and none of the later ones is.
        Simulation simulation;
        simulation.stepsPerEpoch = 1000;
        simulation.activeNs = 400 * millisecond;
        simulation.experiment.profileWait = 20;
        simulation.experiment.profileWarmup = 0;
        simulation.experiment.profileActive = 28;
        const auto progress = progressOf(simulation.after(48, 0));
        QVERIFY(std::abs(progress.secondsLeft - 0.040 * 952) < 0.5);
    }

    /// The machine may have become slower since, as when other programs use it.
    void theFewStepsBeforeTheRecordedOnesDoNotCountForAllOthers()
    {
        Simulation simulation;
        simulation.stepsPerEpoch = 1000;
        simulation.stepNs = 400 * millisecond;
        simulation.activeNs = 4000 * millisecond;
        const auto progress = progressOf(simulation.after(20, 0));
        QVERIFY2(progress.secondsLeft > 1000, qPrintable(QString::number(progress.secondsLeft)));
    }

    void aSingleStepDoesNotDecideTheTimeLeft()
    {
        Simulation simulation;
        simulation.stepsPerEpoch = 1000;
        simulation.stepNs = 3000 * millisecond;
        simulation.experiment.profile = false;
        auto run = simulation.after(100, 0);
        const double before = progressOf(run).secondsLeft;
        QVERIFY(std::abs(before - 900 * 3.0) < 1e-6);
        run.steps.back().durationNs = 300 * millisecond;
        const double after = progressOf(run).secondsLeft;
        QVERIFY2(std::abs(after - before) < 0.05 * before, qPrintable(QString::number(after)));
    }

    void aSpeedThatChangesIsFollowed()
    {
        Simulation simulation;
        simulation.stepsPerEpoch = 10'000;
        simulation.experiment.profile = false;
        auto run = simulation.after(3500, 0);
        for (size_t i = 2000; i < 3500; ++i) {
            run.steps[i].startNs = run.steps[i - 1].startNs + run.steps[i - 1].durationNs;
            run.steps[i].durationNs = 80 * millisecond;
        }
        QVERIFY(std::abs(progressOf(run).secondsLeft - 6500 * 0.080) < 1e-6);
    }

    void noMoreThanTheTimeLimitIsLeft()
    {
        Simulation simulation;
        simulation.stepsPerEpoch = 10'000;
        simulation.experiment.seconds = 3;
        QVERIFY(progressOf(simulation.after(5, 0)).secondsLeft <= 3.0);
    }

    void growsToOneAndOnlyAFinishedRunIsThere()
    {
        const Simulation simulation;
        double last = 0;
        for (int steps = 1; steps <= 120; ++steps) {
            const auto fraction = progressOf(simulation.after(steps, 0)).fraction;
            QVERIFY(fraction > last);
            last = fraction;
        }
        QVERIFY(last < 1.0);
        auto run = simulation.after(120, 10);
        run.outcome = RunOutcome::Finished;
        QCOMPARE(progressOf(run).fraction, 1.0);
        QVERIFY(progressOf(run).secondsLeft < 0);
    }
};

QTEST_GUILESS_MAIN(TestProgress)
#include "test_progress.moc"
