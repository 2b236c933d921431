#include "core/comparison/recorder_trial.h"

#include "core/base/files/temporary_folder.h"
#include "core/comparison/comparison.h"
#include "core/run_file/run_file.h"
#include "core/run_file/run_file_writer.h"
#include "trial_run.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;
using test::trialRun;

namespace {

/// A letter a block: "+" with the recorder, "-" without.
QByteArray blocks(const RecorderTrial& trial)
{
    QByteArray letters;
    for (int64_t step = trial.firstStep; step < trial.firstStep + trial.steps();
         step += RecorderTrial::blockSteps)
        letters += trial.phaseOf(step) == StepPhase::WithRecorder ? '+' : '-';
    return letters;
}

constexpr size_t firstOfTrial = 70;
const std::vector<double> eight = {1.01, 1.02, 1.03, 1.04, 1.06, 1.07, 1.08, 1.09};

bool near(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

} // namespace

class TestRecorderTrial : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesHalfOfTheStepsThatAreLeftAtMost()
    {
        QCOMPARE(planRecorderTrial(60, 379).pairs, 0);
        QCOMPARE(planRecorderTrial(60, 380).pairs, 8);
        QCOMPARE(planRecorderTrial(60, 380).steps(), 160);
        QCOMPARE(planRecorderTrial(60, 938).pairs, 20); // as many of either order
        QCOMPARE(planRecorderTrial(60, 60'000).pairs, 40);
        QCOMPARE(planRecorderTrial(60, 30).pairs, 0);
        QCOMPARE(planRecorderTrial(60, 380).firstStep, 60);
    }

    void turnsTheOrderFromPairToPair()
    {
        const RecorderTrial trial{60, 4};
        QCOMPARE(blocks(trial), QByteArray("+--++--+"));
        QCOMPARE(trial.phaseOf(59), StepPhase::Off);
        QCOMPARE(trial.phaseOf(69), StepPhase::WithRecorder);
        QCOMPARE(trial.phaseOf(70), StepPhase::WithoutRecorder);
        QCOMPARE(trial.phaseOf(140), StepPhase::Off);
        QVERIFY(trial.isBoundary(60) && trial.isBoundary(80) && trial.isBoundary(140));
        QVERIFY(!trial.isBoundary(50) && !trial.isBoundary(61) && !trial.isBoundary(150));
        QVERIFY(!RecorderTrial{}.isBoundary(0));
    }

    void theCostIsTheMedianOverThePairs()
    {
        const auto cost = recorderCost(trialRun(eight));
        QVERIFY(cost);
        QVERIFY(near(cost->share, 0.05));
        QCOMPARE(cost->pairs, 8);
        QVERIFY(near(cost->interval.low, 0.01)); // of eight, both ends are needed: 1 - 2 / 2^8 = 99.2 %
        QVERIFY(near(cost->interval.high, 0.09));
        QVERIFY(cost->isFound());
    }

    void theIntervalIsThatOfTheOrderStatistics()
    {
        std::vector<double> twenty;
        for (int i = 1; i <= 20; ++i)
            twenty.push_back(1.0 + 0.01 * i);
        const auto cost = recorderCost(trialRun(twenty));
        QVERIFY(near(cost->share, 0.105));
        QVERIFY(
            near(cost->interval.low, 0.06)); // the 6th and 15th of 20, 95.9 %: the tables of the sign test
        QVERIFY(near(cost->interval.high, 0.15));
    }

    void aCostBelowNothingIsSaid()
    {
        const auto cost = recorderCost(trialRun({0.98, 0.99, 0.99, 0.995, 0.995, 1.0, 1.01, 1.02}));
        QVERIFY(near(cost->share, -0.005));
        QVERIFY(near(cost->interval.low, -0.02));
        QVERIFY(near(cost->interval.high, 0.02));
        QVERIFY(!cost->isFound());
    }

    void aMachineThatGrowsSlowerIsNoCost()
    {
        Run run = trialRun(std::vector<double>(8, 1.0));
        for (auto& step : run.steps)
            step.durationNs += step.step * 1000;
        const auto cost = recorderCost(run);
        QVERIFY(std::abs(cost->share) <
                0.0005); // half of the pairs would say 0.9 % less, the others as much more
        QVERIFY(!cost->isFound());
    }

    void theFirstStepOfABlockDoesNotCount()
    {
        Run run = trialRun(eight);
        for (size_t at = firstOfTrial; at < run.steps.size() - 10; ++at) {
            const bool isFirst = (at - firstOfTrial) % size_t(RecorderTrial::blockSteps) == 0;
            // Of the nine that count, four more outliers leave the median where it is; a fifth would not.
            const bool isOutlier = (at - firstOfTrial) % size_t(RecorderTrial::blockSteps) > 5;
            if (isFirst || isOutlier)
                run.steps[at].durationNs = at % 3 ? 50'000'000 : 60'000'000;
        }
        QVERIFY(near(recorderCost(run)->share, 0.05));
    }

    void aPairWithABatchOfAnotherSizeDoesNotCount()
    {
        Run run = trialRun({1.01, 1.02, 1.03, 1.04, 1.06, 1.07, 1.08, 9.0});
        run.steps[firstOfTrial + 7 * 20 + 13].images = 4;
        const auto cost = recorderCost(run);
        QCOMPARE(cost->pairs, 7);
        QVERIFY(near(cost->share, 0.04));
        run.steps[firstOfTrial].images = 4;
        QCOMPARE(recorderCost(run)->pairs, 6);
        run.steps[firstOfTrial + 20].images = 4;
        QVERIFY(!recorderCost(run)); // five pairs enclose the median with 93.75 % only
    }

    void aTrialThatWasCutShortHasTheCostOfItsPairs()
    {
        Run run = trialRun(eight);
        run.steps.resize(firstOfTrial + 6 * 20 + 19);
        QCOMPARE(recorderCost(run)->pairs, 6);
        run.steps.resize(firstOfTrial + 5 * 20 + 19);
        QVERIFY(!recorderCost(run));
        run.steps.resize(firstOfTrial + 3);
        QVERIFY(!recorderCost(run));
        run.steps.resize(firstOfTrial);
        QVERIFY(!recorderCost(run));
        QVERIFY(!recorderCost({}));
    }

    void otherFiguresLeaveItsStepsOut()
    {
        Run run = trialRun(std::vector<double>(8, 3.0));
        QCOMPARE(stepTimes(run).count, 79);
        QCOMPARE(stepTimes(run).p95Ns, 1e6);
        QCOMPARE(trainingImagesPerSecond(run), 10'000.0);
        QCOMPARE(trainingNs(run), 80'000'000 + 80 * 3'000'000 + 80'000'000); // these were trained, too
        Run untried = run;
        std::erase_if(untried.steps, [](const StepMetrics& step) { return isRecorderTrial(step.phase); });
        const auto compared = compareRuns(std::vector<NamedRun>{{&untried, "untried"}, {&run, "tried"}});
        QCOMPARE(compared.runs[1].stepTime->ratio, 1.0);
        QCOMPARE(compared.runs[1].stepTime->interval.high, 1.0);
        QCOMPARE(compared.runs[1].imageTime->interval.high, 1.0);
        QVERIFY(near(compared.runs[1].recorderCost->share, 2.0));
        QVERIFY(!compared.runs[0].recorderCost);
    }

    void theRunFileKeepsIt()
    {
        const TemporaryFolder folder;
        const auto path = folder.path() / "run.stepscope";
        const Run run = trialRun(eight);
        {
            RunFileWriter writer(path, run.experiment);
            RunUpdate update;
            update.plan = run.plan;
            update.steps = run.steps;
            update.outcome = RunOutcome::Finished;
            writer.write(update);
            writer.close();
        }
        const auto stored = readRunFile(path);
        QVERIFY(stored.problems.empty());
        QCOMPARE(stored.run.steps[firstOfTrial].phase, StepPhase::WithRecorder);
        QCOMPARE(stored.run.steps[firstOfTrial + 10].phase, StepPhase::WithoutRecorder);
        QCOMPARE(stored.run.steps.back().phase, StepPhase::Off);
        QCOMPARE(recorderCost(stored.run)->share, recorderCost(run)->share);
        QCOMPARE(recorderCost(stored.run)->interval.high, recorderCost(run)->interval.high);
        QCOMPARE(readRunSummary(path).imagesPerSecond, 10'000.0);
    }
};

QTEST_GUILESS_MAIN(TestRecorderTrial)
#include "test_recorder_trial.moc"
