#include "core/run/run_figures.h"

#include "tests/core/exchange/sample_run.h"

#include <QtTest>

#include <cmath>

using namespace stepscope;

namespace {

Run runOfSteps(std::initializer_list<int64_t> durationsNs)
{
    Run run;
    for (const auto duration : durationsNs)
        run.steps.push_back({.step = int64_t(run.steps.size()), .durationNs = duration, .images = 10});
    return run;
}

Trace traceOfSteps(std::initializer_list<int64_t> numbers)
{
    Trace trace;
    for (const auto number : numbers)
        trace.steps.push_back({.number = number, .phase = StepPhase::Active});
    return trace;
}

} // namespace

class TestRunFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastLineIsTheClassicOne()
    {
        EpochMetrics epoch{.testImages = 10000, .testCorrect = 9914, .testLoss = 0.02749};
        QCOMPARE(testLine(epoch), "Test set: Average loss: 0.0275, Accuracy: 9914/10000 (99%)");
        epoch.testCorrect = 980;
        epoch.testLoss = 2.3026;
        QCOMPARE(testLine(epoch), "Test set: Average loss: 2.3026, Accuracy: 980/10000 (10%)");
    }

    void speedsOfMostSteps()
    {
        const StepTimes times{.count = 20, .medianNs = 20.0, .p5Ns = 10.0, .p95Ns = 40.0};
        const auto speeds = usualSpeeds(times, 4);
        QVERIFY(speeds);
        QCOMPARE(speeds->low, 4e9 / 40.0);
        QCOMPARE(speeds->high, 4e9 / 10.0);
        QVERIFY(!usualSpeeds(times, 0)); // the batch size is not known
        QVERIFY(!usualSpeeds({.count = 19, .p5Ns = 10.0, .p95Ns = 40.0}, 4));
        QVERIFY(!usualSpeeds({}, 4));
    }

    void stepTimesTellTheFirstStepFromTheRest()
    {
        const auto times = stepTimes(runOfSteps({90'000, 10, 50, 30, 20, 40}));
        QCOMPARE(times.count, 5);
        QCOMPARE(times.firstNs, 90'000.0);
        QCOMPARE(times.medianNs, 30.0);
        QCOMPARE(times.p5Ns, 12.0); // between 10 and 20, as numpy.percentile([10, 20, 30, 40, 50], 5)
        QCOMPARE(times.p95Ns, 48.0);
    }

    void fewStepsAreNoTrouble()
    {
        QCOMPARE(stepTimes(runOfSteps({})).count, 0);
        QCOMPARE(stepTimes(runOfSteps({7})).count, 0);
        QCOMPARE(stepTimes(runOfSteps({7})).firstNs, 7.0);
        QCOMPARE(stepTimes(runOfSteps({7, 3})).medianNs, 3.0);
        QCOMPARE(stepTimes(runOfSteps({7, 3})).p95Ns, 3.0);
    }

    void imagesPerSecondLeaveTheFirstStepOut()
    {
        QCOMPARE(trainingImagesPerSecond(runOfSteps({1'000'000'000, 10'000'000, 10'000'000})), 1000.0);
        QCOMPARE(trainingImagesPerSecond(runOfSteps({10'000'000})), 1000.0);
        QCOMPARE(trainingImagesPerSecond(runOfSteps({})), 0.0);
    }

    void recentFiguresAreMeansOverImages()
    {
        const Run run = test::sampleRun();
        const auto recent = recentTraining(run, 2);
        QCOMPARE(recent.loss, (1.25 * 4 + 1.0 * 2) / 6);
        QCOMPARE(recent.accuracy, 3.0 / 6);
        QCOMPARE(recentTraining(run, 100).accuracy, 6.0 / 18);
        QCOMPARE(recentTraining(Run{}).loss, 0.0);
    }

    void hitsThatWereNotCountedGiveNoAccuracy()
    {
        Run run = test::sampleRun();
        QVERIFY(hasAccuracy(run));
        for (auto& step : run.steps)
            step.correct = StepMetrics::notCounted;
        for (auto& epoch : run.epochs)
            epoch.testCorrect = StepMetrics::notCounted;
        QVERIFY(!hasAccuracy(run));
        QVERIFY(std::isnan(recentTraining(run).accuracy));
        QCOMPARE(testLine({.testImages = 10, .testCorrect = StepMetrics::notCounted, .testLoss = 1.5}),
                 "Test set: Average loss: 1.5000");
        QCOMPARE(testLine({.testImages = 10, .testCorrect = StepMetrics::notCounted, .testLoss = 2.431e-5}),
                 "Test set: Average loss: 2.43e-05");
        const auto results = testResults(run);
        QVERIFY(results && !results->finalAccuracy && !results->bestAccuracy);
        QVERIFY(!nsToAccuracy(run, 0.0));
    }

    void statisticsAreThoseOfTheTraceWhenThereIsOne()
    {
        Run run = test::sampleRun();
        run.totals.steps = 5;
        run.totals.rows.push_back({.name = NameId(0), .calls = 1, .selfNs = 1});
        const auto traced = runStatistics(run, OperatorGrouping::ByOperator);
        QCOMPARE(traced.steps, 2);
        QCOMPARE(coveredSteps(traced, run.trace), "active steps 2 and 3");

        Trace empty;
        empty.names.intern("aten::mm");
        run.trace = empty;
        const auto counted = runStatistics(run, OperatorGrouping::ByOperator);
        QCOMPARE(counted.steps, 5);
        QCOMPARE(coveredSteps(counted, run.trace), "all 5 steps");
    }

    void saysWhichStepsAreCovered()
    {
        const auto covered = [](int64_t steps, std::initializer_list<int64_t> active) {
            return coveredSteps({.steps = steps}, traceOfSteps(active));
        };
        QCOMPARE(covered(938, {}), "all 938 steps");
        QCOMPARE(covered(1, {}), "the only step");
        QCOMPARE(covered(1, {1234}), "active step 1,234");
        QCOMPARE(covered(3, {10, 11, 12}), "active steps 10 to 12");
        QCOMPARE(covered(2, {10, 11}), "active steps 10 and 11");
        QCOMPARE(covered(4, {10, 11, 20, 21}), "4 active steps between 10 and 21");
    }

    void callsOutsideOfStepsAreSaidToBeCovered()
    {
        Run run = test::sampleRun();
        test::appendEvents(run.trace, "aten::zeros 9000100-9000200\n");
        QCOMPARE(coveredSteps(runStatistics(run, OperatorGrouping::ByOperator), run.trace),
                 "active steps 2 and 3 and 1 call outside of steps");
        QCOMPARE(
            coveredSteps(operatorStatistics(run.trace, OperatorGrouping::ByOperator, {.last = 2}), run.trace),
            "active step 2");
        run.trace.steps.clear();
        QCOMPARE(coveredSteps(runStatistics(run, OperatorGrouping::ByOperator), run.trace),
                 "the whole trace");
    }

    void stepsWithoutOperatorsAreMentioned()
    {
        const auto covered = [](const Run& run) {
            return coveredSteps(runStatistics(run, OperatorGrouping::ByOperator), run.trace);
        };
        Run run = test::sampleRun();
        const EventId end = run.trace.endEvent();
        run.trace.steps.push_back({4, 9'000'000, 1'000, end, end, StepPhase::Active});
        QCOMPARE(covered(run), "active steps 2 to 4 (2 of them with operators)");
        run.trace.steps.erase(run.trace.steps.begin(), run.trace.steps.begin() + 2);
        Run outside = run;
        outside.trace.steps.front().firstEvent = outside.trace.steps.front().endEvent = EventId(0);
        const auto calls = callsOutsideSteps(outside.trace);
        QCOMPARE(covered(outside), std::to_string(calls) + " calls, all outside of active step 4");
    }

    void fewStepsHaveNoPercentiles()
    {
        QVERIFY(!StepTimes{.count = 19}.hasPercentiles());
        QVERIFY(StepTimes{.count = 20}.hasPercentiles());
    }

    void theMachinesUseIsThatOfTrainingAlone()
    {
        constexpr int64_t second = 1'000'000'000;
        Run run;
        run.steps.push_back({.startNs = 0, .durationNs = 2 * second});
        run.epochs.push_back({.endNs = 3 * second});
        const auto add = [&](double seconds, float cpu, int64_t resident) {
            run.samples.push_back(
                {.timeNs = int64_t(seconds * 1e9), .processCpuPercent = cpu, .residentBytes = resident});
        };
        add(-1.0, 900.0F, 9000); // before the first step
        add(1.0, 100.0F, 1000);  // one of its two seconds is training
        add(2.0, 200.0F, 3000);
        add(4.0, 300.0F, 2000); // likewise
        add(5.0, 900.0F, 9000); // after the last test
        run.samples[1].peakAllocatedBytes = 70;
        run.samples[2].peakAllocatedBytes = 90;
        run.samples[2].gpus = {{.utilizationPercent = 80.0F, .memoryUsedBytes = 500}};
        run.samples[3].gpus = {{.memoryUsedBytes = 400}};
        const auto use = machineUse(run);
        QCOMPARE(use.samples, 3);
        QCOMPARE(use.processCpuPercent, 200.0);
        QCOMPARE(use.peakResidentBytes, 3000);
        QCOMPARE(use.peakAllocatedBytes, 90);
        QCOMPARE(use.gpuUtilizationPercent, 80.0);
        QCOMPARE(use.peakGpuMemoryBytes, 500);
    }

    void evaluationsEndTheEpochsOfStepsThatNameNone()
    {
        auto run = runOfSteps({10, 10, 10, 10, 10, 10});
        QVERIFY(!epochOf(run, run.steps[0]));
        run.epochs = {{.epoch = 1, .steps = 2, .lastStep = 1}, {.epoch = 2, .steps = 3, .lastStep = 4}};
        std::vector<int32_t> epochs;
        for (const auto& step : run.steps)
            epochs.push_back(epochOf(run, step).value_or(0));
        QCOMPARE(epochs, (std::vector<int32_t>{1, 1, 2, 2, 2, 3}));
        run.steps[0].epoch = 7;
        QCOMPARE(epochOf(run, run.steps[0]), 7);
    }

    void theUseByOtherProgramsIsKnownForSingleSteps()
    {
        constexpr int64_t ms = 1'000'000;
        Run run;
        for (int64_t i = 0; i < 5; ++i) {
            run.steps.push_back(
                {.step = i, .startNs = i * 500 * ms, .durationNs = 400 * ms, .phase = StepPhase::Active});
            const float others = i == 2 ? 100.0F : 0.0F;
            run.samples.push_back({.timeNs = (i + 1) * 500 * ms,
                                   .processCpuPercent = 100.0F,
                                   .coreCpuPercent = {100.0F, others, others, others}});
        }
        const auto slow = othersInStep(run, 2);
        QVERIFY(slow);
        QCOMPARE(slow->share, 0.75);
        QCOMPARE(slow->medianShare, 0.0);
        QCOMPARE(othersInStep(run, 3)->share, 0.0);
        run.steps[2].startNs -= 200 * ms; // now half of it is in the time of the sample before
        QCOMPARE(othersInStep(run, 2)->share, 0.375);
        run.steps.push_back(
            {.step = 5, .startNs = 9000 * ms, .durationNs = 400 * ms, .phase = StepPhase::Active});
        QVERIFY(!othersInStep(run, 5)); // no sample is near
        QVERIFY(!othersInStep(run, 6)); // no such step
        run.kind = RunKind::Program;
        QVERIFY(!othersInStep(run, 2));
        run.kind = {};
        for (MachineSample& sample : run.samples)
            sample.coreCpuPercent.clear();
        QVERIFY(!othersInStep(run, 2));
    }

    void longSamplesWeighMore()
    {
        Run run;
        run.steps.push_back({.durationNs = 4'000});
        run.samples.push_back({.timeNs = 1'000, .processCpuPercent = 100.0F});
        run.samples.push_back({.timeNs = 4'000, .processCpuPercent = 200.0F});
        QCOMPARE(machineUse(run).processCpuPercent, 175.0);
    }

    void withoutSamplesTheMachinesUseIsUnknown()
    {
        const auto use = machineUse(runOfSteps({10, 20}));
        QCOMPARE(use.samples, 0);
        QVERIFY(std::isnan(use.processCpuPercent));
        QVERIFY(std::isnan(use.gpuUtilizationPercent));
        QCOMPARE(use.peakResidentBytes, -1);
    }
};

QTEST_GUILESS_MAIN(TestRunFigures)
#include "test_run_figures.moc"
