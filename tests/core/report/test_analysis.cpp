#include "core/report/analysis.h"

#include "core/run/validation.h"
#include "lab_runs.h"
#include "tests/core/comparison/trial_run.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <algorithm>

using namespace stepscope;

namespace {

LabReportInput inputOf(std::vector<LabReportRun> runs)
{
    return {.title = {}, .runs = std::move(runs), .baseline = 0, .forwardPasses = {}};
}

/// All sentences, one per line; a topic's sentences follow its heading.
std::string textOf(const LabReportInput& input)
{
    std::string text;
    for (const auto& topic : analysis(input, LabFigures(input))) {
        text += "# " + translated(topic.heading) + "\n";
        for (const auto& said : topic.sentences)
            text += said + "\n";
    }
    return text;
}

std::string notesOf(const LabReportInput& input)
{
    std::string text;
    for (const auto& note : notes(input, LabFigures(input)))
        text += note + "\n";
    return text;
}

#define VERIFY_SAYS(text, wanted) QVERIFY2((text).find(wanted) != std::string::npos, (text).c_str())
#define VERIFY_SAYS_NOT(text, unwanted) QVERIFY2((text).find(unwanted) == std::string::npos, (text).c_str())

} // namespace

class TestAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhichOperatorsDominateAndByHowMuch()
    {
        const auto text = textOf(inputOf({test::labRun("batch size 10", 10, 1'000'000)}));
        VERIFY_SAYS(
            text, "With batch size 10, conv2d (forward) takes 60.0 % of the operators' self time, 2.00 times "
                  "as much as mm (backward) with 30.0 %.");
        VERIFY_SAYS(text, "By pass: forward 60.0 %, backward 30.0 %, optimizer 10.0 %.");
    }

    /// A training on a GPU has all of them.
    void saysThePassOfCopies()
    {
        auto lab = test::labRun("batch size 10", 10, 1'000'000);
        auto& rows = lab.stored.run.totals.rows;
        rows[2].pass = Pass::Copy;
        VERIFY_SAYS(textOf(inputOf({std::move(lab)})),
                    "By pass: forward 60.0 %, backward 30.0 %, copy 10.0 %.");
    }

    void saysHowTimeMovesWithTheBatchSize()
    {
        const auto text =
            textOf(inputOf({test::labRun("b40", 40, 2'000'000), test::labRun("b10", 10, 1'000'000)}));
        VERIFY_SAYS(text,
                    "A step takes 1.00 ms (median) with b10 and 2.00 ms with b40: 2.00 times as long (95 % "
                    "interval 2.00 to 2.00) for 4 times as many samples.");
        VERIFY_SAYS(text, "Per sample, b40 is 2.00 times as fast as b10 (95 % interval 2.00 to 2.00).");
        VERIFY_SAYS(text, "# Time and batch size\n");
        // 110 ms against 220 ms: a hundred steps, and the first, which counts for ten
        VERIFY_SAYS(text,
                    "Training for one epoch takes 220 ms with b40 and 110 ms with b10. Their epochs have "
                    "different numbers of training samples (4,040 and 1,010), so these times are not "
                    "compared.");
        VERIFY_SAYS_NOT(text, "a ratio of");
        VERIFY_SAYS(
            text, "Throughput is highest with b40, 20,000 samples/s, and lowest with b10, 10,000 samples/s.");
    }

    void epochsOfAsManySamplesHaveARatio()
    {
        std::vector runs{test::labRun("b40", 40, 2'000'000), test::labRun("b10", 10, 1'000'000)};
        for (auto& run : runs)
            run.stored.run.epochs.front().trainImages = 4040;
        const auto text = textOf(inputOf(std::move(runs)));
        VERIFY_SAYS(text,
                    "Training for one epoch takes 220 ms with b40 and 110 ms with b10, a ratio of 2.00.");
        VERIFY_SAYS_NOT(text, "Their epochs");
    }

    void saysWhereRunsAreTheSame()
    {
        const auto text =
            textOf(inputOf({test::labRun("b10", 10, 1'000'000), test::labRun("b20", 20, 2'000'000)}));
        VERIFY_SAYS(text,
                    "A step takes 1.00 ms (median) with b10 and 2.00 ms with b20: 2.00 times as long (95 % "
                    "interval 2.00 to 2.00) for 2 times as many samples.");
        VERIFY_SAYS(text,
                    "Per sample, b20 takes as long as b10 within 5 % (1.00 times as long, 95 % interval "
                    "1.00 to 1.00).");
        auto other = test::labRun("after", 10, 1'000'000);
        other.stored.run.experiment.seed = 2;
        const auto repeated = textOf(inputOf({test::labRun("before", 10, 1'000'000), std::move(other)}));
        VERIFY_SAYS(
            repeated,
            "# Time\nA step takes 1.00 ms (median) with before and 1.00 ms with after: the same within 5 % "
            "(1.00 times as long, 95 % interval 1.00 to 1.00).");
    }

    void samplesOfDifferentSizesAreNotCompared()
    {
        auto shorter = test::labRun("L64", 10, 1'000'000);
        shorter.stored.run.experiment.dataset = "tiny-shakespeare";
        auto longer = test::labRun("L128", 10, 2'000'000);
        longer.stored.run.experiment.dataset = "tiny-shakespeare";
        longer.stored.run.experiment.sequenceLength = 128;
        const auto text = textOf(inputOf({std::move(shorter), std::move(longer)}));
        VERIFY_SAYS(text,
                    "A step takes 1.00 ms (median) with L64 and 2.00 ms with L128. Their samples have "
                    "different sizes (sequences of 64 characters and sequences of 128 characters), so these "
                    "times are not compared.");
        VERIFY_SAYS_NOT(text, "Per sample");
        VERIFY_SAYS_NOT(text, "Throughput is highest");
    }

    void runsWithoutAccuracyHaveALastTest()
    {
        auto run = test::labRun("b10", 10, 1'000'000);
        run.stored.run.epochs[0].testCorrect = StepMetrics::notCounted;
        const auto text = textOf(inputOf({std::move(run)}));
        VERIFY_SAYS(text, "# The last test\nWith b10, the mean loss of the last test was 0.5000");
        VERIFY_SAYS_NOT(text, "ccuracy");
    }

    void saysWhatIsTooNoisyToTell()
    {
        // Other programs used most of the machine: even twelve times as long has no verdict.
        auto disturbed = test::labRun("after", 10, 12'000'000);
        disturbed.stored.run.experiment.seed = 2;
        disturbed.stored.run.samples = {
            {.timeNs = 1'000'000'000, .processCpuPercent = 10, .coreCpuPercent = {100, 100}}};
        const auto text = textOf(inputOf({test::labRun("before", 10, 1'000'000), std::move(disturbed)}));
        VERIFY_SAYS(text,
                    "A step takes 1.00 ms (median) with before and 12.0 ms with after. That is too noisy to "
                    "tell: 12.0 times as long, 95 % interval 0.28 to 12.0. Repeat the runs on a quieter "
                    "machine.");
        VERIFY_SAYS_NOT(text, "the same within");
    }

    void saysLittleOfFewSteps()
    {
        const auto text =
            textOf(inputOf({test::labRun("b10", 10, 1'000'000, 5), test::labRun("b20", 20, 3'000'000, 5)}));
        VERIFY_SAYS(text, "there are too few steps to say more.");
        VERIFY_SAYS_NOT(text, "Per sample");
    }

    void saysWhatMovesFromTheSmallestBatchToTheLargest()
    {
        auto large = test::labRun("b40", 40, 1'000'000);
        std::swap(large.stored.run.totals.rows[0].selfNs, large.stored.run.totals.rows[1].selfNs);
        const auto text = textOf(inputOf({test::labRun("b10", 10, 1'000'000), std::move(large)}));
        VERIFY_SAYS(text, "From b10 to b40, the share of conv2d (forward) in the self time changes most: "
                          "from 60.0 % to 30.0 %.");
        VERIFY_SAYS(text, "The most expensive operator is conv2d with b10 and mm with b40.");
    }

    void saysWhatDiffersBetweenDevices()
    {
        auto gpu = test::labRun("gpu", 10, 250'000);
        gpu.stored.run.experiment.device = "cuda:0";
        const auto text = textOf(inputOf({test::labRun("cpu", 10, 1'000'000), std::move(gpu)}));
        VERIFY_SAYS(
            text,
            "With the same settings, at batch size 10, cuda:0 trains a sample 4.00 times as fast as cpu "
            "(95 % interval 4.00 to 4.00); a step takes 250 µs against 1.00 ms.");
        VERIFY_SAYS_NOT(text, "# Time\nA step");
        VERIFY_SAYS_NOT(textOf(inputOf({test::labRun("cpu", 10, 1'000'000)})), "# Devices");
    }

    void saysWhatTheFirstStepCost()
    {
        auto even = test::labRun("even", 20, 1'000'000);
        even.stored.run.steps[0].durationNs = 1'000'000;
        const auto text = textOf(inputOf({test::labRun("b10", 10, 1'000'000), std::move(even)}));
        // 9 ms of 110
        VERIFY_SAYS(text,
                    "With b10, the first step took 10.0 ms, 10.0 times the median of the 100 steps after it "
                    "(1.00 ms). The extra time is 8.2 % of the whole training.");
        const auto longRun = textOf(inputOf({test::labRun("long", 10, 1'000'000, 10'001)})); // 9 ms of 10 s
        VERIFY_SAYS(longRun, "The extra time is less than 0.1 % of the whole training.");
        VERIFY_SAYS(text, "With even, the first step took 1.00 ms, which is not unusual");
    }

    void saysWhereTheLossEndedIfNothingWasClassified()
    {
        auto run = test::labRun("gpt", 10, 1'000'000);
        for (auto& epoch : run.stored.run.epochs)
            epoch.testCorrect = StepMetrics::notCounted;
        const auto text = textOf(inputOf({std::move(run), test::labRun("b40", 40, 1'000'000)}));
        VERIFY_SAYS(text, "With gpt, the mean loss of the last test was ");
    }

    void saysWhereTheAccuracyEnded()
    {
        auto small = test::labRun("b10", 10, 1'000'000);
        auto better = small.stored.run.epochs[0];
        better.testCorrect = 9'900;
        better.epoch = 1;
        small.stored.run.epochs.insert(small.stored.run.epochs.begin(), better);
        small.stored.run.epochs[1].epoch = 2;
        const auto text = textOf(inputOf({std::move(small), test::labRun("b40", 40, 1'000'000)}));
        VERIFY_SAYS(
            text,
            "With b10, the last test classified 9,010 of 10,000 samples correctly (90.10 %), with a mean "
            "loss "
            "of 0.5000, after 101 steps and 2,020 training samples. Its best test was better than its last: "
            "99.00 %. A test accuracy of 98 % was first reached after 1.110 s.");
        VERIFY_SAYS(text, "The final accuracy is highest with b40, 90.40 %, and lowest with b10, 90.10 %.");
    }

    void theBestAccuracyIsChosenByTheValidation()
    {
        auto b10 = test::labRun("b10", 10, 1'000'000); // 90.10 % in the test
        auto b40 = test::labRun("b40", 40, 1'000'000); // 90.40 %
        const auto validate = [](LabReportRun& run, double accuracy) {
            run.stored.run.experiment.validationShare = 0.1;
            run.stored.run.scalars = validationScalars({.loss = 0.25, .accuracy = accuracy},
                                                       run.stored.run.epochs.back().lastStep, 1000);
        };
        validate(b10, 0.95);
        const auto inPart = textOf(inputOf({b10, b40}));
        VERIFY_SAYS(inPart, "The final accuracy is highest with b40, 90.40 %, and lowest with b10, 90.10 %.");
        VERIFY_SAYS(inPart, "Validation loss 0.2500, accuracy 95.00 %.");
        validate(b40, 0.85);
        const auto text = textOf(inputOf({std::move(b10), std::move(b40)}));
        VERIFY_SAYS(text, "The final validation accuracy is highest with b10, 95.00 %, and lowest with b40, "
                          "85.00 %. Choose settings by it, not by the test.");
        VERIFY_SAYS_NOT(text, "The final accuracy");
    }

    void saysWhatTheMachineDid()
    {
        auto run = test::labRun("b10", 10, 1'000'000);
        run.stored.run.samples.push_back({.timeNs = 50'000'000,
                                          .processCpuPercent = 150,
                                          .coreCpuPercent = {100, 60},
                                          .residentBytes = 1 << 20});
        auto input = inputOf({std::move(run)});
        VERIFY_SAYS(textOf(input), "With b10, the process kept 1.50 of 2 processors busy on average.");
        QCOMPARE(notesOf(input), std::string()); // a tenth of a processor is not worth mentioning
        input.runs[0].stored.run.samples[0].coreCpuPercent = {100, 100};
        VERIFY_SAYS(
            notesOf(input),
            "The machine was busy: of its 2 processors, other programs used on average 0.5 during “b10”.");
        input.runs[0].stored.run.samples[0].coreCpuPercent = {100, 100, 100}; // the third is not the run's
        QVERIFY(notesOf(input).find("busy") != std::string::npos);
        input.runs[0].stored.run.samples[0].coreCpuPercent = {100, 60, 100};
        QCOMPARE(notesOf(input), std::string());
        VERIFY_SAYS_NOT(textOf(inputOf({test::labRun("b10", 10, 1'000'000)})), "# Use of the machine");
    }

    void saysWhatTheRecorderCostOrThatItCannotBeTold()
    {
        auto lab = test::labRun("b10", 10, 1'000'000);
        const auto withTrial = [&](std::vector<double> ratios) {
            lab.stored.run.steps = test::trialRun(ratios).steps;
            return textOf(inputOf({lab}));
        };
        VERIFY_SAYS_NOT(textOf(inputOf({lab})), "record");
        VERIFY_SAYS(
            withTrial({1.01, 1.02, 1.03, 1.04, 1.06, 1.07, 1.08, 1.09}),
            "With b10, recording every operator made a step 5.0 % longer (95 % interval 1.0 % to 9.0 %, from "
            "8 pairs of blocks of steps with and without it).");
        VERIFY_SAYS(withTrial({0.98, 0.99, 0.99, 0.994, 0.994, 1.0, 1.01, 1.02}),
                    "cannot be distinguished from chance: a step's time changed by −0.6 % (95 % interval "
                    "−2.0 % to 2.0 %, from 8 pairs of blocks of steps with and without it).");
    }

    void theLoadAtTheStartCountsWhereThereAreNoSamples()
    {
        auto input = inputOf({test::labRun("b10", 10, 1'000'000)});
        input.runs[0].stored.environment.loadAverage = 1.5;
        VERIFY_SAYS(notesOf(input),
                    "The machine was busy when “b10” began (load average 1.5 on 2 processors).");
        input.runs[0].stored.environment.loadAverage = 0.5;
        QCOMPARE(notesOf(input), std::string());
    }

    void saysNothingThatTheRunsDoNotCarry()
    {
        QCOMPARE(textOf(inputOf({})), std::string());
        LabReportRun failed{.file = {}, .stored = {}, .name = "b1000", .color = {}};
        failed.stored.run.outcome = RunOutcome::Failed;
        failed.stored.run.failure = "The training ran out of memory.";
        auto input = inputOf({std::move(failed)});
        QCOMPARE(textOf(input), std::string());
        VERIFY_SAYS(notesOf(input), "“b1000” failed: The training ran out of memory.\n");
        auto unprofiled = test::labRun("b10", 10, 1'000'000);
        unprofiled.stored.run.totals = {};
        unprofiled.stored.run.epochs.clear();
        input = inputOf({std::move(unprofiled)});
        const auto text = textOf(input);
        VERIFY_SAYS_NOT(text, "# Where the time goes");
        VERIFY_SAYS_NOT(text, "# Accuracy");
        VERIFY_SAYS_NOT(text, "# The last test");
        VERIFY_SAYS_NOT(text, "# Time");
        VERIFY_SAYS(notesOf(input), "“b10” was not profiled");
    }

    void saysHowARunEnded()
    {
        auto input = inputOf({test::labRun("b10", 10, 1'000'000)});
        input.runs[0].stored.run.outcome = RunOutcome::Stopped;
        input.runs[0].stored.run.plan.totalSteps = 6000;
        VERIFY_SAYS(notesOf(input), "“b10” was stopped after 101 of 6,000 steps.");
        input.runs[0].stored.run.experiment.seconds = 8; // then the number of steps is an estimate
        VERIFY_SAYS(notesOf(input), "“b10” was stopped after 101 of about 6,000 steps.");
        input.runs[0].stored.run.experiment.seconds = 0;
        input.runs[0].stored.run.outcome = RunOutcome::Crashed;
        VERIFY_SAYS(notesOf(input), "ended abruptly after 101 of 6,000 steps");
        input.runs[0].stored.problems = {"b10.stepscope: the trace cannot be read: it is cut off"};
        VERIFY_SAYS(notesOf(input), "the trace cannot be read");
    }

    void tellsTheColdForwardPassFromAStep()
    {
        auto input = inputOf({test::labRun("batch size 1", 1, 5'000'000)});
        input.forwardPasses.push_back(test::labForwardPass());
        const auto said = forwardPassAnalysis(input, LabFigures(input), 0);
        QCOMPARE(said.size(), size_t(3));
        QCOMPARE(said[0], std::string("On cpu it took 20.0 ms; mkldnn_convolution alone takes 89.5 % of the "
                                      "operators' self time (17.0 ms)."));
        QCOMPARE(
            said[1],
            std::string("Nearly the same time appears in 3 rows of the table because each of these operators "
                        "calls the next: conv2d 18.0 ms, convolution 17.9 ms, mkldnn_convolution 17.0 ms."));
        QCOMPARE(said[2],
                 std::string("A whole training step of one sample takes 5.00 ms in its steady state (batch "
                             "size 1, median), with forward pass, backward pass and update; the cold forward "
                             "pass alone takes "
                             "4.00 times as long."));
    }

    void noPlaceholderIsLeft()
    {
        auto input = inputOf({test::labRun("b10", 10, 1'000'000), test::labRun("b40", 40, 3'000'000)});
        input.forwardPasses.push_back(test::labForwardPass());
        VERIFY_SAYS_NOT(textOf(input) + notesOf(input), "{");
    }
};

QTEST_GUILESS_MAIN(TestAnalysis)
#include "test_analysis.moc"
