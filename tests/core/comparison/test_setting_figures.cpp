#include "core/comparison/setting_figures.h"

#include "tests/support/std_string.h"

#include <QtTest>

#include <cmath>
#include <functional>

using namespace stepscope;

namespace {

using Runs = std::vector<size_t>;

/// Steps of equal length, 10 images each.
Run runOf(int64_t batchSize, int64_t seed, int64_t stepNs,
          const std::function<void(Experiment&)>& change = {})
{
    Run run;
    run.experiment.batchSize = batchSize;
    run.experiment.seed = seed;
    if (change)
        change(run.experiment);
    for (int64_t step = 0; step < 40; ++step)
        run.steps.push_back({.step = step, .durationNs = stepNs, .images = 10});
    return run;
}

Comparison compared(const std::vector<Run>& runs, size_t baseline = 0)
{
    std::vector<NamedRun> named;
    for (const auto& run : runs)
        named.push_back({&run, "run"});
    return compareRuns(named, {.baseline = baseline});
}

} // namespace

class TestSettingFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void medianAndRangeAreThoseWorkedOutByHand()
    {
        QVERIFY(!acrossRepeats({}));
        const auto odd = acrossRepeats(std::vector<double>{7, 1, 4});
        QCOMPARE(odd->runs, size_t(3));
        QCOMPARE(odd->median, 4.0);
        QCOMPARE(odd->lowest, 1.0);
        QCOMPARE(odd->highest, 7.0);
        QCOMPARE(acrossRepeats(std::vector<double>{1, 10, 4, 2})->median, 3.0);
        QCOMPARE(acrossRepeats(std::vector<double>{5})->median, 5.0);
    }

    void runsThatDifferInTheirSeedAloneAreOneSetting()
    {
        const auto settings =
            settingFigures(compared({runOf(16, 1, 1'000'000), runOf(1, 1, 500'000), runOf(16, 2, 4'000'000),
                                     runOf(1, 2, 250'000), runOf(16, 3, 2'000'000)}));
        QCOMPARE(settings.size(), size_t(2));
        QCOMPARE(settings[0].name, std::string("batch size 16"));
        QCOMPARE(settings[0].runs, (Runs{0, 2, 4}));
        QCOMPARE(settings[1].name, std::string("batch size 1"));
        QCOMPARE(settings[1].runs, (Runs{1, 3}));
        QVERIFY(hasRepeats(settings));
        // 10 images in 1, 4 and 2 ms; in 0.5 and 0.25 ms
        QCOMPARE(settings[0].imagesPerSecond->runs, size_t(3));
        QCOMPARE(settings[0].imagesPerSecond->median, 5'000.0);
        QCOMPARE(settings[0].imagesPerSecond->lowest, 2'500.0);
        QCOMPARE(settings[0].imagesPerSecond->highest, 10'000.0);
        QCOMPARE(settings[1].imagesPerSecond->median, 30'000.0);
        QVERIFY(!settings[0].finalAccuracy); // nothing was tested
    }

    void aRunWithoutTheFigureIsLeftOutOfIt()
    {
        auto runs = std::vector{runOf(16, 1, 1'000'000), runOf(16, 2, 2'000'000), runOf(1, 1, 1'000'000)};
        runs[1].steps.clear(); // it failed
        const auto settings = settingFigures(compared(runs));
        QCOMPARE(settings[0].runs, (Runs{0, 1}));
        QCOMPARE(settings[0].imagesPerSecond->runs, size_t(1));
        QCOMPARE(settings[0].imagesPerSecond->median, 10'000.0);
    }

    void anyOtherFieldMakesAnotherSetting()
    {
        const auto threads = [](Experiment& experiment) { experiment.threads = 4; };
        const auto longer = [](Experiment& experiment) { experiment.epochs = 2; };
        const auto settings = settingFigures(compared(
            {runOf(16, 1, 1'000'000), runOf(16, 2, 1'000'000, threads), runOf(16, 3, 1'000'000, longer)}));
        QCOMPARE(settings.size(), size_t(3));
        QVERIFY(!hasRepeats(settings));
    }

    void aRunThatIsNamedTwiceCountsOnce()
    {
        std::vector<Run> runs;
        for (const int64_t batchSize : {16, 1})
            runs.insert(runs.end(), 3, runOf(batchSize, 1, 1'000'000 / batchSize));
        for (size_t i = 0; i < runs.size(); ++i)
            runs[i].startUnixMs = i < 3 ? 1'000 : 2'000;
        runs[2].steps.resize(30); // copied while it was running
        const auto comparison = compared(runs);
        const auto settings = settingFigures(comparison);
        QCOMPARE(settings.size(), size_t(2));
        QCOMPARE(settings[0].runs, Runs{0});
        QCOMPARE(settings[1].runs, Runs{3});
        QVERIFY(settings[1].isOfSteps && !isJudgedByRepeats(settings[1]) && !hasRepeats(settings));
        QCOMPARE(comparison.runs[2].sameAs, std::optional<size_t>(0));
        QCOMPARE(sameRunsText(comparison),
                 std::string("These runs are named more than once and count once among the repeats of their "
                             "setting: run, run."));
        QCOMPARE(settingFigures(compared(runs, 1))[0].runs, Runs{0}); // the baseline is named again

        runs[1].steps[0].durationNs += 1; // another run that began at the same time
        QCOMPARE(settingFigures(compared(runs))[0].runs, (Runs{0, 1}));
        runs[1].steps[0].durationNs -= 1;
        runs[1].startUnixMs = 3'000;
        QCOMPARE(settingFigures(compared(runs))[0].runs, (Runs{0, 1}));
        QVERIFY(sameRunsText(compared({runs[0], runs[1], runs[3]})).empty());
    }

    void aResumedTrainingIsNoRepeatOfAWholeOne()
    {
        std::vector<Run> runs(5, runOf(16, 1, 1'000'000));
        for (const size_t resumed : {1, 3})
            runs[resumed].steps.erase(runs[resumed].steps.begin(), runs[resumed].steps.begin() + 10);
        runs[4].experiment.threads = 4;
        const auto comparison = compared(runs);
        const auto settings = settingFigures(comparison);
        QCOMPARE(settings.size(), size_t(3));
        QCOMPARE(settings[0].runs, (Runs{0, 2}));
        QCOMPARE(settings[1].runs, (Runs{1, 3}));
        QCOMPARE(settings[1].name, settings[0].name + ", resumed from step 10");
        QVERIFY(comparison.runs[0].variant != comparison.runs[1].variant);
        QCOMPARE(settingFigures(compared({runs[0], runs[1]}))[1].name,
                 Experiment().network + ", resumed from step 10");
    }

    void equalExperimentsAreRepeatsToo()
    {
        const auto settings = settingFigures(compared({runOf(16, 1, 1'000'000), runOf(16, 1, 2'000'000)}));
        QCOMPARE(settings.size(), size_t(1));
        QCOMPARE(settings[0].name, Experiment().network);
        QCOMPARE(settings[0].runs, (Runs{0, 1}));
        QVERIFY(settingFigures({}).empty());
    }

    /// The settings of imported runs and recorded programs are not known: equal names say nothing.
    void importsAndProgramsAreNoRepeats()
    {
        for (const auto kind : {RunKind::Training, RunKind::Program}) {
            std::vector<Run> runs(2);
            for (auto& run : runs) {
                run = runOf(0, 1, 1'000'000);
                run.experiment.dataset.clear();
                run.outcome = RunOutcome::Finished;
                run.kind = kind;
            }
            const auto settings = settingFigures(compared(runs));
            QCOMPARE(settings.size(), size_t(2));
            QVERIFY(!hasRepeats(settings));
            QCOMPARE(settings[0].name, std::string("run"));
            QCOMPARE(settings[1].name, std::string("run (2)"));
        }
    }

    void runsOfOneLineAreOneSettingABatchSize()
    {
        const auto longer = [](Experiment& experiment) { experiment.epochs = 2; };
        const auto byLength = compared({runOf(1, 1, 1'000'000), runOf(16, 1, 1'000'000, longer)});
        QCOMPARE(byLength.runs[0].variant, byLength.runs[1].variant); // the length may follow the batch size
        const auto both = compared({runOf(1, 1, 1'000'000), runOf(1, 1, 1'000'000, longer),
                                    runOf(16, 1, 1'000'000), runOf(16, 1, 1'000'000, longer)});
        QVERIFY(both.runs[0].variant != both.runs[1].variant);
        QCOMPARE(both.runs[0].variant, both.runs[2].variant);
        QCOMPARE(both.runs[1].variant, both.runs[3].variant);
    }

    void theMedianOfTheBaselinesRepeatsIsASpeedupOfOne()
    {
        // Images take 1, 2 and 4 times as long in the baseline's setting, the last of which is the baseline.
        const auto comparison = compared(
            {runOf(1, 1, 1'000'000), runOf(1, 2, 2'000'000), runOf(1, 3, 4'000'000), runOf(16, 1, 500'000)},
            2);
        const auto values = speedups(comparison);
        QCOMPARE(values[0].value(), 2.0);
        QCOMPARE(values[1].value(), 1.0);
        QCOMPARE(values[2].value(), 0.5);
        QCOMPARE(values[3].value(), 4.0);
        const auto settings = settingFigures(comparison);
        QCOMPARE(settings[0].speedup->median, 1.0);
        QCOMPARE(settings[0].speedup->lowest, 0.5);
        QCOMPARE(settings[1].speedup->median, 4.0);
    }

    void settingsAreComparedOverTheirRepeats()
    {
        // Images take twice as long, give or take: differences of the logarithms 0.6, 0.7, 0.8.
        const auto times = [](double log) { return int64_t(1e6 * std::exp(log)); };
        std::vector<Run> runs;
        for (int repeat = 0; repeat < 3; ++repeat) {
            runs.push_back(runOf(10, repeat, times(0)));
            runs.push_back(runOf(10, repeat, times(0.6 + 0.1 * repeat),
                                 [](Experiment& experiment) { experiment.threads = 4; }));
        }
        const auto comparison = compared(runs);
        const auto settings = settingFigures(comparison);
        QCOMPARE(settings.size(), size_t(2));
        QCOMPARE(&baselineSetting(settings, comparison), &settings[0]);
        QVERIFY(!settings[0].imageTime && !isJudgedByRepeats(settings[0]));
        QVERIFY(isJudgedByRepeats(settings[1]));
        QVERIFY(std::abs(settings[1].imageTime->ratio - std::exp(0.7)) < 1e-5);
        QVERIFY(std::abs(settings[1].imageTime->interval.low - std::exp(0.7 - 4.303 * 0.1 / std::sqrt(3))) <
                0.01);
        QCOMPARE(settings[1].imageTime->verdict, Verdict::Slower);
    }

    void twoRepeatsAreNotJudged()
    {
        const auto threads = [](Experiment& experiment) { experiment.threads = 4; };
        const auto settings = settingFigures(
            compared({runOf(16, 1, 1'000'000), runOf(16, 2, 1'000'000), runOf(16, 1, 2'000'000, threads),
                      runOf(16, 2, 2'000'000, threads), runOf(16, 3, 2'000'000, threads)}));
        QCOMPARE(settings[1].imageTime->ratio, 2.0);
        QVERIFY(!isJudgedByRepeats(settings[1]));
    }

    void settingsOfOneRunEachAreJudgedByTheirSteps()
    {
        const auto threads = [](Experiment& experiment) { experiment.threads = 4; };
        std::vector runs{runOf(16, 1, 1'000'000), runOf(16, 2, 2'000'000, threads)};
        const auto comparison = compared(runs);
        const auto settings = settingFigures(comparison);
        QVERIFY(settings[1].isOfSteps && !isJudgedByRepeats(settings[1]));
        QCOMPARE(settings[1].imageTime->ratio, comparison.runs[1].imageTime->ratio);
        QCOMPARE(settings[1].imageTime->verdict, Verdict::Slower);
        QCOMPARE(settings[1].stepTime->verdict, Verdict::Slower);
        runs.push_back(runOf(16, 3, 1'000'000)); // a repeat of the baseline
        const auto repeated = settingFigures(compared(runs));
        QVERIFY(!repeated[1].isOfSteps && repeated[1].canHaveRepeats);
        QCOMPARE(repeated[1].imageTime->verdict, Verdict::TooFewSamples);
    }

    void whatRepeatsWouldNotChangeIsNotATooSmallNumberOfThem()
    {
        const auto settings = settingFigures(
            compared({runOf(16, 1, 1'000'000), runOf(16, 2, 1'000'000), runOf(1, 1, 500'000)}));
        QCOMPARE(settings[1].stepTime->verdict, Verdict::OtherBatchSize);
        QCOMPARE(settings[1].imageTime->verdict, Verdict::TooFewSamples); // which they would
        const auto ofText = [](int64_t length) {
            return [length](Experiment& experiment) {
                experiment.dataset = "tiny-shakespeare";
                experiment.sequenceLength = length;
            };
        };
        auto runs = std::vector{runOf(16, 1, 1'000'000, ofText(64)), runOf(16, 1, 2'000'000, ofText(128))};
        for (Run& run : runs)
            run.steps.resize(5);
        const auto lengths = settingFigures(compared(runs));
        QVERIFY(!lengths[1].imageTime);
        QCOMPARE(lengths[1].stepTime->verdict, Verdict::OtherSamples); // whatever the number of steps
    }

    void repeatsOfProgramsAreNotKnown()
    {
        std::vector<Run> runs{runOf(16, 1, 1'000'000), runOf(16, 2, 1'000'000), runOf(16, 1, 2'000'000)};
        runs[2].kind = RunKind::Program;
        runs[2].experiment.dataset.clear();
        const auto settings = settingFigures(compared(runs));
        QCOMPARE(settings.size(), size_t(2));
        QVERIFY(!settings[1].canHaveRepeats);
        QCOMPARE(settings[1].stepTime->verdict, Verdict::TooFewSamples);
    }

    void repeatsWithSamplesOfAnotherSizeAreNotJudged()
    {
        const auto ofText = [](int64_t length) {
            return [length](Experiment& experiment) {
                experiment.dataset = "tiny-shakespeare";
                experiment.sequenceLength = length;
            };
        };
        std::vector<Run> runs;
        for (const int64_t seed : {1, 2, 3})
            for (const int64_t length : {64, 128})
                runs.push_back(runOf(16, seed, length * (10'000 + seed), ofText(length)));
        const auto settings = settingFigures(compared(runs));
        QCOMPARE(settings.size(), size_t(2));
        QVERIFY(!settings[1].imageTime && !settings[1].speedup && !isJudgedByRepeats(settings[1]));
        QCOMPARE(settings[1].stepTime->verdict, Verdict::OtherSamples);
    }

    void withoutAnotherRunThereIsNoSpeedup() { QVERIFY(!speedups(compared({runOf(1, 1, 1'000'000)}))[0]); }
};

QTEST_GUILESS_MAIN(TestSettingFigures)
#include "test_setting_figures.moc"
