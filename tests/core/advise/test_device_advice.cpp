#include "core/advise/advice.h"
#include "core/advise/advice_text.h"
#include "core/advise/thresholds.h"

#include "advised_run.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr auto look = FindingVerdict::LookHere;
constexpr auto good = FindingVerdict::Good;
constexpr auto untold = FindingVerdict::CannotBeTold;

/// A run on a GPU.
Run gpuRun(const std::string& events)
{
    Run run = advisedRun(events);
    run.experiment.device = "cuda:0";
    return run;
}

/// The same, of steps of 1 ms on an H100-like device: an operator launches work.
Run deviceRun(const std::string& events)
{
    Run run = gpuRun("aten::mm 0-500000 forward\n  launch 1000-9000 runtime\n" + events);
    run.trace.devices = {{.number = 0, .memoryBytes = 1000, .computeMajor = 9, .processors = 132}};
    return run;
}

Finding findingOf(const Run& run, FindingId id)
{
    for (auto& finding : advise(run, quietMachine())) {
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
    QCOMPARE(!finding.tries.empty(), verdict == look);
    QVERIFY(finding.meaning.find('{') == std::string::npos);
}

void compareNotApplicable(const Finding& finding, const char* reason)
{
    QCOMPARE(finding.verdict, FindingVerdict::NotApplicable);
    QVERIFY(!finding.measure && finding.tries.empty());
    QCOMPARE(finding.meaning, std::string(reason));
}

} // namespace

/// The questions about devices. Launches are always at the beginning of a step, so that in each step the
/// device waits for the host until then.
class TestDeviceAdvice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutADeviceNothingIsAsked()
    {
        for (const auto& finding : advise(soundRun(), quietMachine())) {
            QVERIFY(finding.id <= FindingId::TensorCores);
            QVERIFY(!finding.isOfDevice || finding.verdict == untold);
        }
    }

    void withOneEveryQuestionHasItsWords()
    {
        const auto findings = advise(deviceRun("gemm 10000-900000 t1 gpu0 kernel <launch\n"), quietMachine());
        QCOMPARE(findings.size(), size_t(10 + 13));
        for (const auto& finding : findings) {
            QVERIFY(!finding.title.empty() && !finding.question.empty() && !finding.formula.empty() &&
                    !finding.meaning.empty());
            QVERIFY(finding.formula.find('{') == std::string::npos);
        }
        QVERIFY(adviceText(findings, "").find("Utilization of the device") != std::string::npos);
    }

    void computationIsSetAgainstCopies()
    {
        const auto events = [](int64_t ns) {
            return fmt::format(
                "gemm 100000-600000 t1 gpu0 kernel <launch\nHtoD 600000-{} t2 gpu0 memcpy h2d\n",
                600'000 + ns);
        };
        compareTo(findingOf(deviceRun(events(50'000)), FindingId::CopyTime), good, 0.1);
        const auto slow = findingOf(deviceRun(events(100'000)), FindingId::CopyTime);
        compareTo(slow, look, 0.2);
        QCOMPARE(gainText(slow), std::string("Possible gain: up to 100 µs per step"));
        // Reducing what takes hardly any time gains nothing.
        compareNotApplicable(findingOf(deviceRun("gemm 100000-120000 t1 gpu0 kernel <launch\n"
                                                 "HtoD 600000-610000 t2 gpu0 memcpy h2d\n"),
                                       FindingId::CopyTime),
                             "The copies take 1.0 % of the time, too little for this to matter.");
    }

    void copiesShallLieUnderKernels()
    {
        const auto beside = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"
                                      "HtoD 600000-700000 t2 gpu0 memcpy h2d\n");
        compareTo(findingOf(beside, FindingId::CopyOverlap), look, 0.0);
        const auto under = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"
                                     "HtoD 500000-600000 t2 gpu0 memcpy h2d\n");
        compareTo(findingOf(under, FindingId::CopyOverlap), good, 1.0);
        // What takes hardly any time is not judged by its threshold.
        const auto little = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"
                                      "HtoD 600000-610000 t2 gpu0 memcpy h2d\n");
        compareNotApplicable(findingOf(little, FindingId::CopyOverlap),
                             "The copies take 1.0 % of the time, too little for this to matter.");
        const auto none = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n");
        for (const auto id : {FindingId::CopyOverlap, FindingId::CopyDirections})
            compareNotApplicable(findingOf(none, id),
                                 "No memory is copied in the recorded steps, so nothing could overlap.");
    }

    void copiesInBothDirectionsShallOverlap()
    {
        const auto run =
            deviceRun("HtoD 100000-200000 t1 gpu0 memcpy h2d\nDtoH 150000-350000 t2 gpu0 memcpy d2h\n");
        compareTo(findingOf(run, FindingId::CopyDirections), good, 0.5);
        const auto apart =
            deviceRun("HtoD 100000-200000 t1 gpu0 memcpy h2d\nDtoH 200000-300000 t2 gpu0 memcpy d2h\n");
        compareTo(findingOf(apart, FindingId::CopyDirections), look, 0.0);
        const auto mostlyUp =
            deviceRun("HtoD 100000-200000 t1 gpu0 memcpy h2d\nDtoH 200000-210000 t2 gpu0 memcpy d2h\n");
        compareNotApplicable(
            findingOf(mostlyUp, FindingId::CopyDirections),
            "Copies in the less used direction take 1.0 % of the time, too little for an overlap to matter.");
    }

    /// Ten kernels of 12 µs explain no idle time of 988 µs per step.
    void whatExplainsLittleDoesNotComeFirst()
    {
        Run run = gpuRun("aten::mm 0-500000 forward\n  launch 1000-21000 runtime\n"
                         "a 100000-112000 t1 gpu0 kernel <launch\n");
        const auto findings = advise(run, quietMachine());
        const auto at = [&](FindingId id) { return std::ranges::find(findings, id, &Finding::id); };
        QCOMPARE(at(FindingId::SmallKernels)->verdict, look);
        QCOMPARE(at(FindingId::DeviceIdle)->verdict, look);
        QVERIFY(at(FindingId::DeviceIdle) < at(FindingId::SmallKernels));
    }

    void kernelsAreListedAsKernels()
    {
        const std::string name(200, 'k');
        const auto text = adviceText(
            advise(deviceRun(name + " 100000-600000 t1 gpu0 kernel <launch\n"), quietMachine()), "");
        QVERIFY2(text.find("    Kernel  ") != std::string::npos, text.c_str());
        QVERIFY2(text.find("    " + std::string(57, 'k') + "...  ") != std::string::npos, text.c_str());
    }

    void slowCopiesAreFound()
    {
        const auto run = deviceRun("slow 100000-200000 t1 gpu0 memcpy h2d bytes=100000\n"
                                   "fast 200000-250000 t1 gpu0 memcpy h2d bytes=2000000\n");
        compareTo(findingOf(run, FindingId::CopyThroughput), look, 100.0 / 150);
        // The question that the figure, 67 % here, answers.
        QCOMPARE(findingOf(run, FindingId::CopyThroughput).question,
                 std::string("How much of the time of copies is spent in slow ones?"));
        QVERIFY(findingOf(run, FindingId::CopyThroughput).formula.starts_with("Time in slow copies "));
        const auto fast = deviceRun("fast 200000-250000 t1 gpu0 memcpy h2d bytes=2000000\n");
        compareTo(findingOf(fast, FindingId::CopyThroughput), good, 0.0);
        compareNotApplicable(
            findingOf(deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"), FindingId::CopyThroughput),
            "No memory is copied in the recorded steps.");
    }

    /// Copies hidden by kernels cause no delay, and there is no advice to pin memory that is pinned.
    void slowCopiesUnderKernelsGainNothing()
    {
        const auto run = [](const std::string& name) {
            return deviceRun("gemm 100000-190000 t1 gpu0 kernel <launch\n" + name +
                             " 100000-200000 t2 gpu0 memcpy h2d bytes=200000\n");
        };
        const auto pageable = findingOf(run("Memcpy_HtoD_(Pageable_->_Device)"), FindingId::CopyThroughput);
        QCOMPARE(gainText(pageable), std::string("Possible gain: up to 10.0 µs per step"));
        QCOMPARE(pageable.tries.size(), size_t(1));
        QVERIFY(pageable.tries[0].starts_with("Copy from pinned memory"));
        const auto pinned = findingOf(run("Memcpy_HtoD_(Pinned_->_Device)"), FindingId::CopyThroughput);
        QVERIFY(pinned.tries[0].starts_with("Check the bus"));
        const auto fast = deviceRun("gemm 100000-300000 t1 gpu0 kernel <launch\n"
                                    "Memcpy_HtoD_(Pinned_->_Device) 400000-500000 t2 gpu0 memcpy h2d "
                                    "bytes=2000000\n");
        const auto overlap = findingOf(fast, FindingId::CopyOverlap);
        compareTo(overlap, look, 0.0);
        QVERIFY(overlap.tries[0].find("pinned") == std::string::npos);
    }

    void onlySmallCopiesAreToBeJoined()
    {
        const auto run = [](int64_t smallNs) {
            return deviceRun(fmt::format("small 100000-{} t1 gpu0 memcpy h2d bytes=102399\n"
                                         "large 300000-400000 t1 gpu0 memcpy h2d bytes=102400\n",
                                         100'000 + smallNs));
        };
        const auto joins = [](const Finding& finding) {
            return std::ranges::any_of(finding.tries, [](const std::string& text) {
                return text.find("Combine small copies") != std::string::npos;
            });
        };
        const auto large = findingOf(run(50'000), FindingId::CopyThroughput);
        compareTo(large, look, 1.0);
        QVERIFY(!joins(large));
        QVERIFY2(large.meaning.ends_with(
                     "33 % of the time in slow copies is spent in copies smaller than 100 KiB."),
                 large.meaning.c_str());
        QVERIFY(joins(findingOf(run(150'000), FindingId::CopyThroughput)));
    }

    void copiesWithinTheDeviceAreNotThoseOfTheBus()
    {
        const auto run = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"
                                   "within 600000-700000 t2 gpu0 memcpy d2d bytes=100\n");
        for (const auto id : {FindingId::CopyOverlap, FindingId::CopyDirections, FindingId::CopyThroughput})
            compareNotApplicable(findingOf(run, id),
                                 "All copies in the recorded steps are within the device.");
        const auto time = findingOf(run, FindingId::CopyTime);
        compareTo(time, look, 0.2);
        QCOMPARE(time.tries.size(), size_t(1));
        QVERIFY(time.tries[0].find("clone()") != std::string::npos);
        const auto both = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n"
                                    "within 600000-700000 t2 gpu0 memcpy d2d\n"
                                    "HtoD 500000-600000 t3 gpu0 memcpy h2d\n");
        compareTo(findingOf(both, FindingId::CopyOverlap), good, 1.0);
    }

    void utilizationAndIdleTime()
    {
        const auto busy = deviceRun("gemm 1000-601000 t1 gpu0 kernel <launch\n");
        compareTo(findingOf(busy, FindingId::Utilization), good, 0.6);
        const auto idle = deviceRun("gemm 100000-400000 t1 gpu0 kernel <launch\n");
        compareTo(findingOf(idle, FindingId::Utilization), look, 0.3);
        const auto finding = findingOf(idle, FindingId::DeviceIdle);
        compareTo(finding, look, 0.7);
        // From the end of one step's kernel to the next, whose launch comes later: all but the end of the
        // last.
        QVERIFY2(
            finding.meaning.starts_with(
                "The device does nothing for 7.00 ms of 10.0 ms: 6.32 ms because the next work was "
                "launched late, 80.0 µs during the call that launched the next work, 600 µs for other or "
                "unknown reasons. The longest gap"),
            finding.meaning.c_str());
        QVERIFY2(
            finding.meaning.ends_with("On average, a kernel starts 99.0 µs after its launching call does."),
            finding.meaning.c_str());
        QVERIFY(finding.tries[0].find("CUDA graph") != std::string::npos);
        QCOMPARE(gainText(finding), std::string("Possible gain: up to 700 µs per step"));
    }

    void whatRunsUnderOtherKernelsCannotBeGained()
    {
        const auto finding = findingOf(deviceRun("nccl 100000-600000 t2 gpu0 communication <launch\n"
                                                 "gemm 100000-500000 t1 gpu0 kernel <launch\n"),
                                       FindingId::CostliestKernels);
        compareTo(finding, look, 0.5);
        QCOMPARE(finding.operators[0].free, 1.0 / 0.9);
        QCOMPARE(gainText(finding), std::string("Possible gain: up to 100 µs per step, if twice as fast"));
    }

    void idleTimeInsideALaunchHasItsOwnTip()
    {
        Run run = gpuRun("aten::mm 0-900000 forward\n  launch 1000-700000 runtime\n"
                         "gemm 700000-900000 t1 gpu0 kernel <launch\n");
        const auto finding = findingOf(run, FindingId::DeviceIdle);
        compareTo(finding, look, 0.8);
        QVERIFY(finding.tries[0].starts_with("Look at the longest launching calls"));
        run.trace.deviceWork.clear(); // it is not known which call launched it
        QVERIFY(findingOf(run, FindingId::DeviceIdle).tries[0].starts_with("See in the timeline"));
    }

    void amdDevicesAreDescribedInTheirTerms()
    {
        Run run = deviceRun("gemm 100000-200000 t1 gpu0 kernel <launch blocks=0.25\n");
        run.trace.devices[0].name = "AMD Instinct MI250X";
        QVERIFY(findingOf(run, FindingId::DeviceIdle).tries[0].find("HIP graph") != std::string::npos);
        const auto fill = findingOf(run, FindingId::DeviceFill);
        QVERIFY2(fill.meaning.find("25 % of the compute units") != std::string::npos, fill.meaning.c_str());
        for (const auto& finding : advise(run, quietMachine())) {
            QVERIFY2(finding.meaning.find("multiprocessors") == std::string::npos, finding.meaning.c_str());
            for (const auto& text : finding.tries)
                QVERIFY2(text.find("CUDA") == std::string::npos, text.c_str());
        }
    }

    void kernelsAreRankedByWhatTheyGain()
    {
        const auto run = deviceRun("small 100000-150000 t1 gpu0 kernel <launch\n"
                                   "large 150000-650000 t1 gpu0 kernel <launch\n");
        const auto finding = findingOf(run, FindingId::CostliestKernels);
        compareTo(finding, look, 0.5);
        QCOMPARE(finding.operators.size(), size_t(2));
        QCOMPARE(finding.operators[0].name, std::string("large"));
        QCOMPARE(finding.operators[0].free, 2.0);
        QCOMPARE(finding.operators[0].perStepNs, 500'000.0);
        QVERIFY2(finding.meaning.starts_with("large takes 50 % of a step of 1.00 ms (mean, with its device "
                                             "work); if it took no time,"),
                 finding.meaning.c_str());
    }

    /// As the profiler leaves one that stops at the start of a step.
    void stepsWithoutWorkAreLeftOutOfTheMeans()
    {
        Run run = deviceRun("gemm 100000-400000 t1 gpu0 kernel <launch\n");
        auto& steps = run.trace.steps;
        const TraceStep last = steps.back();
        steps.push_back({.number = last.number + 1,
                         .startNs = last.startNs + last.durationNs,
                         .durationNs = last.durationNs,
                         .firstEvent = last.endEvent,
                         .endEvent = last.endEvent,
                         .phase = StepPhase::Active});
        const auto idle = findingOf(run, FindingId::DeviceIdle);
        QVERIFY2(idle.meaning.starts_with("The device does nothing for 7.00 ms of 10.0 ms:"),
                 idle.meaning.c_str());
        QCOMPARE(gainText(idle), std::string("Possible gain: up to 700 µs per step"));
    }

    /// 60 µs of slow copies between host and device do not explain 300 µs of copies.
    void slowCopiesDoNotExplainThoseWithinTheDevice()
    {
        const auto run = deviceRun("gemm 100000-200000 t1 gpu0 kernel <launch\n"
                                   "HtoD 300000-360000 t2 gpu0 memcpy h2d bytes=100\n"
                                   "DtoD 400000-640000 t2 gpu0 memcpy d2d bytes=100\n");
        const auto findings = advise(run, quietMachine());
        const auto at = [&](FindingId id) { return std::ranges::find(findings, id, &Finding::id); };
        QCOMPARE(at(FindingId::CopyThroughput)->verdict, look);
        QCOMPARE(at(FindingId::CopyTime)->verdict, look);
        QVERIFY(at(FindingId::CopyTime) < at(FindingId::CopyThroughput));
    }

    void kernelsOfGraphsCanMissTheTensorCores()
    {
        Run run = gpuRun("Compiled 0-500000 forward\n  cudaGraphLaunch 1000-9000 runtime\n"
                         "volta_sgemm_nt 100000-400000 t1 gpu0 kernel <cudaGraphLaunch\n"
                         "custom 400000-500000 t1 gpu0 kernel <cudaGraphLaunch\n");
        run.trace.devices = {{.number = 0, .computeMajor = 9}};
        const auto finding = findingOf(run, FindingId::TensorCores);
        compareTo(finding, look, 0.0);
        QCOMPARE(finding.meaning,
                 std::string(
                     "Of 3.00 ms in kernels that could use tensor cores, 0 ns is spent in kernels "
                     "that do. The kernels that could use them take 75 % of the time of all kernels (sum of "
                     "durations). Another 25 % of the kernel time cannot be judged, because the "
                     "operators of these kernels are not known, as for kernels of graphs."));
    }

    void kernelsShorterThanTheirLaunchAreSmall()
    {
        const auto run =
            deviceRun("a 100000-104000 t1 gpu0 kernel <launch\nb 200000-216000 t1 gpu0 kernel <launch\n");
        const auto some = findingOf(run, FindingId::SmallKernels);
        compareTo(some, good, 0.2);
        QCOMPARE(some.meaning,
                 std::string("Of 20 kernels launched individually, 10 are shorter than the call: "
                             "40.0 µs in total. No kernel ends before its launching call returns."));
        const auto within = deviceRun("a 2000-6000 t1 gpu0 kernel <launch\n");
        QVERIFY(findingOf(within, FindingId::SmallKernels)
                    .meaning.find(" 10 kernels end before the launching call returns. ") !=
                std::string::npos);
        Run all = gpuRun("aten::mm 0-500000 forward\n  launch 1000-21000 runtime\n"
                         "a 100000-116000 t1 gpu0 kernel <launch\n");
        compareTo(findingOf(all, FindingId::SmallKernels), look, 1.0);
        QCOMPARE(findingOf(deviceRun("a 100000-104000 t1 gpu0 kernel\n"), FindingId::SmallKernels).verdict,
                 untold);
    }

    /// One call launches all kernels of a CUDA graph: it is no measure of each.
    void kernelsOfGraphsAreNotComparedWithTheirLaunch()
    {
        Run run = gpuRun("aten::mm 0-500000 forward\n  cudaGraphLaunch 1000-9000 runtime\n"
                         "a 100000-104000 t1 gpu0 kernel <cudaGraphLaunch\n"
                         "b 200000-204000 t1 gpu0 kernel <cudaGraphLaunch\n");
        QCOMPARE(findingOf(run, FindingId::SmallKernels).verdict, untold);
        Run both = gpuRun("aten::mm 0-500000 forward\n  cudaGraphLaunch 1000-209000 runtime\n"
                          "  launch 210000-220000 runtime\n"
                          "a 100000-104000 t1 gpu0 kernel <cudaGraphLaunch\n"
                          "b 230000-250000 t1 gpu0 kernel <launch\n"
                          "c 260000-280000 t1 gpu0 kernel\n");
        const auto finding = findingOf(both, FindingId::SmallKernels);
        compareTo(finding, good, 0.0);
        QVERIFY2(finding.meaning.ends_with(
                     "No kernel ends before its launching call returns. 10 kernels of "
                     "graphs, which one call launches together, are not compared with "
                     "that call. The launching call of 10 more kernels in the recorded steps is not known."),
                 finding.meaning.c_str());
    }

    /// A step waits for its data while no device works: for 250 of the 400 µs that the host needs for them.
    void dataLoadingUnderDeviceWorkIsNoWait()
    {
        const auto of = [](int64_t kernelStart) {
            Run run = gpuRun("aten::select 0-400000 data\n"
                             "aten::mm 400000-500000 forward\n  launch 401000-409000 runtime\n" +
                             fmt::format("gemm {}-1000000 t1 gpu0 kernel <launch\n", kernelStart));
            return findingOf(run, FindingId::DataLoading);
        };
        const auto slow = of(250'000);
        compareTo(slow, look, 0.25);
        QCOMPARE(gainText(slow), std::string("Possible gain: up to 250 µs per step"));
        QCOMPARE(
            slow.meaning,
            std::string(
                "While the host gets the batch, no device is busy for 250 µs of a step of 1.00 ms "
                "(mean, with its device work): 25 %. Without this time, a step would be at most "
                "1.33 times as fast. On the host, getting the batch takes 400 µs, 40 % of a "
                "step; time in which a device is busy or a runtime call is in progress is not counted."));
        const auto hidden = of(20'000);
        compareTo(hidden, good, 0.02);
        QVERIFY2(hidden.meaning.ends_with("On the host, getting the batch takes 400 µs, 40 % of a step; time "
                                          "in which a device is busy or a runtime call is in progress is "
                                          "not counted."),
                 hidden.meaning.c_str());
    }

    /// The same share that the overview, the Steps view and the report show.
    void dataLoadingIsTheOneOfTheSplitOfTheDevice()
    {
        const Run run = advisedRun("aten::select 0-400000 data\n"
                                   "aten::mm 400000-500000 forward\n  launch 401000-409000 runtime\n"
                                   "gemm 300000-1100000 t1 gpu0 kernel <launch\n");
        const StepFigures shown = stepFigures(DeviceSplitter().update(run.trace));
        compareTo(findingOf(run, FindingId::DataLoading), look, shown.part(StepPart::DataLoader).share);
        AdviceBuilder builder;
        builder.update(run);
        const AdviceFigures figures = builder.figures(run);
        QCOMPARE(figures.split(), StepSplit::Device);
        QCOMPARE(figures.splitSteps().wall.medianNs, shown.wall.medianNs);
        QCOMPARE(figures.dataTime().share, shown.part(StepPart::DataLoader).share);
        QVERIFY(figures.dataTime().share != figures.steps.part(StepPart::Data).share);
    }

    /// As in the Steps view while steps are selected.
    void theSplitOfTheDeviceIsOfTheSelectedSteps()
    {
        const Run run = advisedRun("aten::mm 0-500000 forward\n  launch 1000-9000 runtime\n"
                                   "gemm 100000-900000 t1 gpu0 kernel <launch\n");
        DeviceSplitter splitter;
        const auto split = splitter.update(run.trace);
        const StepRange late{.first = 15, .last = 30};
        const StepFigures shown = stepFigures(split, late);
        AdviceBuilder builder(late);
        builder.update(run);
        const AdviceFigures figures = builder.figures(run);
        QCOMPARE(figures.split(), StepSplit::Device);
        QCOMPARE(figures.splitSteps().steps, shown.steps);
        QCOMPARE(figures.splitSteps().firstStep, 15);
        QVERIFY(shown.steps < stepFigures(split).steps);
    }

    /// The device works during 800 of 1000 µs: of an operator with 500 µs, 200 can be gained.
    void whyLessThanAShareCanBeGainedIsSaid()
    {
        Run run = gpuRun("aten::mm 0-240000 forward\n  launch 1000-9000 runtime\n"
                         "gemm 100000-900000 t1 gpu0 kernel <launch\n");
        const auto finding = findingOf(run, FindingId::CostliestOperators);
        compareTo(finding, good, 0.24);
        QCOMPARE(finding.meaning,
                 std::string("No operator stands out: even if the most expensive one, mm (forward) with 24 % "
                             "of a step of 1.00 ms (mean, on the host), took no time, a step would be at "
                             "most 1.25 times as fast. While a device works, time saved on the host shortens "
                             "nothing, so at most 200 µs (20 %) could be gained."));
    }

    /// item() takes hardly any time by itself: it waits inside of a copy.
    void anOperatorThatWaitsInTheRuntimeIsNamed()
    {
        const auto of = [](const std::string& events) {
            Run run = gpuRun(events);
            return findingOf(run, FindingId::CostliestOperators);
        };
        const std::string waiting = "aten::mm 0-200000 forward\n  launch 1000-2000 runtime\n"
                                    "aten::_local_scalar_dense 200000-700000 forward\n"
                                    "  cudaMemcpyAsync 210000-690000 runtime\n";
        const auto finding = of(waiting + "gemm 300000-700000 t1 gpu0 kernel <launch\n");
        compareTo(finding, look, 0.5);
        QCOMPARE(finding.operatorName, std::string("aten::_local_scalar_dense"));
        QCOMPARE(finding.operators[0].perStepNs, 500'000.0);
        QCOMPARE(finding.operators[0].runtimeNs, 480'000.0);
        QCOMPARE(finding.operators[0].free, 2.0);
        QVERIFY2(finding.meaning.ends_with("480 µs of this is spent in calls of the device's runtime, "
                                           "which launch work or wait for the device."),
                 finding.meaning.c_str());
        QVERIFY(finding.tries[0].starts_with("Read values back"));
        const auto hidden = of(waiting + "gemm 50000-950000 t1 gpu0 kernel <launch\n");
        compareTo(hidden, look, 0.5);
        QCOMPARE(hidden.operators[0].free, 1.0 / 0.9); // the device is idle for a tenth
        QCOMPARE(gainText(hidden), std::string("Possible gain: up to 100 µs per step, if twice as fast"));
        QVERIFY2(hidden.meaning.ends_with("at most 100 µs (10 %) could be gained."), hidden.meaning.c_str());
    }

    void whereNothingIsGainedThisIsSaid()
    {
        const auto kernels =
            findingOf(deviceRun("a 100000-101000 t1 gpu0 kernel <launch\n"), FindingId::CostliestKernels);
        QCOMPARE(kernels.meaning,
                 std::string("No kernel is worth improving: the most expensive one, a, takes only 0.1 % of a "
                             "step of 1.00 ms (mean, with its device work)."));
        const auto operators =
            findingOf(advisedRun("aten::mm 0-1000 forward\n"), FindingId::CostliestOperators);
        QVERIFY2(operators.meaning.starts_with("No operator is worth improving: the most expensive one, mm "
                                               "(forward), takes only 0.1 %"),
                 operators.meaning.c_str());
    }

    /// Data loading that the device waits for is named before its idleness, which is larger.
    void causesComeBeforeTheIdleDevice()
    {
        Run run = gpuRun("aten::select 0-400000 data\n"
                         "aten::mm 400000-900000 forward\n  launch 401000-409000 runtime\n"
                         "gemm 600000-700000 t1 gpu0 kernel <launch\n");
        std::vector<FindingId> ids;
        for (const auto& finding : advise(run, quietMachine())) {
            if (finding.verdict == look)
                ids.push_back(finding.id);
        }
        const auto at = [&](FindingId id) { return std::ranges::find(ids, id) - ids.begin(); };
        QCOMPARE(ids.front(), FindingId::DataLoading);
        QVERIFY(at(FindingId::DataLoading) < at(FindingId::DeviceIdle));
        QVERIFY(at(FindingId::DeviceIdle) < at(FindingId::Utilization));
        QVERIFY(at(FindingId::Utilization) < std::ssize(ids));
    }

    void deviceWorkOutsideTheStepsIsNotDenied()
    {
        Run run = deviceRun("gemm 100000-600000 t1 gpu0 kernel <launch\n");
        for (EventId event(0); event < run.trace.endEvent(); ++event)
            run.trace.startNs[event] += isDeviceWork(run.trace.kind[event]) ? 1'000'000'000 : 0;
        run.trace.deviceWork.clear(); // of no known launch
        const auto finding = findingOf(run, FindingId::CopyTime);
        QCOMPARE(finding.verdict, untold);
        QCOMPARE(finding.meaning,
                 std::string("The recording has 10 device events, but none in the steps analyzed."));
    }

    void tensorCoresThatLieIdleAreFound()
    {
        const auto without = deviceRun("sgemm 100000-600000 t1 gpu0 kernel <launch\n");
        compareTo(findingOf(without, FindingId::TensorCores), look, 0.0);
        compareTo(
            findingOf(deviceRun("hmma_gemm 100000-600000 t1 gpu0 kernel <launch\n"), FindingId::TensorCores),
            good, 1.0);
        Run old = without;
        old.trace.devices[0].computeMajor = 6;
        QCOMPARE(findingOf(old, FindingId::TensorCores).verdict, untold);
        Run volta = without; // has no TF32
        volta.trace.devices[0].computeMajor = 7;
        QVERIFY(findingOf(without, FindingId::TensorCores).tries[0].find("TF32") != std::string::npos);
        QVERIFY(findingOf(volta, FindingId::TensorCores).tries[0].find("TF32") == std::string::npos);
        Run amd = without;
        amd.trace.devices[0].warpSize = 64;
        QCOMPARE(findingOf(amd, FindingId::TensorCores).verdict, untold);
    }

    void communicationIsNotImprovedByItsSizes()
    {
        const auto run = deviceRun("nccl 100000-600000 t1 gpu0 communication <launch\n");
        const auto finding = findingOf(run, FindingId::CostliestKernels);
        compareTo(finding, look, 0.5);
        QVERIFY(finding.tries[0].starts_with("Start each exchange"));
    }

    void aMeasureIsNotShownAsItsThreshold()
    {
        QCOMPARE(measureText(FindingMeasure{.value = 0.496, .threshold = 0.5}), std::string("49.6 %"));
        QCOMPARE(measureText(FindingMeasure{.value = 0.5, .threshold = 0.5}), std::string("50 %"));
        QCOMPARE(measureText(FindingMeasure{.value = 0.42, .threshold = 0.5}), std::string("42 %"));
        QCOMPARE(measureText(FindingMeasure{.value = 0.4996, .threshold = 0.5}), std::string("49.96 %"));
        QCOMPARE(measureText(FindingMeasure{.value = 0.0502, .threshold = 0.05}), std::string("5.02 %"));
        QCOMPARE(measureText(FindingMeasure{.value = 0.052, .threshold = 0.05}), std::string("5.2 %"));
    }

    void smallBatchesDoNotFillTheDevice()
    {
        const auto run = deviceRun("a 100000-300000 t1 gpu0 kernel <launch blocks=0.25 occupancy=0.5\n"
                                   "b 300000-600000 t1 gpu0 kernel <launch blocks=0.25 occupancy=0.5\n");
        compareTo(findingOf(run, FindingId::DeviceFill), look, 0.25);
        compareTo(findingOf(run, FindingId::KernelConcurrency), look, 0.0);
        const auto full = deviceRun("a 100000-300000 t1 gpu0 kernel <launch blocks=4\n"
                                    "b 300000-600000 t1 gpu0 kernel <launch blocks=4\n");
        compareTo(findingOf(full, FindingId::DeviceFill), good, 1.0);
        compareNotApplicable(
            findingOf(full, FindingId::KernelConcurrency),
            "Kernels fill 100 % of the device while they run, so there is little room for another kernel.");
    }

    void communicationCountsWhereNothingElseRuns()
    {
        const auto run = deviceRun("gemm 100000-300000 t1 gpu0 kernel <launch\n"
                                   "nccl 200000-600000 t2 gpu0 communication <launch\n");
        compareTo(findingOf(run, FindingId::Communication), look, 0.3);
    }

    void tipsOnCommunicationAreForItsLargestKind()
    {
        const auto of = [](const std::string& name) {
            return findingOf(deviceRun("ncclKernel_AllReduce_RING 100000-200000 t2 gpu0 communication "
                                       "<launch\n" +
                                       name + " 200000-600000 t2 gpu0 communication <launch\n"),
                             FindingId::Communication);
        };
        const auto exchange = of("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t");
        compareTo(exchange, look, 0.5);
        QCOMPARE(exchange.meaning,
                 std::string("Devices exchange data for 5.00 ms; during 0 ns of that, other "
                             "kernels run. The largest part is all-to-all and "
                             "send/receive: 4.00 ms (sum of durations)."));
        QVERIFY(exchange.tries[0].starts_with("Balance the ranks"));
        QVERIFY(of("ncclDevKernel_AllReduce_Sum_f32").tries[0].find("buckets") != std::string::npos);
        QVERIFY(of("ncclDevKernel_AllGather_RING_LL").tries[0].starts_with("Gather the parameters"));
        QVERIFY(of("ncclDevKernel_ReduceScatter_Sum_f32").tries[0].starts_with("Gather the parameters"));
        QVERIFY(of("ncclDevKernel_Broadcast_RING_LL").tries[0].starts_with("Broadcast only"));
        const auto unknown = of("ncclDevKernel_Generic");
        QVERIFY(unknown.tries[0].starts_with("Start each exchange"));
        QVERIFY2(unknown.meaning.ends_with("do not show which collectives they are."),
                 unknown.meaning.c_str());
        const auto kernels = findingOf(deviceRun("ncclKernel_SendRecv 100000-600000 t2 gpu0 communication "
                                                 "<launch\n"),
                                       FindingId::CostliestKernels);
        QVERIFY(kernels.tries[0].starts_with("Balance the ranks"));
    }

    void aGainBelowAHundredthOfAStepIsNoneToLookAt()
    {
        const auto of = [](int64_t ns) {
            return findingOf(deviceRun(fmt::format("a 100000-{} t1 gpu0 kernel <launch\n", 100'000 + ns)),
                             FindingId::SmallKernels);
        };
        const auto small = of(7'000);
        compareTo(small, good, 0.007);
        QCOMPARE(measureText(*small.measure), std::string("possible gain 0.7 %"));
        QVERIFY2(small.meaning.ends_with(
                     "The figure itself is 100 % (threshold: at most 20 %), but "
                     "at most 7.00 µs of a step of 1.00 ms (mean, on the host) could be gained, less "
                     "than 1 %."),
                 small.meaning.c_str());
        QVERIFY(small.formula.ends_with(
            "Here the possible gain ÷ the time of a step is compared with the threshold."));
        Run run = gpuRun("aten::mm 0-500000 forward\n  launch 1000-21000 runtime\n"
                         "a 100000-110000 t1 gpu0 kernel <launch\n");
        compareTo(findingOf(run, FindingId::SmallKernels), look, 1.0);
    }

    void oneKernelCannotRunConcurrently()
    {
        const auto one = deviceRun("a 100000-600000 t1 gpu0 kernel <launch blocks=0.25\n");
        compareNotApplicable(findingOf(one, FindingId::KernelConcurrency),
                             "Only 10 kernels run in the recorded steps, so there is hardly anything to run "
                             "concurrently.");
        // In each step, no shorter than its longest kernel.
        Run two = deviceRun("a 100000-500000 t1 gpu0 kernel <launch blocks=0.25\n"
                            "b 500000-550000 t1 gpu0 kernel <launch blocks=0.25\n");
        compareTo(findingOf(two, FindingId::KernelConcurrency), look, 0.0);
        QCOMPARE(gainText(findingOf(two, FindingId::KernelConcurrency)),
                 std::string("Possible gain: up to 50.0 µs per step"));
    }

    void fewKernelsThatOverlapAreJudged()
    {
        const auto run = deviceRun("");
        Run few = run;
        appendEvents(
            few.trace,
            "a 100000-600000 t1 gpu0 kernel blocks=0.1\nb 100000-600000 t2 gpu0 kernel blocks=0.1\n");
        for (EventId event = run.trace.endEvent(); event < few.trace.size(); ++event)
            few.trace.startNs[event] += few.trace.steps.back().startNs;
        few.trace.steps.back().endEvent = few.trace.endEvent();
        QVERIFY(findingOf(few, FindingId::KernelConcurrency).verdict != FindingVerdict::NotApplicable);
    }

    void aLargeShareUnderOtherWorkIsNotCalledSmall()
    {
        const auto kernels = deviceRun("a 100000-700000 t1 gpu0 kernel <launch\n"
                                       "b 100000-700000 t2 gpu0 kernel <launch\n");
        const auto kernel = findingOf(kernels, FindingId::CostliestKernels);
        QVERIFY2(kernel.meaning.find("but other kernels run during nearly all of that time.") !=
                     std::string::npos,
                 kernel.meaning.c_str());
        const auto busy = deviceRun("a 0-1000000 t1 gpu0 kernel <launch\n");
        const auto operators = findingOf(busy, FindingId::CostliestOperators);
        QVERIFY2(operators.meaning.find("but the device works during nearly all of that time.") !=
                     std::string::npos,
                 operators.meaning.c_str());
        QVERIFY(operators.meaning.find("No operator is worth improving") == std::string::npos);
    }

    void kernelTimeIsThatOfAtLeastOne()
    {
        const auto run = deviceRun("a 100000-600000 t1 gpu0 kernel <launch\n"
                                   "b 200000-700000 t2 gpu0 kernel <launch\n"
                                   "HtoD 900000-910000 t3 gpu0 memcpy h2d\n");
        QCOMPARE(findingOf(run, FindingId::Utilization).meaning,
                 std::string(
                     "At least one kernel runs for 6.00 ms of 10.0 ms. Kernels overlap: their durations add "
                     "up to 10.0 ms."));
        QCOMPARE(findingOf(run, FindingId::CopyTime).meaning,
                 std::string("In the recorded steps (to the end of the work launched in them), at least one "
                             "kernel runs for 6.00 ms, and memory is copied for 100 µs. Overlapping work "
                             "counts once."));
    }

    void memoryNearTheLimitIsFound()
    {
        Run run = deviceRun("gemm 100000-300000 t1 gpu0 kernel <launch\n");
        QCOMPARE(findingOf(run, FindingId::DeviceMemory).verdict, untold);
        run.trace.counters = {{.name = "Total Reserved", .device = 0, .values = {{1, 950.0}, {2, 100.0}}}};
        compareTo(findingOf(run, FindingId::DeviceMemory), look, 0.95);
    }

    void memoryIsToldFromAllocationsWhereStreamsHaveNoProcess()
    {
        Run run = deviceRun("gemm 100000-300000 t1 gpu0 kernel <launch\n");
        for (TraceThread& thread : run.trace.threads)
            thread.process = thread.isStream() ? 0 : 25738; // as in a trace of PyTorch's profiler
        run.trace.allocations = {{.timeNs = 1, .bytes = 400, .address = 1, .device = 0},
                                 {.timeNs = 2, .bytes = 550, .address = 2, .device = 0},
                                 {.timeNs = 3, .bytes = -550, .address = 2, .device = 0}};
        compareTo(findingOf(run, FindingId::DeviceMemory), look, 0.95);
    }

    void ofSeveralDevicesTheWorstIsSpokenOf()
    {
        const auto run = deviceRun("gemm 1000-901000 t1 gpu0 kernel <launch\n"
                                   "gemm 1000-301000 t2 gpu1 kernel <launch\n");
        const auto finding = findingOf(run, FindingId::Utilization);
        compareTo(finding, look, 0.3);
        QVERIFY2(finding.meaning.starts_with("GPU 1: "), finding.meaning.c_str());
    }
};

QTEST_GUILESS_MAIN(TestDeviceAdvice)
#include "test_device_advice.moc"
