#include "core/run/progress.h"

#include <QtTest>

using namespace stepscope;

class TestProgress : public QObject
{
    Q_OBJECT

private:
    /// Two epochs of ten steps of 100 ms with 50 images each, a first step of 900 ms, tests of 40 images.
    static Run runAfter(int steps)
    {
        Run run;
        run.outcome = RunOutcome::Running;
        run.stage = RunStage::Training;
        run.plan.epochs = 2;
        run.plan.stepsPerEpoch = 10;
        run.plan.totalSteps = 20;
        run.plan.tests = 2;
        run.plan.testImages = 150;
        run.plan.testBatches = 3;
        int64_t atNs = 0;
        for (int i = 0; i < steps; ++i) {
            StepMetrics step;
            step.step = i;
            step.startNs = atNs;
            step.durationNs = i == 0 ? 900'000'000 : 100'000'000;
            step.images = 50;
            step.epoch = 1 + i / 10;
            atNs += step.durationNs;
            run.steps.push_back(step);
        }
        return run;
    }

private Q_SLOTS:
    void knowsNothingBeforeTheFirstStep()
    {
        const auto progress = progressOf(runAfter(0));
        QCOMPARE(progress.fraction, 0.0);
        QVERIFY(progress.secondsLeft < 0);
    }

    void theFirstStepDoesNotSpoilTheRate()
    {
        const auto progress = progressOf(runAfter(6));
        QCOMPARE(progress.imagesPerSecond, 500.0);
        QCOMPARE(progress.stepMs, 100.0);
    }

    void estimatesTestsFromATrainingThirdUntilOneIsKnown()
    {
        // 14 steps of 0.1 s, and two tests of 150 images at a third of 2 ms an image: 0.1 s each.
        QCOMPARE(progressOf(runAfter(6)).secondsLeft, 1.4 + 2 * 0.1);
        auto run = runAfter(12);
        EpochMetrics epoch;
        epoch.testNs = 300'000'000;
        run.epochs.push_back(epoch);
        QVERIFY(qAbs(progressOf(run).secondsLeft - (0.8 + 0.3)) < 1e-9);
    }

    void aTestThatRunsCountsByItsBatches()
    {
        auto run = runAfter(20);
        EpochMetrics epoch;
        epoch.testNs = 300'000'000;
        run.epochs.push_back(epoch);
        run.stage = RunStage::Testing;
        run.testBatchesDone = 1;
        const auto progress = progressOf(run);
        QVERIFY(progress.testing);
        QVERIFY(qAbs(progress.secondsLeft - 0.2) < 1e-9);
    }

    void growsToOneAndOnlyAFinishedRunIsThere()
    {
        double last = 0;
        for (int steps = 1; steps <= 20; ++steps) {
            const auto fraction = progressOf(runAfter(steps)).fraction;
            QVERIFY(fraction > last);
            last = fraction;
        }
        QVERIFY(last < 1.0);
        auto run = runAfter(20);
        run.outcome = RunOutcome::Finished;
        QCOMPARE(progressOf(run).fraction, 1.0);
        QVERIFY(progressOf(run).secondsLeft < 0);
    }
};

QTEST_GUILESS_MAIN(TestProgress)
#include "test_progress.moc"
