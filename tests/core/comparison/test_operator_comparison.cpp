#include "core/comparison/operator_comparison.h"

#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <random>

using namespace stepscope;

namespace {

constexpr int64_t us = 1'000;

struct Call
{
    std::string name;
    int64_t durationNs;
    Pass pass = Pass::Forward;
};

/// A step of 1 ms with these operators one after the other.
void appendStep(Run& run, const std::vector<Call>& calls, int32_t images = 10)
{
    const auto number = int64_t(run.steps.size());
    run.steps.push_back({.step = number, .durationNs = 1'000'000, .images = images});
    const EventId first = run.trace.endEvent();
    for (const auto& call : calls)
        run.trace.append(
            {.durationNs = call.durationNs, .name = run.trace.names.intern(call.name), .pass = call.pass});
    run.trace.steps.push_back({.number = number,
                               .durationNs = 1'000'000,
                               .firstEvent = first,
                               .endEvent = run.trace.endEvent(),
                               .phase = StepPhase::Active});
}

Run runOf(size_t steps, const std::vector<Call>& calls, int32_t images = 10)
{
    Run run;
    for (size_t i = 0; i < steps; ++i)
        appendStep(run, calls, images);
    return run;
}

OperatorComparison compare(std::initializer_list<const Run*> runs,
                           const OperatorComparisonOptions& options = {.basis = OperatorBasis::PerStep})
{
    std::vector<NamedRun> named;
    for (const Run* run : runs)
        named.push_back({run, "run " + std::to_string(named.size())});
    return compareOperators(named, options);
}

QStringList names(const OperatorComparison& comparison)
{
    QStringList list;
    for (const auto& row : comparison.rows)
        list << QString::fromStdString(row.name);
    return list;
}

const OperatorDifference& differenceOf(const OperatorComparison& comparison, const std::string& name,
                                       size_t run = 1)
{
    const auto row = std::ranges::find(comparison.rows, name, &OperatorComparisonRow::name);
    return row->cells[run].difference.value();
}

} // namespace

class TestOperatorComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresAreThoseWorkedOutByHand()
    {
        Run run;
        appendStep(run, {{"mm", 100}, {"mm", 300}}, 10);
        appendStep(run, {{"mm", 200}}, 10);
        appendStep(run, {{"relu", 30}}, 4);
        const auto comparison = compare({&run});
        QCOMPARE(comparison.runs[0].steps, 3);
        QCOMPARE(names(comparison), (QStringList{"mm", "relu"}));
        const auto& cell = comparison.rows[0].cells[0];
        QCOMPARE(cell.calls, 1.0);
        QCOMPARE(cell.selfNsPerStep.value(), 200.0);
        QCOMPARE(cell.selfNsPerImage.value(), 600.0 / 24);
        QCOMPARE(cell.stepShare.value(), 200.0 / 1'000'000);
        QVERIFY(!cell.difference);
    }

    void operatorsAreTheSameByNameAndPass()
    {
        const Run a = runOf(20, {{"mm", 100 * us}, {"relu", 10 * us}, {"mm", 1000 * us, Pass::Backward}});
        const Run b =
            runOf(20, {{"relu", 20 * us}, {"mm", 1000 * us, Pass::Backward}, {"mm", 150 * us}}); // other ids
        const auto comparison = compare({&a, &b});
        QCOMPARE(names(comparison), (QStringList{"mm", "relu", "mm"}));
        QCOMPARE(comparison.rows[0].pass, Pass::Forward);
        QCOMPARE(comparison.rows[2].pass, Pass::Backward);
        QCOMPARE(comparison.rows[0].cells[1].difference->differenceNs, 50.0 * us);
        QCOMPARE(comparison.rows[0].cells[1].difference->ratio.value(), 1.5);
        // Without noise within the runs, what changes from one process to the next remains.
        const double low = comparison.rows[0].cells[1].difference->ratioInterval->low;
        QVERIFY(low > 1.42 && low < 1.48);
        QCOMPARE(comparison.rows[0].cells[1].difference->verdict, Verdict::Slower);
        const double high = comparison.rows[1].cells[1].difference->intervalNs->high;
        QVERIFY(high > 10.3 * us && high < 11.5 * us);
        QCOMPARE(comparison.rows[2].cells[1].difference->verdict, Verdict::Same);
    }

    /// Addresses change from one process to the next, and what waking threads takes.
    void shortCallsAreToldFromOthersByLargeDifferencesAlone()
    {
        Run a = runOf(20, {{"view", 100}, {"relu", 10 * us}, {"mm", 1000 * us}});
        Run b = runOf(20, {{"view", 150}, {"relu", 15 * us}, {"mm", 1500 * us}});
        const auto onOne = compare({&a, &b});
        QCOMPARE(differenceOf(onOne, "view").verdict, Verdict::Unclear);
        QCOMPARE(differenceOf(onOne, "relu").verdict, Verdict::Slower);
        QCOMPARE(differenceOf(onOne, "mm").verdict, Verdict::Slower);
        a.plan.threads = b.plan.threads = 2;
        const auto onTwo = compare({&a, &b});
        QCOMPARE(differenceOf(onTwo, "relu").verdict, Verdict::Unclear);
        QCOMPARE(differenceOf(onTwo, "mm").verdict, Verdict::Slower);
    }

    void rowsStandByTheLargestDifferenceUpOrDown()
    {
        const Run a = runOf(20, {{"up", 100}, {"same", 10'000}, {"down", 500}});
        const Run b = runOf(20, {{"up", 200}, {"same", 10'000}, {"down", 300}});
        QCOMPARE(names(compare({&a, &b})), (QStringList{"down", "up", "same"}));
        QCOMPARE(differenceOf(compare({&a, &b}), "down").verdict, Verdict::Faster);
        QCOMPARE(differenceOf(compare({&a, &b}), "down").differenceNs, -200.0);
    }

    void anOperatorMayBeMissing()
    {
        const Run a = runOf(20, {{"both", 100}, {"gone", 50}});
        const Run b = runOf(20, {{"both", 100}, {"new", 70}});
        const auto comparison = compare({&a, &b});
        const auto gone = differenceOf(comparison, "gone");
        QCOMPARE(gone.differenceNs, -50.0);
        QVERIFY(!gone.ratio && !gone.ratioInterval);
        QCOMPARE(gone.verdict, Verdict::Faster);
        QVERIFY(gone.presence == OperatorPresence::BaselineOnly);
        const auto added = differenceOf(comparison, "new");
        QCOMPARE(added.differenceNs, 70.0);
        QVERIFY(!added.ratio && !added.ratioInterval);
        QCOMPARE(added.intervalNs->low, 70.0);
        QCOMPARE(added.verdict, Verdict::Slower);
        QVERIFY(added.presence == OperatorPresence::RunOnly);
        QVERIFY(differenceOf(comparison, "both").presence == OperatorPresence::Both);
    }

    /// An operator that takes no measurable time still occurs.
    void noTimeIsNotAbsence()
    {
        const Run a = runOf(20, {{"view", 50}});
        const Run b = runOf(20, {{"view", 0}});
        const auto view = differenceOf(compare({&a, &b}), "view");
        QVERIFY(view.presence == OperatorPresence::Both);
        QCOMPARE(view.ratio.value(), 0.0);
    }

    void operatorsOfNoDurationHaveNoRatio()
    {
        const Run a = runOf(20, {{"view", 0}});
        const auto comparison = compare({&a, &a});
        const auto view = differenceOf(comparison, "view");
        QVERIFY(!view.ratio);
        QCOMPARE(view.verdict, Verdict::Same);
    }

    void runsOfOtherBatchSizesCompareByImage()
    {
        const Run small = runOf(20, {{"mm", 100 * us}}, 10);
        const Run large = runOf(20, {{"mm", 400 * us}}, 80);
        QCOMPARE(differenceOf(compare({&small, &large}), "mm").ratio.value(), 4.0);
        const auto byImage = compare({&small, &large}, {.basis = OperatorBasis::PerImage});
        QCOMPARE(differenceOf(byImage, "mm").differenceNs, -5.0 * us);
        QCOMPARE(differenceOf(byImage, "mm").ratio.value(), 0.5);
        const double low = differenceOf(byImage, "mm").intervalNs->low;
        QVERIFY(low < -5.1 * us && low > -5.4 * us);
        QCOMPARE(differenceOf(byImage, "mm").verdict, Verdict::Faster);

        Run unknown = large;
        unknown.steps.clear();
        QCOMPARE(byImage.basis, OperatorBasis::PerImage);
        const auto byStep = compare({&small, &unknown}, {.basis = OperatorBasis::PerImage});
        QCOMPARE(byStep.basis, OperatorBasis::PerStep);
        QCOMPARE(differenceOf(byStep, "mm").ratio.value(), 4.0);
    }

    void runsWithSamplesOfDifferentSizesCompareByStep()
    {
        Run shorter = runOf(20, {{"mm", 100 * us}}, 10);
        shorter.experiment.dataset = "tiny-shakespeare";
        Run longer = runOf(20, {{"mm", 200 * us}}, 10);
        longer.experiment = shorter.experiment;
        QVERIFY(!compare({&shorter, &longer}, {}).hasOtherSamples);
        longer.experiment.sequenceLength = 128;
        const auto compared = compare({&shorter, &longer}, {.basis = OperatorBasis::PerImage});
        QVERIFY(compared.hasOtherSamples);
        QCOMPARE(compared.basis, OperatorBasis::PerStep);
        QCOMPARE(differenceOf(compared, "mm").differenceNs, 100.0 * us);
        longer.trace = {}; // it recorded nothing to compare
        QVERIFY(!compare({&shorter, &longer}, {}).hasOtherSamples);
    }

    void theBestBasisThatAllRunsHaveIsTaken()
    {
        const Run known = runOf(20, {{"mm", 100 * us}}, 10);
        Run withoutImages = runOf(20, {{"mm", 300 * us}});
        withoutImages.steps.clear();
        Run withoutSteps = withoutImages;
        withoutSteps.trace.steps.clear();
        const auto compared = [](std::initializer_list<const Run*> runs) { return compare(runs, {}); };
        QCOMPARE(compared({&known, &known}).basis, OperatorBasis::PerImage);
        QCOMPARE(compared({&known, &withoutImages}).basis, OperatorBasis::PerStep);
        QCOMPARE(differenceOf(compared({&known, &withoutImages}), "mm").verdict, Verdict::Slower);

        const auto total = compared({&withoutImages, &withoutSteps});
        QCOMPARE(total.basis, OperatorBasis::Total);
        QCOMPARE(total.runs[1].steps, 0);
        QVERIFY(total.runs[1].isRecorded);
        const auto& cell = total.rows.at(0).cells[1];
        QCOMPARE(cell.calls, 20.0);
        QCOMPARE(cell.selfNs, 6'000.0 * us);
        QVERIFY(!cell.selfNsPerStep && !cell.stepShare);
        QVERIFY(!total.rows.at(0).cells[0].stepShare); // of one run alone it would mislead
        QCOMPARE(cell.difference->ratio.value(), 1.0);
        QCOMPARE(cell.difference->verdict, Verdict::TooFewSamples);
        const Run nothing;
        QCOMPARE(compared({&known, &nothing}).basis, OperatorBasis::PerImage);
    }

    void kernelsAndDeviceTimesAreCompared()
    {
        const auto traced = [](int64_t kernelNs) {
            Run run = runOf(20, {{"mm", 100 * us}});
            for (auto& step : run.trace.steps) {
                step.startNs = step.number * 1'000 * us;
                step.firstEvent = EventId(2 * step.firstEvent);
                step.endEvent = EventId(2 * step.endEvent);
            }
            Trace trace;
            trace.names = run.trace.names;
            trace.steps = run.trace.steps;
            trace.threads = {{}, {.device = 0}};
            for (uint32_t step = 0; step < 20; ++step) {
                const int64_t startNs = trace.steps[step].startNs;
                trace.append({.startNs = startNs,
                              .durationNs = 100 * us,
                              .name = trace.names.intern("mm"),
                              .pass = Pass::Forward});
                trace.append({.startNs = startNs + 1'000 * us, // in the next step
                              .durationNs = kernelNs,
                              .name = trace.names.intern("sgemm"),
                              .thread = ThreadId(1),
                              .kind = EventKind::Kernel});
                trace.deviceWork.push_back({.event = EventId(2 * step + 1), .launcher = EventId(2 * step)});
            }
            run.trace = std::move(trace);
            return run;
        };
        const Run a = traced(1'000);
        const Run b = traced(3'000);
        const auto comparison = compare({&a, &b});
        QVERIFY(comparison.hasDevice);
        QCOMPARE(comparison.rows.size(), 1U);
        QCOMPARE(comparison.rows[0].cells[0].deviceNs.value(), 1'000.0);
        QCOMPARE(comparison.rows[0].cells[1].difference->verdict, Verdict::Same);
        QCOMPARE(comparison.rows[0].cells[1].deviceDifference->ratio.value(), 3.0);
        QCOMPARE(comparison.rows[0].cells[1].deviceDifference->verdict, Verdict::Slower);
        QCOMPARE(comparison.kernels.size(), 1U);
        QCOMPARE(comparison.kernels[0].name, std::string("sgemm"));
        QCOMPARE(comparison.kernels[0].pass, Pass::Forward); // of its launch
        QCOMPARE(comparison.kernels[0].cells[1].selfNs, 3'000.0);
        QCOMPARE(comparison.kernels[0].cells[1].calls, 1.0);
        QCOMPARE(comparison.kernels[0].cells[1].difference->verdict, Verdict::Slower);
        QVERIFY(!comparison.kernels[0].cells[1].deviceNs);

        Run withoutSteps = b;
        withoutSteps.trace.steps.clear();
        const auto total = compare({&a, &withoutSteps}, {});
        QCOMPARE(total.kernels.at(0).cells[1].selfNs, 60'000.0);
        QCOMPARE(total.rows.at(0).cells[1].deviceNs.value(), 60'000.0);
    }

    /// As in the overview, and wherever kernels are listed.
    void aKernelOfTwoPassesHasOneRow()
    {
        struct Launch
        {
            std::string launcher;
            Pass pass;
            int64_t kernelNs;
        };
        const auto traced = [](const std::vector<Launch>& launches) {
            Run run = runOf(20, {{"mm", 100 * us}});
            const auto count = uint32_t(2 * launches.size());
            Trace trace;
            trace.steps = run.trace.steps;
            trace.threads = {{}, {.device = 0}};
            for (uint32_t number = 0; number < 20; ++number) {
                TraceStep& step = trace.steps[number];
                step.startNs = step.number * 1'000 * us;
                step.firstEvent = EventId(number * count);
                step.endEvent = EventId((number + 1) * count);
                int64_t startNs = step.startNs;
                for (const auto& [launcher, pass, kernelNs] : launches) {
                    const EventId call = trace.endEvent();
                    trace.append({.startNs = startNs,
                                  .durationNs = 10 * us,
                                  .name = trace.names.intern(launcher),
                                  .pass = pass});
                    trace.append({.startNs = startNs + 10 * us,
                                  .durationNs = kernelNs,
                                  .name = trace.names.intern("sgemm"),
                                  .thread = ThreadId(1),
                                  .kind = EventKind::Kernel});
                    trace.deviceWork.push_back({.event = EventId(uint32_t(call) + 1), .launcher = call});
                    startNs += 20 * us;
                }
            }
            run.trace = std::move(trace);
            return run;
        };
        const Run a = traced({{"mm", Pass::Forward, 1'000}, {"MmBackward", Pass::Backward, 2'000}});
        const Run b = traced({{"mm", Pass::Forward, 6'000}});
        const auto comparison = compare({&a, &b});
        QCOMPARE(comparison.rows.size(), 2U); // the operators that launched it
        QCOMPARE(comparison.kernels.size(), 1U);
        const auto& row = comparison.kernels[0];
        QVERIFY(row.severalPasses); // though it is of one in the second run
        QCOMPARE(passName(row), std::string("several"));
        QCOMPARE(row.cells[0].selfNs, 3'000.0);
        QCOMPARE(row.cells[0].calls, 2.0);
        QCOMPARE(row.cells[1].selfNs, 6'000.0);
        QCOMPARE(row.cells[1].calls, 1.0);
        QCOMPARE(row.cells[1].difference->ratio.value(), 2.0);
        QCOMPARE(row.cells[1].difference->verdict, Verdict::Slower);

        OperatorStatisticsBuilder builder({}, OperatorGrouping::ByKernel);
        builder.update(a.trace);
        const auto listed = builder.statistics(OperatorGrouping::ByKernel, PassRows::Merged);
        QCOMPARE(listed.rows.size(), 1U);
        QCOMPARE(row.cells[0].selfNs, double(listed.rows[0].deviceSelfNs) / 20);

        Run withoutSteps = a;
        withoutSteps.trace.steps.clear();
        const auto total = compare({&withoutSteps, &b});
        QCOMPARE(total.kernels.size(), 1U);
        QCOMPARE(total.kernels[0].cells[0].selfNs, 60'000.0);
        QCOMPARE(total.kernels[0].cells[0].calls, 40.0);

        const auto forward = compare({&b, &b});
        QVERIFY(!forward.kernels.at(0).severalPasses);
        QCOMPARE(forward.kernels[0].pass, Pass::Forward);
    }

    void noBoundOfATimeIsNegative()
    {
        // In one step of twenty: the mean is known to a factor only.
        Run a = runOf(19, {{"mm", 100}});
        appendStep(a, {{"mm", 100}, {"rare", 1'000}});
        Run b = runOf(19, {{"mm", 100}});
        appendStep(b, {{"mm", 100}, {"rare", 800}});
        const auto rare = differenceOf(compare({&a, &b}), "rare");
        QCOMPARE(rare.ratio.value(), 0.8);
        QVERIFY(rare.ratioInterval->low >= 0.0);
        QVERIFY(rare.intervalNs->low >= -50.0); // all of the baseline's 50 ns per step
        QCOMPARE(rare.verdict, Verdict::Unclear);
    }

    void anOperatorOfFewStepsMayBeMissingByChance()
    {
        Run a = runOf(20, {{"mm", 100}});
        Run b = runOf(18, {{"mm", 100}});
        appendStep(b, {{"mm", 100}, {"rare", 1'000}});
        appendStep(b, {{"mm", 100}, {"rare", 1'000}});
        QCOMPARE(differenceOf(compare({&a, &b}), "rare").verdict, Verdict::Unclear);
        QCOMPARE(differenceOf(compare({&b, &a}), "rare").verdict, Verdict::Unclear);
    }

    void anotherRunMayBeTheBaseline()
    {
        const Run a = runOf(20, {{"mm", 100}});
        const Run b = runOf(20, {{"mm", 50}});
        const auto comparison = compare({&a, &b}, {.baseline = 1, .basis = OperatorBasis::PerStep});
        QCOMPARE(differenceOf(comparison, "mm", 0).ratio.value(), 2.0);
        QVERIFY(!comparison.rows[0].cells[1].difference);
    }

    void fewStepsHaveNoInterval()
    {
        const Run a = runOf(19, {{"mm", 100}});
        const Run b = runOf(20, {{"mm", 900}});
        for (const auto& comparison : {compare({&a, &b}), compare({&b, &a})}) {
            QCOMPARE(differenceOf(comparison, "mm").verdict, Verdict::TooFewSamples);
            QVERIFY(!differenceOf(comparison, "mm").intervalNs);
            QVERIFY(differenceOf(comparison, "mm").ratio);
        }
    }

    void sumsByStackAreComparedInTotalWhereTheyAreTimes()
    {
        const auto sumsOf = [](int64_t ns, const char* unit) {
            Run run;
            run.trace.unit = unit;
            run.trace.append({.durationNs = ns, .name = run.trace.names.intern("main")});
            run.trace.append(
                {.durationNs = ns / 2, .name = run.trace.names.intern("sum"), .parent = EventId(0)});
            run.trace.calls = {0, 0}; // not known
            return run;
        };
        const Run before = sumsOf(1000, "");
        const Run after = sumsOf(3000, "");
        const auto total = compare({&before, &after});
        QCOMPARE(total.basis, OperatorBasis::Total);
        QCOMPARE(total.rows.size(), size_t(2));
        QCOMPARE(differenceOf(total, "sum").ratio.value(), 3.0);
        QVERIFY(!total.isEmpty());
        const Run samples = sumsOf(1000, "samples");
        QVERIFY(compare({&samples, &samples}).isEmpty());
        const Run training = runOf(20, {{"mm", 100 * us}}, 10); // is compared per image as before
        QCOMPARE(compare({&training, &before}, {}).basis, OperatorBasis::PerImage);
    }

    void aRunWithoutTraceIsKnownByItsTotals()
    {
        const Run traced = runOf(20, {{"mm", 100}});
        Run counted;
        for (int i = 0; i < 50; ++i)
            counted.steps.push_back({.step = i, .durationNs = 2000, .images = 4});
        counted.totals.steps = 50;
        counted.totals.rows.push_back({.name = counted.trace.names.intern("mm"),
                                       .pass = Pass::Forward,
                                       .calls = 100,
                                       .selfNs = 10'000,
                                       .durationNs = 10'000});
        const auto comparison = compare({&traced, &counted});
        QCOMPARE(comparison.runs[1].steps, 50);
        const auto& cell = comparison.rows.at(0).cells[1];
        QCOMPARE(cell.calls, 2.0);
        QCOMPARE(cell.selfNsPerStep.value(), 200.0);
        QCOMPARE(cell.selfNsPerImage.value(), 50.0);
        QCOMPARE(cell.stepShare.value(), 0.1);
        QCOMPARE(cell.difference->ratio.value(), 2.0);
        QCOMPARE(cell.difference->verdict, Verdict::TooFewSamples);
        QCOMPARE(differenceOf(compare({&counted, &traced}), "mm").verdict, Verdict::TooFewSamples);
    }

    void aRunThatRecordedNothingHasNoDifference()
    {
        const Run traced = runOf(20, {{"mm", 100}});
        const Run empty;
        for (const auto& comparison : {compare({&traced, &empty}), compare({&empty, &traced})}) {
            QCOMPARE(comparison.rows.size(), 1U);
            QVERIFY(!comparison.rows[0].cells[1].difference);
        }
        QCOMPARE(compare({&traced, &empty}).runs[1].steps, 0);
        QVERIFY(compare({&empty, &empty}).rows.empty());
        QVERIFY(compare({}).rows.empty());
    }

    void equalOperatorsAreRarelyCalledDifferentAndATenthMoreIsFound()
    {
        std::mt19937 random(11);
        std::lognormal_distribution<double> noise(0.0, 0.05);
        std::vector<Run> runs(2);
        constexpr int operators = 200;
        for (size_t i = 0; i < runs.size(); ++i) {
            for (int step = 0; step < 50; ++step) {
                std::vector<Call> calls;
                for (int op = 0; op < operators; ++op) {
                    const bool slower = i == 1 && op % 2 == 1;
                    calls.push_back({fmt::format("{}{}", op % 2 == 1 ? "slower" : "equal", op),
                                     int64_t((slower ? 1.1e5 : 1e5) * noise(random))});
                }
                appendStep(runs[i], calls);
            }
        }
        int wronglyDifferent = 0;
        int found = 0;
        for (const auto& row : compare({&runs[0], &runs[1]}).rows) {
            const auto verdict = row.cells[1].difference->verdict;
            if (row.name.starts_with("equal"))
                wronglyDifferent += isDifference(verdict);
            else
                found += verdict == Verdict::Slower;
        }
        QVERIFY2(wronglyDifferent <= 5, qPrintable(QString::number(wronglyDifferent)));
        QVERIFY2(found >= 98, qPrintable(QString::number(found)));
    }
};

QTEST_GUILESS_MAIN(TestOperatorComparison)
#include "test_operator_comparison.moc"
