#include "core/comparison/comparison.h"

#include "core/experiment/experiment_fields.h"
#include "core/run/validation.h"
#include "tests/support/std_string.h"

#include "tests/core/exchange/sample_run.h"
#include "tests/core/trace/trace_text.h"

#include <QtTest>

#include <functional>

using namespace stepscope;

namespace {

Run runOfSteps(size_t steps, int64_t durationNs, int32_t images = 10)
{
    Run run;
    for (size_t i = 0; i < steps; ++i)
        run.steps.push_back({.step = int64_t(i), .durationNs = durationNs, .images = images});
    return run;
}

using Change = std::function<void(Experiment&)>;

std::vector<std::string> labelsOf(std::initializer_list<Change> changes)
{
    std::vector<Run> runs;
    for (const auto& change : changes)
        change(runs.emplace_back().experiment);
    std::vector<const Run*> pointers;
    for (const Run& run : runs)
        pointers.push_back(&run);
    return distinguishingLabels(pointers);
}

using Labels = std::vector<std::string>;

} // namespace

class TestComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresOfARunAreThoseWorkedOutByHand()
    {
        Run run = test::sampleRun();
        run.plan.parameters = 1'199'882;
        run.plan.stepsPerEpoch = 3;
        const auto comparison = compareRuns(std::vector<NamedRun>{{&run, "sample"}});
        const auto& figures = comparison.runs.at(0);
        QCOMPARE(figures.name, std::string("sample"));
        QCOMPARE(figures.outcome, RunOutcome::Finished);
        QCOMPARE(figures.parameters, 1'199'882);
        QCOMPARE(figures.steps, 5);
        QCOMPARE(figures.trainingNs, 9'000'000 + 1'001'000 + 1'002'000 + 1'003'000 + 1'004'000.0);
        QCOMPARE(figures.testingNs, 2'000'000.0);
        QCOMPARE(figures.epochNs.value(), 11'000'000.0); // the second epoch was cut short
        QCOMPARE(figures.imagesPerSecond.value(), 14e9 / 4'010'000);
        QCOMPARE(figures.firstStepNs.value(), 9'000'000.0);
        QCOMPARE(figures.stepTimes->medianNs, 1'002'500.0);
        QCOMPARE(figures.stepTimes->p5Ns, 1'001'150.0);
        QCOMPARE(figures.stepTimes->p95Ns, 1'003'850.0);
        QCOMPARE(figures.nsToAccuracy.value(), 12'000'000.0);
        QCOMPARE(*figures.test->finalAccuracy, 0.9914);
        QCOMPARE(figures.test->finalLoss, 0.0275);
        QVERIFY(!figures.stepTime && !figures.imageTime); // it is the baseline
        QCOMPARE(figures.cpuPercent.value(), machineUse(run).processCpuPercent);
        QCOMPARE(figures.peakResidentBytes.value(), machineUse(run).peakResidentBytes);
        QVERIFY(!figures.recorderCost);
        run.samples.clear();
        const auto unsampled = compareRuns(std::vector<NamedRun>{{&run, "sample"}}).runs.at(0);
        QVERIFY(!unsampled.cpuPercent && !unsampled.peakResidentBytes);
    }

    void whereADeviceWorkedItsTimePerStepIsAFigure()
    {
        Run run = runOfSteps(2, 1000);
        QVERIFY(!compareRuns(std::vector<NamedRun>{{&run, "host"}}).runs[0].deviceNs);
        run.trace = test::traceOf("aten::mm 0-60\n"
                                  "gemm 20-120 t1 gpu0 kernel <aten::mm\n"
                                  "gemm 100-160 t2 gpu0 kernel <aten::mm\n");
        run.trace.steps = {{.durationNs = 200, .endEvent = EventId(3), .phase = StepPhase::Active}};
        const auto figures = compareRuns(std::vector<NamedRun>{{&run, "device"}}).runs[0];
        QCOMPARE(figures.deviceNs.value(), 140.0); // work that runs at the same time counts once
    }

    void theAccuracyToReachIsTheCallers()
    {
        const Run run = test::sampleRun();
        const std::vector<NamedRun> runs{{&run, "sample"}};
        QCOMPARE(compareRuns(runs, {.accuracy = 0.9}).runs[0].nsToAccuracy.value(), 7'000'000.0);
        QVERIFY(!compareRuns(runs, {.accuracy = 0.999}).runs[0].nsToAccuracy);
    }

    void settingsOfMostExperimentsAreUsual()
    {
        std::vector<Experiment> experiments(3);
        experiments[1].batchSize = 16;
        experiments[2].optimizer = "adam";
        const auto settings = unusualSettings(experiments);
        QVERIFY(settings[0].empty());
        QCOMPARE(settings[1], Labels{"batch size 16"});
        QCOMPARE(settings[2].front(), std::string("adam"));
        experiments.pop_back();
        QCOMPARE(unusualSettings(experiments)[0], Labels{"batch size 64"}); // neither of two is usual
        QCOMPARE(unusualSettings(experiments, SettingForm::Short)[0], Labels{"batch 64"});
    }

    void theBestTestNeedNotBeTheLast()
    {
        Run run = test::sampleRun();
        std::swap(run.epochs[0], run.epochs[1]);
        run.epochs.push_back({.epoch = 3, .testImages = 0}); // not tested
        const auto results = testResults(run);
        QCOMPARE(*results->finalAccuracy, 0.9);
        QCOMPARE(*results->bestAccuracy, 0.9914);
        QCOMPARE(results->finalLoss, 0.5);
        QCOMPARE(results->bestLoss, 0.0275);
    }

    void stepAndImageTimesAreComparedWithTheBaseline()
    {
        const Run small = runOfSteps(100, 1'000'000, 16);
        const Run large = runOfSteps(100, 2'000'000, 64);
        const std::vector<NamedRun> runs{{&large, "large"}, {&small, "small"}};
        const auto comparison = compareRuns(runs, {.baseline = 1});
        QVERIFY(!comparison.runs[1].stepTime);
        QCOMPARE(comparison.runs[0].stepTime->ratio, 2.0);
        QCOMPARE(comparison.runs[0].stepTime->verdict, Verdict::OtherBatchSize);
        QCOMPARE(comparison.runs[0].imageTime->ratio, 0.5);
        QCOMPARE(comparison.runs[0].imageTime->verdict, Verdict::Faster);
        QCOMPARE(&comparison.runs[0].judgedTime(), &comparison.runs[0].imageTime);
    }

    void samplesOfDifferentSizesAreNotJudged()
    {
        Run shorter = runOfSteps(100, 1'000'000);
        shorter.experiment.dataset = "tiny-shakespeare";
        Run longer = runOfSteps(100, 2'000'000);
        longer.experiment = shorter.experiment;
        longer.experiment.sequenceLength = 2 * shorter.experiment.sequenceLength;
        const std::vector<NamedRun> runs{{&shorter, "shorter"}, {&longer, "longer"}, {&shorter, "again"}};
        const auto comparison = compareRuns(runs);
        QVERIFY(!comparison.runs[1].imageTime);
        QCOMPARE(comparison.runs[1].judgedTime()->verdict, Verdict::OtherSamples);
        QCOMPARE(comparison.runs[2].imageTime->verdict, Verdict::Same);
        QCOMPARE(otherSamplesText(comparison),
                 std::string("The samples have different sizes (sequences of 64 characters, sequences of 128 "
                             "characters), so times per sample are compared only between runs whose samples "
                             "have the same size."));
        QVERIFY(otherSamplesText(compareRuns(std::vector{runs[0], runs[2]})).empty());
    }

    void epochsOfDifferentNumbersOfSamplesAreNamed()
    {
        const auto trained = [](int64_t samples) {
            Run run = runOfSteps(100, 1'000'000);
            run.plan.stepsPerEpoch = 50;
            run.epochs = {{.epoch = 1, .steps = 50, .trainNs = 50'000'000, .trainImages = samples},
                          {.epoch = 2, .steps = 10, .trainNs = 10'000'000, .trainImages = 7}};
            return run;
        };
        const Run all = trained(60'000);
        const Run rest = trained(54'000);
        Run without = trained(30'000);
        without.epochs.clear();
        const Run unknown = trained(0);
        const auto comparison = compareRuns(std::vector<NamedRun>{
            {&all, "all"}, {&rest, "rest"}, {&all, "again"}, {&without, "without"}, {&unknown, "unknown"}});
        QCOMPARE(comparison.runs[1].epochSamples, 54'000); // of whole epochs
        QVERIFY(areOtherEpochs(comparison.runs[0], comparison.runs[1]));
        QVERIFY(!areOtherEpochs(comparison.runs[0], comparison.runs[2]));
        QVERIFY(!areOtherEpochs(comparison.runs[0], comparison.runs[3])); // it has no epoch
        QVERIFY(!areOtherEpochs(comparison.runs[0], comparison.runs[4]));
        QCOMPARE(otherEpochsText(comparison),
                 std::string("The epochs have different numbers of training samples (60,000; 54,000), so "
                             "times per epoch are compared only between runs whose epochs have the same "
                             "number."));
        QVERIFY(otherEpochsText(compareRuns(std::vector<NamedRun>{
                                    {&all, "all"}, {&all, "again"}, {&without, "without"}, {&unknown, "?"}}))
                    .empty());
    }

    void samplesOfDifferentDataCompareIfTheirSizesAreEqual()
    {
        Run digits = runOfSteps(100, 1'000'000);
        digits.experiment.dataset = "mnist";
        Run clothes = runOfSteps(100, 2'000'000);
        clothes.experiment.dataset = "fashion-mnist";
        const auto comparison = compareRuns(std::vector<NamedRun>{{&digits, "a"}, {&clothes, "b"}});
        QCOMPARE(comparison.runs[1].imageTime->verdict, Verdict::Slower);
        QVERIFY(otherSamplesText(comparison).empty());
    }

    void whereImagesAreNotKnownStepsAreJudged()
    {
        const Run slow = runOfSteps(100, 2'000'000, 0);
        const Run baseline = runOfSteps(100, 1'000'000, 16);
        const auto comparison = compareRuns(std::vector<NamedRun>{{&baseline, "a"}, {&slow, "b"}});
        QVERIFY(!comparison.runs[1].imageTime);
        QCOMPARE(comparison.runs[1].judgedTime()->verdict, Verdict::Slower);
    }

    void fewStepsAreNotJudged()
    {
        const Run few = runOfSteps(20, 3'000'000); // the first does not count
        const Run many = runOfSteps(100, 1'000'000);
        const auto comparison = compareRuns(std::vector<NamedRun>{{&many, "many"}, {&few, "few"}});
        QCOMPARE(comparison.runs[1].stepTime->verdict, Verdict::TooFewSamples);
        QCOMPARE(comparison.runs[1].stepTime->ratio, 3.0);
    }

    void whatOtherProgramsTookIsAllowedFor()
    {
        // Three times as long on a processor of two, of which others took one and a half.
        Run disturbed = runOfSteps(100, 3'000'000);
        disturbed.samples = {{.timeNs = 300'000'000, .processCpuPercent = 50, .coreCpuPercent = {100, 100}}};
        const Run baseline = runOfSteps(100, 1'000'000);
        const auto comparison = compareRuns(std::vector<NamedRun>{{&baseline, "a"}, {&disturbed, "b"}});
        QCOMPARE(comparison.runs[1].stepTime->verdict, Verdict::Unclear);
        QVERIFY(comparison.runs[1].stepTime->interval.low < 1.0);
        QVERIFY(comparison.runs[1].stepTime->interval.high < 3.001);
        const auto other =
            compareRuns(std::vector<NamedRun>{{&baseline, "a"}, {&disturbed, "b"}}, {.baseline = 1});
        QVERIFY(other.runs[0].stepTime->interval.high > 1.0);
        disturbed.samples.clear();
        const auto undisturbed = compareRuns(std::vector<NamedRun>{{&baseline, "a"}, {&disturbed, "b"}});
        QCOMPARE(undisturbed.runs[1].stepTime->verdict, Verdict::Slower);
    }

    void theFirstStepDoesNotCount()
    {
        Run slowStart = runOfSteps(21, 1'000'000);
        slowStart.steps[0].durationNs = 1'000'000'000;
        const Run baseline = runOfSteps(21, 1'000'000);
        const auto comparison = compareRuns(std::vector<NamedRun>{{&baseline, "a"}, {&slowStart, "b"}});
        QCOMPARE(comparison.runs[1].stepTime->interval.high, 1.0);
        QCOMPARE(comparison.runs[1].stepTime->verdict, Verdict::Same);
    }

    void theValidationIsAFigureOfItsRun()
    {
        Run validated = runOfSteps(10, 1'000'000);
        validated.experiment.validationShare = 0.1;
        validated.scalars = validationScalars({.loss = 0.5, .accuracy = 0.75}, 9, 1000);
        const Run plain = runOfSteps(10, 1'000'000);
        const auto comparison = compareRuns(std::vector<NamedRun>{{&validated, "a"}, {&plain, "b"}});
        QCOMPARE(comparison.runs[0].validation->finalLoss, 0.5);
        QCOMPARE(comparison.runs[0].validation->bestAccuracy, std::optional(0.75));
        QVERIFY(!comparison.runs[0].test); // it is no test
        QVERIFY(!comparison.runs[1].validation);
    }

    void runsWithoutStepsHaveNoFigures()
    {
        const Run empty;
        const Run one = runOfSteps(1, 5);
        const Run full = runOfSteps(100, 1'000'000);
        const auto comparison =
            compareRuns(std::vector<NamedRun>{{&full, "full"}, {&empty, "empty"}, {&one, "one"}});
        const auto& figures = comparison.runs[1];
        QCOMPARE(figures.outcome, RunOutcome::NotStarted);
        QVERIFY(!figures.imagesPerSecond && !figures.stepTimes && !figures.firstStepNs && !figures.test);
        QVERIFY(!figures.epochNs && !figures.nsToAccuracy && !figures.stepTime);
        QCOMPARE(comparison.runs[2].firstStepNs.value(), 5.0);
        QVERIFY(!comparison.runs[2].stepTimes && !comparison.runs[2].stepTime);
        const auto withEmptyBaseline = compareRuns(std::vector<NamedRun>{{&empty, "empty"}, {&full, "full"}});
        QVERIFY(!withEmptyBaseline.runs[1].stepTime);
        QVERIFY(compareRuns({}).runs.empty());
    }

    void theSameInAnotherSpellingIsNoDifference()
    {
        const auto augmented = [](const char* text) {
            return [text](Experiment& experiment) { experiment.augmentation = text; };
        };
        QCOMPARE(labelsOf({augmented("crop 4,flip"), augmented("crop 4, flip")}), (Labels{"", ""}));
        QCOMPARE(labelsOf({augmented(""), augmented("none")}), (Labels{"", ""}));
        QCOMPARE(labelsOf({augmented(""), augmented("flip+crop 4")}),
                 (Labels{"augmentation none", "augmentation crop 4, flip"}));
        const auto layered = [](const char* text) {
            return [text](Experiment& experiment) {
                experiment.network = "layers";
                experiment.layers = text;
            };
        };
        QCOMPARE(labelsOf({layered("flatten,linear 10"), layered("flatten,  linear 10")}), (Labels{"", ""}));
    }

    void labelsAndSettingsHaveAShortForm()
    {
        std::vector<Run> runs(2);
        runs[0].experiment.batchSize = 16;
        runs[1].experiment.precision = "bfloat16";
        runs[1].experiment.threads = 2;
        const std::vector<const Run*> pointers = {&runs[0], &runs[1]};
        QCOMPARE(distinguishingLabels(pointers, SettingForm::Short),
                 (Labels{"batch 16, threads 0, fp32", "batch 64, 2 threads, bf16"}));
        const std::vector<NamedRun> named = {{&runs[0], "a"}, {&runs[1], "b"}};
        QCOMPARE(compareRuns(named, {.test = {}, .settings = SettingForm::Short}).runs[1].setting,
                 std::string("batch 64, 2 threads, bf16"));
        QCOMPARE(compareRuns(named).runs[1].setting,
                 std::string("batch size 64, threads 2, precision bfloat16"));
    }

    void runsCanBeRenamedAfterTheyWereCompared()
    {
        std::vector<Run> runs(2);
        runs[0].experiment.batchSize = 16;
        runs[1].experiment.precision = "bfloat16";
        const std::vector<NamedRun> shown = {{&runs[0], "batch 16"}, {&runs[1], "bf16"}};
        const std::vector<NamedRun> complete = {{&runs[0], "batch size 16"},
                                                {&runs[1], "precision bfloat16"}};
        Comparison comparison = compareRuns(shown, {.test = {}, .settings = SettingForm::Short});
        renameRuns(comparison, complete, SettingForm::Complete);
        const Comparison expected = compareRuns(complete);
        for (size_t i = 0; i < runs.size(); ++i) {
            QCOMPARE(comparison.runs[i].name, complete[i].name);
            QCOMPARE(comparison.runs[i].setting, expected.runs[i].setting);
            QCOMPARE(comparison.runs[i].variant, expected.runs[i].variant);
        }
        QCOMPARE(comparison.runs[1].setting, std::string("batch size 64, precision bfloat16"));
        Comparison none;
        renameRuns(none, {}, SettingForm::Complete);
        QVERIFY(none.runs.empty());
    }

    void labelsShowOnlyWhatDiffers()
    {
        QCOMPARE(
            labelsOf({[](Experiment& e) { e.batchSize = 16; }, [](Experiment& e) { e.batchSize = 15000; }}),
            (Labels{"batch size 16", "batch size 15,000"}));
        QCOMPARE(labelsOf({[](Experiment& e) { e.batchSize = 16; },
                           [](Experiment& e) {
                               e.batchSize = 16;
                               e.device = "cuda:0";
                           }}),
                 (Labels{"cpu", "cuda:0"}));
        QCOMPARE(
            labelsOf({[](Experiment& e) { e.batchSize = 16; }, [](Experiment& e) { e.device = "cuda:0"; }}),
            (Labels{"batch size 16, cpu", "batch size 64, cuda:0"}));
        const auto synthetic = [](const char* network, int64_t images, double share) {
            return [=](Experiment& e) {
                e.dataset = "synthetic";
                e.network = network;
                e.syntheticImages = images;
                e.validationShare = share;
            };
        };
        QCOMPARE(labelsOf({synthetic("mlp", 6000, 0.2), synthetic("lenet5", 320, 0.5)}),
                 (Labels{"mlp, validation share 0.2, synthetic images 6,000",
                         "lenet5, validation share 0.5, synthetic images 320"})); // the most telling first
        QCOMPARE(labelsOf({[](Experiment&) {}, [](Experiment&) {}}), (Labels{"", ""}));
        QCOMPARE(labelsOf({[](Experiment& e) { e.profile = false; }, [](Experiment&) {}}),
                 (Labels{"profile operators off", "profile operators on"}));
        QCOMPARE(labelsOf({}), Labels{});
        const Change imported = [](Experiment& e) {
            e = unknownExperiment();
            e.network = "trace";
        };
        QCOMPARE(labelsOf({imported, [](Experiment&) {}}), (Labels{"trace", "mnist-convnet"}));
        QCOMPARE(labelsOf({[](Experiment&) {}, imported, [](Experiment& e) { e.batchSize = 1; }}),
                 (Labels{"batch size 64", "trace", "batch size 1"}));
    }

    void stepsThatMakeUpForTheBatchSizeAreNotShown()
    {
        const auto trained = [](int64_t batchSize, int64_t steps) {
            return [=](Experiment& e) {
                e.batchSize = batchSize;
                e.steps = steps;
            };
        };
        QCOMPARE(labelsOf({trained(1, 1500), trained(16, 94), trained(64, 24)}), // 1,500 images each
                 (Labels{"batch size 1", "batch size 16", "batch size 64"}));
        QCOMPARE(labelsOf({trained(16, 94), trained(64, 25)}),
                 (Labels{"batch size 16, steps 94", "batch size 64, steps 25"}));
        QCOMPARE(labelsOf({trained(16, 94), trained(16, 95)}), (Labels{"steps 94", "steps 95"}));
        QCOMPARE(labelsOf({trained(16, 94), trained(16, 0)}), (Labels{"steps 94", "1 epoch"}));
        QCOMPARE(labelsOf({[](Experiment& e) { e.steps = 94; }, [](Experiment& e) { e.epochs = 2; },
                           [](Experiment&) {}}),
                 (Labels{"steps 94", "2 epochs", "1 epoch"}));
        QCOMPARE(labelsOf({[](Experiment& e) { e.epochs = 2; }, [](Experiment&) {}}),
                 (Labels{"epochs 2", "epochs 1"}));
    }

    void whatAnOptimizerBringsIsNotShown()
    {
        const Change sgd = [](Experiment& e) { setOptimizerDefaults(e, "sgd"); };
        const Change adam = [](Experiment& e) { setOptimizerDefaults(e, "adam"); };
        QCOMPARE(labelsOf({sgd, adam}), (Labels{"sgd", "adam"}));
        QCOMPARE(labelsOf({sgd,
                           [](Experiment& e) {
                               setOptimizerDefaults(e, "sgd");
                               e.learningRate = 0.05;
                           }}),
                 (Labels{"learning rate 0.01", "learning rate 0.05"}));
    }

    void whatAnExperimentDoesNotUseIsNotShown()
    {
        QCOMPARE(labelsOf({[](Experiment& e) { e.width = 1; }, [](Experiment& e) { e.width = 2; }}),
                 (Labels{"", ""}));
        const Change narrow = [](Experiment& e) {
            e.network = "mlp";
            e.width = 32;
        };
        QCOMPARE(labelsOf({narrow, [](Experiment&) {}}), (Labels{"mlp", "mnist-convnet"}));
        QCOMPARE(labelsOf({narrow, [](Experiment&) {}, [](Experiment& e) { e.network = "mlp"; }}),
                 (Labels{"mlp, width 32", "mnist-convnet", "mlp, width 128"}));
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"
