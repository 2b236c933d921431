#include "core/advise/advice.h"
#include "core/advise/thresholds.h"
#include "core/experiment/experiment_fields.h"

#include "advised_run.h"
#include "tests/core/comparison/trial_run.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

namespace {

Finding findingOf(const Run& run, FindingId id, const Environment& environment = quietMachine(),
                  const StepRange& steps = {})
{
    for (auto& finding : advise(run, environment, steps)) {
        if (finding.id == id)
            return finding;
    }
    qFatal("there is no such finding");
}

void compareTo(const Finding& finding, FindingVerdict verdict, double value)
{
    QVERIFY2(finding.measure, finding.meaning.c_str());
    QVERIFY2(std::abs(finding.measure->value - value) < 1e-9,
             qPrintable(QString("%1, not %2").arg(finding.measure->value).arg(value)));
    QCOMPARE(finding.verdict, verdict);
    QCOMPARE(!finding.tries.empty(), verdict == FindingVerdict::LookHere);
}

void compareUntold(const Finding& finding, const char* reason,
                   FindingVerdict verdict = FindingVerdict::CannotBeTold)
{
    QCOMPARE(finding.verdict, verdict);
    QVERIFY(!finding.measure);
    QVERIFY(finding.tries.empty());
    QVERIFY2(finding.meaning.find(reason) != std::string::npos, finding.meaning.c_str());
}

constexpr auto look = FindingVerdict::LookHere;
constexpr auto good = FindingVerdict::Good;

} // namespace

class TestAdvice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSoundRunHasNothingToLookAt()
    {
        const auto findings = advise(soundRun(), quietMachine());
        QCOMPARE(findings.size(), size_t(15));
        int untold = 0;
        for (const auto& finding : findings) {
            QVERIFY2(finding.verdict != look, finding.title.c_str());
            QVERIFY(!finding.title.empty() && !finding.question.empty() && !finding.formula.empty() &&
                    !finding.meaning.empty());
            untold += finding.verdict == FindingVerdict::CannotBeTold;
        }
        QCOMPARE(untold, 1 + 6); // no trial of the recorder, and what needs a device
    }

    void aRunWithoutAStepHasNoFindings() { QVERIFY(advise(Run(), quietMachine()).empty()); }

    void dataLoadingIsJudgedByItsShare()
    {
        const auto events = [](int64_t dataNs) {
            return fmt::format("aten::select 0-{} data\naten::mm {}-1000000 forward\n", dataNs, dataNs);
        };
        compareTo(findingOf(advisedRun(events(49'000)), FindingId::DataLoading), good, 0.049);
        compareTo(findingOf(advisedRun(events(50'000)), FindingId::DataLoading), good, 0.05);
        const auto slow = findingOf(advisedRun(events(200'000)), FindingId::DataLoading);
        compareTo(slow, look, 0.2);
        QCOMPARE(slow.meaning, std::string("Getting the batch takes 200 µs of a step of 1.00 ms (mean): 20 "
                                           "%. Without this time, a step would be at most 1.25 times as "
                                           "fast."));
        QCOMPARE(gainText(slow), std::string("Possible gain: up to 200 µs per step"));
        QCOMPARE(slow.place, FindingPlace::Steps);
    }

    void operatorsAreRankedByWhatImprovingThemGains()
    {
        const auto run = advisedRun("aten::conv2d 0-700000 forward\n"
                                    "  aten::convolution 0-500000\n"
                                    "aten::mm 700000-1000000 backward\n");
        const auto finding = findingOf(run, FindingId::CostliestOperators);
        compareTo(finding, look, 0.5);
        QCOMPARE(finding.operators.size(), size_t(3));
        QCOMPARE(finding.operatorName, std::string("aten::convolution"));
        const auto& first = finding.operators[0];
        QCOMPARE(first.name, std::string("aten::convolution"));
        QCOMPARE(first.share, 0.5);
        QCOMPARE(first.perStepNs, 500'000.0);
        QCOMPARE(first.free, 2.0);
        QCOMPARE(first.half, 1.0 / 0.75);
        QCOMPARE(finding.operators[1].name, std::string("aten::mm"));
        QCOMPARE(finding.operators[1].pass, Pass::Backward);
        QCOMPARE(finding.operators[2].share, 0.2); // what is left of conv2d
        QVERIFY(
            finding.meaning.starts_with("convolution (forward) takes 50 % of a step of 1.00 ms (mean). If it "
                                        "were twice as fast, a step would be at most 1.33 times as fast; "
                                        "if it took no time, 2.00 times."));
        QCOMPARE(gainText(finding), std::string("Possible gain: up to 250 µs per step, if twice as fast"));
    }

    void noOperatorStandsOutBelowTheThreshold()
    {
        const auto events = [](int64_t ns) {
            std::string text;
            for (int64_t i = 0; i < 4; ++i)
                text += fmt::format("op{} {}-{} forward\n", i, 250'000 * i,
                                    250'000 * i + (i == 0 ? ns : 200'000));
            return text;
        };
        compareTo(findingOf(advisedRun(events(249'000)), FindingId::CostliestOperators), good, 0.249);
        compareTo(findingOf(advisedRun(events(250'000)), FindingId::CostliestOperators), good, 0.25);
        compareTo(findingOf(advisedRun("op 0-251000 forward\n"), FindingId::CostliestOperators), look, 0.251);
    }

    void anOperatorThatIsAllOfTheStepGainsWithoutEnd()
    {
        const auto finding = findingOf(advisedRun("op 0-1000000 forward\n"), FindingId::CostliestOperators);
        QVERIFY(std::isinf(finding.operators[0].free));
        QCOMPARE(finding.operators[0].half, 2.0);
    }

    void timeBetweenOperatorsIsWhereNoneRuns()
    {
        compareTo(findingOf(advisedRun("op 0-400000 forward\nop 500000-1000000 forward\n"),
                            FindingId::BetweenOperators),
                  good, 0.1);
        compareTo(findingOf(advisedRun("op 0-400000 forward\nop 501000-1000000 forward\n"),
                            FindingId::BetweenOperators),
                  look, 0.101);
    }

    void theTimeOfSmallCallsInsideOthersCountsOnce()
    {
        std::string events = "layer 0-900000 layer forward\n"
                             "  aten::mm 0-600000\n";
        for (int64_t i = 0; i < 20; ++i) {
            const int64_t at = 600'000 + 10'000 * i;
            events +=
                fmt::format("  aten::t {}-{}\n    aten::transpose {}-{}\n", at, at + 9'999, at, at + 5'000);
        }
        events += "aten::add 900000-910000 forward\n"; // just large enough
        const auto finding = findingOf(advisedRun(events), FindingId::SmallOperators);
        compareTo(finding, good, 20 * 9'999 / 1e6);
        QVERIFY2(finding.meaning.starts_with("40 calls are shorter than 10.0 µs and take 200 µs of a step of "
                                             "1.00 ms (mean): 20 %."),
                 finding.meaning.c_str());
        events += "aten::relu 910000-919000 forward\n";
        compareTo(findingOf(advisedRun(events), FindingId::SmallOperators), look, (20 * 9'999 + 9'000) / 1e6);
    }

    void recordedStepsCanBePicked()
    {
        Run run = soundRun();
        for (EventId event(0); event < run.trace.endEvent(); ++event) { // from step 15 on, all is data
            if (run.trace.startNs[event] >= 15'000'000)
                run.trace.pass[event] = Pass::Data;
        }
        const auto of = [&](const StepRange& steps) {
            return findingOf(run, FindingId::DataLoading, quietMachine(), steps);
        };
        compareTo(of({.first = 0, .last = 14}), good, 0.02);
        compareTo(of({.first = 15, .last = 30}), look, 1.0);
        compareUntold(of({.first = 18, .last = 30}), "there are 2");
        compareUntold(of({.first = 19, .last = 30}), "there is 1:");
        compareUntold(of({.first = 50, .last = 60}), "there are 0");
    }

    void withoutRecordedStepsNothingIsSaidOfThem()
    {
        Run run = soundRun();
        run.trace = {};
        for (const auto id : {FindingId::DataLoading, FindingId::CostliestOperators,
                              FindingId::BetweenOperators, FindingId::SmallOperators}) {
            compareUntold(findingOf(run, id), "At least 3 recorded steps are needed, but there are 0");
            run.experiment.profile = false;
            compareUntold(findingOf(run, id), "The profiler was off");
            run.experiment.profile = true;
        }
    }

    void threadsAreJudgedByTheProcessorsTheyKeepBusy()
    {
        const auto with = [](float percent) {
            Run run = soundRun();
            for (auto& sample : run.samples)
                sample.processCpuPercent = percent;
            return run;
        };
        compareTo(findingOf(with(130.0F), FindingId::Threads), good, 0.65);
        compareTo(findingOf(with(128.0F), FindingId::Threads), look, 0.64);
        QVERIFY(findingOf(with(128.0F), FindingId::Threads)
                    .meaning.starts_with("The process kept 1.28 processors busy with 2 threads."));
        Run run = with(50.0F);
        run.plan.threads = 1;
        compareUntold(findingOf(run, FindingId::Threads), "on one thread", FindingVerdict::NotApplicable);
        run = with(50.0F);
        run.samples.resize(3);
        compareUntold(findingOf(run, FindingId::Threads), "there are 3");
        run = with(50.0F);
        run.experiment.device = "cuda:0";
        compareUntold(findingOf(run, FindingId::Threads), "A device does the work",
                      FindingVerdict::NotApplicable);
    }

    void threadsAreNotAtFaultForWhatOtherProgramsTake()
    {
        const auto of = [](float processPercent, float corePercent, int processors = 2) {
            Run run = soundRun();
            for (auto& sample : run.samples) {
                sample.processCpuPercent = processPercent;
                sample.coreCpuPercent.assign(size_t(processors), corePercent);
            }
            Environment machine = quietMachine();
            machine.processors = processors;
            return findingOf(run, FindingId::Threads, machine);
        };
        const auto has = [](const Finding& finding, const char* text) {
            return finding.meaning.find(text) != std::string::npos;
        };
        const auto waiting = of(120.0F, 100.0F); // all that was left is used
        compareTo(waiting, look, 0.6);
        QVERIFY(has(waiting, "Other programs used 0.80 of the 2 processors on average"));
        QVERIFY(!has(waiting, "The rest of the time"));
        QCOMPARE(waiting.tries.size(), size_t(1));
        QVERIFY(waiting.tries[0].starts_with("Close other programs"));
        const auto both = of(50.0F, 65.0F); // as much is taken, but more was left than is used
        QVERIFY(has(both,
                    "Other programs used 0.80 of the 2 processors on average, so the threads may have had"));
        QVERIFY(has(both, "The rest of the time"));
        QCOMPARE(both.tries.size(), size_t(3));
        for (const auto& finding : {of(50.0F, 30.0F), of(50.0F, 50.0F, 8)}) { // too little; enough is left
            QVERIFY(!has(finding, "Other programs"));
            QVERIFY(has(finding, "The rest of the time"));
            QCOMPARE(finding.tries.size(), size_t(2));
        }
    }

    void warmUpIsWhatTheFirstStepsTakeLonger()
    {
        Run run = soundRun();
        QVERIFY(findingOf(run, FindingId::WarmUp).meaning.starts_with("The first step took no longer"));
        run.steps[0].durationNs = 5'000'000; // 4 ms of 104 ms
        auto finding = findingOf(run, FindingId::WarmUp);
        compareTo(finding, good, 4.0 / 104.0);
        QVERIFY(finding.meaning.starts_with("The first step took 4.00 ms longer than the median of 1.00 ms"));
        run.steps[0].durationNs = 5'000'000;
        run.steps[1].durationNs = 3'000'000;
        run.steps[2].durationNs = 2'000'000; // 4 + 2 + 1 ms of 107 ms
        finding = findingOf(run, FindingId::WarmUp);
        compareTo(finding, look, 7.0 / 107.0);
        QVERIFY(finding.meaning.starts_with("The first 3 steps took 7.00 ms longer"));
        QCOMPARE(finding.tries.size(), size_t(1));
    }

    void aSlowStepLaterIsNoWarmUp()
    {
        Run run = soundRun();
        run.steps[1].durationNs = 50'000'000;
        compareTo(findingOf(run, FindingId::WarmUp), good, 0.0);
    }

    void recordedStepsOfTheWarmUpAreWorthALook()
    {
        Run run = soundRun(1000);
        for (size_t i = 0; i < 12; ++i)
            run.steps[i].durationNs = 1'100'000;
        const auto finding = findingOf(run, FindingId::WarmUp);
        QCOMPARE(finding.verdict, look);
        QVERIFY(!finding.measure->isCrossed());
        QVERIFY2(finding.meaning.find("2 of them are recorded, so") != std::string::npos,
                 finding.meaning.c_str());
        QCOMPARE(finding.tries,
                 std::vector<std::string>{"Let the profiler wait and warm up for at least 12 steps."});
        QCOMPARE(gainText(finding), std::string("Possible gain: not known"));
    }

    void aShortRunHasNoWarmUpToTell()
    {
        compareUntold(findingOf(soundRun(20), FindingId::WarmUp),
                      "At least 21 steps are needed, but there are 20.");
        QVERIFY(findingOf(soundRun(21), FindingId::WarmUp).measure);
    }

    void theRecorderIsJudgedByItsTrial()
    {
        compareTo(findingOf(trialRun(std::vector(10, 1.049)), FindingId::RecorderCost), good, 0.049);
        compareTo(findingOf(trialRun(std::vector(10, 1.06)), FindingId::RecorderCost), look, 0.06);
        // Ratios so different that there is no verdict, whatever their median.
        const auto chance =
            findingOf(trialRun({0.5, 1.5, 0.6, 1.4, 0.7, 1.3, 1.2, 1.25}), FindingId::RecorderCost);
        compareUntold(chance, "The cost of recording cannot be distinguished from chance");
        compareUntold(findingOf(soundRun(), FindingId::RecorderCost), "too short");
    }

    void memoryIsJudgedAgainstThatOfTheMachine()
    {
        Run run = soundRun();
        run.samples[4].residentBytes = 900'000'000;
        compareTo(findingOf(run, FindingId::Memory), good, 0.9);
        run.samples[4].residentBytes = 901'000'000;
        compareTo(findingOf(run, FindingId::Memory), look, 0.901);
        Environment unknown = quietMachine();
        unknown.memoryBytes = 0;
        compareUntold(findingOf(run, FindingId::Memory, unknown), "not known");
        run.samples.clear();
        compareUntold(findingOf(run, FindingId::Memory), "not known");
    }

    void otherProgramsAreJudgedByTheProcessorsTheyTake()
    {
        const auto with = [](float processPercent, size_t cores) {
            Run run = soundRun();
            for (auto& sample : run.samples) {
                sample.processCpuPercent = processPercent;
                sample.coreCpuPercent.assign(cores, 100.0F);
            }
            return run;
        };
        compareTo(findingOf(with(180.0F, 2), FindingId::OtherPrograms), good, 0.1);
        compareTo(findingOf(with(179.0F, 2), FindingId::OtherPrograms), look, 0.105);
        compareTo(findingOf(with(182.0F, 8), FindingId::OtherPrograms), good, 0.09); // six are not this run's
        compareUntold(findingOf(with(180.0F, 0), FindingId::OtherPrograms), "samples of all processors");
    }

    /// The samples do not cover the selected steps alone, which take twice as long as the others.
    void figuresOfTheWholeRunSaySoWhileStepsAreSelected()
    {
        Run run = soundRun();
        for (auto& sample : run.samples)
            sample.processCpuPercent = 150.0F;
        for (auto& step : run.trace.steps)
            step.durationNs = 2'000'000;
        const auto all = findingOf(run, FindingId::OtherPrograms);
        QCOMPARE(gainText(all), std::string("Possible gain: up to 500 µs per step"));
        QVERIFY(all.meaning.find("whole run") == std::string::npos);
        const auto some = findingOf(run, FindingId::OtherPrograms, quietMachine(), {.first = 10, .last = 14});
        QCOMPARE(gainText(some), std::string("Possible gain: up to 250 µs per step (median of the run)"));
        QVERIFY2(some.meaning.ends_with("This is a figure of the whole run, not of the selected steps."),
                 some.meaning.c_str());
        for (const FindingId id : {FindingId::Memory, FindingId::Threads, FindingId::WarmUp})
            QVERIFY(findingOf(run, id, quietMachine(), {.first = 10, .last = 14}).isOfWholeRun);
        const auto operators =
            findingOf(run, FindingId::CostliestOperators, quietMachine(), {.first = 10, .last = 14});
        QVERIFY(!operators.isOfWholeRun);
    }

    void theProcessesOfAProgramAreNotTakenForItsThreadsOrOtherPrograms()
    {
        Run run = soundRun();
        run.kind = RunKind::Program;
        compareUntold(findingOf(run, FindingId::Threads), "processes that it started");
        compareUntold(findingOf(run, FindingId::OtherPrograms), "other processes of the recorded program");
        QVERIFY(QString::fromStdString(findingOf(run, FindingId::Memory).meaning)
                    .endsWith("other ranks, are not included."));
    }

    void theGpuIsJudgedByWhatItsDriverTells()
    {
        const auto with = [](float percent) {
            Run run = soundRun();
            for (auto& sample : run.samples)
                sample.gpus.push_back({.utilizationPercent = percent});
            return run;
        };
        compareTo(findingOf(with(50.0F), FindingId::GpuUse), good, 0.5);
        compareTo(findingOf(with(49.0F), FindingId::GpuUse), look, 0.49);
        QVERIFY(!findingOf(with(49.0F), FindingId::GpuUse).isOfDevice);
        compareUntold(findingOf(soundRun(), FindingId::GpuUse), "no samples of the GPU");
    }

    void questionsOfADeviceAreAskedButNotAnswered()
    {
        for (const auto id : {FindingId::CopyTime, FindingId::CopyOverlap, FindingId::CopyThroughput,
                              FindingId::SmallKernels, FindingId::TensorCores}) {
            const auto finding = findingOf(soundRun(), id);
            QVERIFY(finding.isOfDevice);
            compareUntold(finding, "no events of a device");
        }
    }

    void otherProgramsComeBeforeWhatTheyBringAbout()
    {
        Run run = advisedRun("aten::select 0-300000 data\n"
                             "aten::mm 300000-1000000 forward\n");
        for (auto& sample : run.samples)
            sample.processCpuPercent =
                120.0F; // 0.8 of two processors are taken, and 40 % of the threads idle
        std::vector<FindingId> ids;
        for (const auto& finding : advise(run, quietMachine())) {
            if (finding.verdict == look)
                ids.push_back(finding.id);
        }
        // By gain alone: others and threads 400 µs, mm 350 µs, data 300 µs; data comes before the threads
        // that wait for it.
        QCOMPARE(ids, (std::vector{FindingId::OtherPrograms, FindingId::DataLoading, FindingId::Threads,
                                   FindingId::CostliestOperators}));
    }

    void aTraceWithoutStepsIsAnalysedAsAWhole()
    {
        Run run;
        run.experiment.dataset.clear();
        run.outcome = RunOutcome::Finished;
        appendEvents(run.trace, "DataLoader 0-400000 data\n"
                                "aten::mm 400000-1000000 forward\n");
        AdviceBuilder builder;
        builder.update(run);
        const auto figures = builder.figures(run);
        QVERIFY(figures.isOfWholeTrace);
        const auto data = findingOf(run, FindingId::DataLoading, Environment());
        compareTo(data, look, 0.4);
        QCOMPARE(data.meaning, std::string("Getting the batch takes 400 µs of the trace of 1.00 ms: 40 %. "
                                           "Without this time, the trace would be at most 1.67 times as "
                                           "fast."));
        QCOMPARE(gainText(data), std::string("Possible gain: up to 400 µs of the trace"));
        const auto operators = findingOf(run, FindingId::CostliestOperators, Environment());
        compareTo(operators, look, 0.6);
        QCOMPARE(operators.meaning, std::string("mm (forward) takes 60 % of the trace of 1.00 ms. If it were "
                                                "twice as fast, the trace would be at most 1.43 times as "
                                                "fast; if it took no time, 2.50 times."));
        compareUntold(findingOf(run, FindingId::OtherPrograms), "no machine samples");
        compareUntold(findingOf(run, FindingId::Threads), "no machine samples");
        compareUntold(findingOf(run, FindingId::RecorderCost),
                      "A trace does not show what recording it cost");
    }

    void anImportedTraceWithFewStepsDoesNotBlameTheProfiler()
    {
        Run run = soundRun();
        run.experiment = unknownExperiment();
        run.trace.steps.resize(2);
        compareUntold(findingOf(run, FindingId::DataLoading),
                      "At least 3 steps with events are needed, but the file has 2.");
        compareUntold(findingOf(run, FindingId::WarmUp), "not the steps before them");
    }

    void whatATraceDoesNotShowIsNotCalledGood()
    {
        Run run = advisedRun("aten::mm 100000-700000 forward\n");
        run.experiment = unknownExperiment();
        compareUntold(findingOf(run, FindingId::DataLoading), "no events of a data loader");
        run.trace.steps.clear();
        compareUntold(findingOf(run, FindingId::WarmUp), "the file has none");
    }

    void communicationThroughTheCpuIsAQuestionOfItsOwn()
    {
        const auto run = advisedRun("aten::mm 0-500000 forward\n"
                                    "gloo:all_reduce 300000-800000 t1 range\n");
        const auto finding = findingOf(run, FindingId::HostCommunication);
        compareTo(finding, look, 0.3);
        QCOMPARE(finding.meaning,
                 std::string("Processes exchange data for 5.00 ms of 10.0 ms; during 2.00 ms of that, "
                             "operators run. The largest part is all-reduce: 5.00 ms (sum of durations)."));
        QCOMPARE(gainText(finding), std::string("Possible gain: up to 300 µs per step"));
        // No step is shorter than the work of its device.
        const auto busy = findingOf(advisedRun("aten::mm 0-10000 forward\n  launch 1000-9000 runtime\n"
                                               "gloo:all_reduce 300000-800000 t1 range\n"
                                               "a 10000-950000 t2 gpu0 kernel <launch\n"),
                                    FindingId::HostCommunication);
        QVERIFY2(busy.gainNs && *busy.gainNs <= 60'000.0, gainText(busy).c_str());
        const auto alone =
            findingOf(advisedRun("gloo:all_reduce 300000-800000 t1 range\n"), FindingId::HostCommunication);
        compareTo(alone, look, 0.5);
        QCOMPARE(gainText(alone), std::string("Possible gain: not known"));
        compareUntold(findingOf(advisedRun("aten::mm 0-500000 forward\n"
                                           "gloo:all_reduce 300000-300000 t1 range\n"),
                                FindingId::HostCommunication),
                      "the starts of 10 collective calls");
    }

    void withoutOperatorsNothingIsSaidOfThem()
    {
        Run run = advisedRun("cudaLaunchKernel 100000-700000 forward\n");
        std::ranges::fill(run.trace.kind, EventKind::Runtime);
        compareUntold(findingOf(run, FindingId::BetweenOperators), "No operator was recorded.");
        compareUntold(findingOf(run, FindingId::SmallOperators), "No operator was recorded.");
    }

    void whatIsAtStakeComesFirst()
    {
        Run run = advisedRun("aten::select 0-100000 data\n"
                             "aten::mm 100000-700000 forward\n");
        run.samples[4].residentBytes = 950'000'000;
        const auto findings = advise(run, quietMachine());
        std::vector<FindingId> ids;
        for (const auto& finding : findings) {
            if (finding.verdict == look)
                ids.push_back(finding.id);
        }
        // 30 % of a step, half of 60 %, 10 %; what memory would gain is not known.
        QCOMPARE(ids.size(), size_t(4));
        QCOMPARE(ids[2], FindingId::DataLoading);
        QCOMPARE(ids[3], FindingId::Memory);
        bool isDeviceYet = false;
        auto before = look;
        for (const auto& finding : findings) {
            QVERIFY(finding.verdict >= before);
            QVERIFY(finding.isOfDevice || !isDeviceYet);
            before = finding.verdict;
            isDeviceYet = finding.isOfDevice;
        }
    }

    void aRunTakenInBitByBitSaysTheSame()
    {
        const Run run = soundRun();
        AdviceBuilder slowly;
        while (!slowly.update(run, 7)) {
        }
        const auto bits = slowly.figures(run);
        AdviceBuilder atOnce;
        atOnce.update(run);
        const auto whole = atOnce.figures(run);
        QCOMPARE(bits.steps.steps, int64_t(10));
        QCOMPARE(bits.steps.wall.totalNs, whole.steps.wall.totalNs);
        QCOMPARE(bits.operators.selfNs, whole.operators.selfNs);
        QCOMPARE(bits.smallNs, whole.smallNs);
    }
};

QTEST_GUILESS_MAIN(TestAdvice)
#include "test_advice.moc"
