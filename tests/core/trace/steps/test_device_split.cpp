#include "core/trace/steps/step_breakdown.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void appendStep(Trace& trace, int64_t start, int64_t end, const std::string& events)
{
    const EventId first = trace.endEvent();
    appendEvents(trace, events);
    trace.steps.push_back({.number = int64_t(trace.steps.size()),
                           .startNs = start,
                           .durationNs = end - start,
                           .firstEvent = first,
                           .endEvent = trace.endEvent(),
                           .phase = StepPhase::Active});
}

QString textOf(const StepBreakdown& step)
{
    const auto sum = std::accumulate(step.partNs.begin(), step.partNs.end(), int64_t(0));
    if (sum != step.wallNs)
        return QString("the parts sum to %1 of %2").arg(sum).arg(step.wallNs);
    QStringList parts;
    for (const StepPart part : partsOf(StepSplit::Device)) {
        if (step.part(part) != 0)
            parts << QString("%1 %2").arg(stepPartName(part)).arg(step.part(part));
    }
    return parts.join(", ");
}

QString split(int64_t end, const std::string& events)
{
    Trace trace;
    appendStep(trace, 0, end, events);
    return textOf(DeviceSplitter().update(trace).front());
}

} // namespace

class TestDeviceSplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachInstantCountsForTheFirstOfItsParts()
    {
        QCOMPARE(split(100, "conv2d 0-80\n"
                            "  launch 10-30 runtime\n"
                            "gemm 20-50 t1 gpu0 kernel\n"
                            "HtoD 40-70 t2 gpu0 memcpy\n"),
                 QString("Kernel 30, Memory copy 20, Runtime 10, CPU operator 20, Idle 20"));
    }

    void theFirstStepStartsWhenEarlierWorkIsDone()
    {
        const auto startOf = [](const std::string& events) {
            Trace trace;
            appendStep(trace, 100, 200, events);
            DeviceSteps steps;
            return steps.update(trace).front().time.startNs;
        };
        const std::string own = "launch 110-120 runtime\n"
                                "gemm 160-190 t1 gpu0 kernel <launch\n";
        QCOMPARE(startOf(own), int64_t(100));
        QCOMPARE(startOf(own + "before 90-140 t1 kernel\n"), int64_t(140));
        QCOMPARE(startOf(own + "before 90-95 t1 kernel\n"), int64_t(100));
        QCOMPARE(startOf(own + "beside 150-170 t2 gpu0 kernel\n"),
                 int64_t(100));                                            // parallel to the step's own
        QCOMPARE(startOf("before 90-140 t1 gpu0 kernel\n"), int64_t(100)); // no work of the step itself
    }

    void allPartsInTheirOrder()
    {
        // Each begins 10 later than the one before and all end together.
        QCOMPARE(split(100, "python_main 10-90 python\n"
                            "  aten::add 20-90\n"
                            "    enumerate(DataLoader)#x.__next__ 30-90 range\n"
                            "      cudaLaunchKernel 40-90 runtime\n"
                            "ncclKernel 50-90 t1 gpu0 communication\n"
                            "Memset 60-90 t2 gpu0 set\n"
                            "Memcpy 70-90 t3 gpu0 memcpy\n"
                            "gemm 80-90 t4 gpu0 kernel\n"),
                 QString("Kernel 10, Memory copy 10, Memory set 10, Communication 10, Runtime 10, "
                         "Data loader 10, CPU operator 10, Other 10, Idle 20"));
    }

    /// A training of Stepscope's own marks no range around its batch.
    void theDataPassIsTheDataLoader()
    {
        QCOMPARE(split(100, "index_select 0-40 data\n"
                            "conv2d 40-80 forward\n"
                            "gemm 30-60 t1 gpu0 kernel\n"),
                 QString("Kernel 30, Data loader 30, CPU operator 20, Idle 20"));
    }

    void whatLoaderWorkersDoIsNoPart()
    {
        Trace trace;
        trace.threads = {{1, "training"}, {2, "Data loader 1"}};
        appendStep(trace, 0, 100,
                   "conv2d 0-40\n"
                   "batch 20-90 t1 range other\n"
                   "  decode 30-80 range\n");
        QCOMPARE(textOf(DeviceSplitter().update(trace).front()), QString("CPU operator 40, Idle 60"));
    }

    void overlappingKernelsCountOnce()
    {
        const std::string onOneStream = "a 10-50 t1 gpu0 kernel\nb 30-60 t1 gpu0 kernel\n";
        const std::string onTwo = "a 10-50 t1 gpu0 kernel\nb 30-60 t2 gpu0 kernel\n";
        QCOMPARE(split(100, onOneStream), QString("Kernel 50, Idle 50"));
        QCOMPARE(split(100, onTwo), QString("Kernel 50, Idle 50"));
        QCOMPARE(split(100, "a 10-50 t1 gpu0 kernel\nb 10-50 t2 gpu1 kernel\n"),
                 QString("Kernel 40, Idle 60"));
    }

    void rangesOnTheDeviceAndWaitsAreNoWork()
    {
        QCOMPARE(split(100, "forward 0-90 t1 gpu0 mark\n  gemm 20-30 t1 kernel\nwait 40-80 t2 gpu0 sync\n"),
                 QString("Kernel 10, Idle 90"));
    }

    void whatTakesNoTimeTakesNone()
    {
        QCOMPARE(split(100, "gemm 20-20 t1 gpu0 kernel\nadd 20-20\n"), QString("Idle 100"));
    }

    void whatBeganBeforeCountsWhereItReachesIn()
    {
        Trace trace;
        appendEvents(trace, "early 0-96 t1 gpu0 kernel\nmain 0-500 range\n"); // before any step
        appendStep(trace, 50, 100, "add 60-90\n  launch 80-85 runtime\nlate 95-130 t1 gpu0 kernel <launch\n");
        appendStep(trace, 100, 200, "add 110-120\n");
        const auto steps = DeviceSplitter().update(trace);
        QCOMPARE(textOf(steps[0]), QString("Kernel 80"));
        QCOMPARE(textOf(steps[1]), QString("Other 70"));
        QCOMPARE(steps[1].betweenNs, int64_t(70));
    }

    void workCountsForTheStepThatLaunchedIt()
    {
        Trace trace;
        appendEvents(trace, "before 0-10 runtime\n");
        appendStep(trace, 20, 100, "launch 30-40 runtime\nleft 50-60 t1 gpu0 kernel <before\n");
        appendStep(trace, 100, 200,
                   "gemm 120-150 t1 gpu0 kernel <launch\n"
                   "beside 140-160 t2 gpu0 kernel\n"
                   "unknown 160-170 t1 gpu0 kernel\n");
        appendEvents(trace, "after 250-260 t1 gpu0 kernel\n");
        DeviceSteps steps;
        steps.update(trace);
        const auto stepOf = [&](const std::string& name) {
            std::optional<size_t> step;
            for (EventId event(0); event < trace.endEvent(); ++event) {
                if (trace.names[trace.name[event]] == name)
                    step = steps.stepOfWork(trace, event);
            }
            return step;
        };
        QVERIFY(steps.of(0) == (TimeInterval{60, 150}));
        QVERIFY(stepOf("gemm") == size_t(0)); // although it runs in the next one
        QVERIFY(stepOf("left") == std::nullopt);
        // Whose launch is not known:
        QVERIFY(stepOf("beside") == size_t(0));
        QVERIFY(stepOf("unknown") == size_t(1));
        QVERIFY(stepOf("after") == std::nullopt);
    }

    void aStepLastsUntilItsWorkIsDone()
    {
        Trace trace;
        appendStep(trace, 0, 100, "launch 10-20 runtime\n");
        appendStep(trace, 100, 200,
                   "gemm 40-130 t1 gpu0 kernel <launch\ncall 105-115 runtime\nadd 125-150\n");
        appendStep(trace, 210, 300, "relu 150-190 t1 gpu0 kernel <call\nsync 220-240 runtime\n");
        DeviceSteps steps;
        steps.update(trace);
        QVERIFY(steps.of(0) == (TimeInterval{0, 130}));
        QVERIFY(steps.of(1) == (TimeInterval{130, 200}));
        QVERIFY(steps.of(2) == (TimeInterval{210, 300}));
        const auto splits = DeviceSplitter().update(trace);
        QCOMPARE(textOf(splits[0]), QString("Kernel 90, Runtime 10, Idle 30"));
        QCOMPARE(splits[0].wallNs, int64_t(130));
        QCOMPARE(textOf(splits[1]), QString("Kernel 40, CPU operator 20, Idle 10"));
        QCOMPARE(textOf(splits[2]), QString("Runtime 20, Idle 70"));
    }

    void theOptimizersUpdateIsAnOperator()
    {
        QCOMPARE(split(100, "Optimizer.step#SGD.step 10-40 range\nvalidate 50-60 range\n"),
                 QString("CPU operator 30, Other 10, Idle 60"));
    }

    void workOfNoStepMovesNone()
    {
        Trace trace;
        appendEvents(trace, "early 0-10 runtime\n");
        appendStep(trace, 50, 100, "gemm 60-150 t1 gpu0 kernel <early\nother 90-180 t1 gpu0 kernel\n");
        DeviceSteps steps;
        steps.update(trace);
        QVERIFY(steps.of(0) == (TimeInterval{50, 100}));
    }

    void aTraceThatGrowsGivesTheSame()
    {
        Trace trace;
        DeviceSplitter splitter;
        appendStep(trace, 0, 100, "add 0-10\ngemm 90-120 t1 gpu0 kernel\n");
        auto steps = splitter.update(trace);
        QVERIFY(splitter.update(trace).empty());
        appendStep(trace, 100, 200, "add 110-150\n");
        const auto more = splitter.update(trace);
        steps.insert(steps.end(), more.begin(), more.end());
        QVERIFY(steps == DeviceSplitter().update(trace));
        QCOMPARE(textOf(steps[1]), QString("Kernel 20, CPU operator 30, Idle 50"));
    }

    void aStepWithoutEventsIsNotSplit()
    {
        Trace trace;
        appendStep(trace, 0, 100, "");
        QVERIFY(!DeviceSplitter().update(trace).front().isSplit);
    }

    void theHostsSplitDoesNotSeeTheDevice()
    {
        Trace trace;
        appendStep(trace, 0, 100,
                   "main 0-100 python other\n"
                   "  conv2d 10-40 forward\n"
                   "    launch 20-30 runtime\n"
                   "  add 50-80 backward\n"
                   "gemm 30-95 t1 gpu0 kernel forward <launch\n");
        const auto step = stepBreakdowns(trace).front();
        QCOMPARE(step.part(StepPart::Forward), int64_t(30));
        QCOMPARE(step.part(StepPart::Backward), int64_t(30));
        QCOMPARE(step.part(StepPart::Other), int64_t(40));
        QCOMPARE(step.part(StepPart::Kernel), int64_t(0));
        QCOMPARE(step.betweenNs, int64_t(40));
    }

    /// Against counting every nanosecond.
    void randomStepsAgreeWithCounting()
    {
        std::mt19937 random(5);
        const auto upTo = [&](int n) { return int(random() % uint32_t(n)); };
        const std::vector<std::string> kinds{"kernel",  "memcpy", "set", "communication",
                                             "runtime", "loader", "",    "range"};
        for (int round = 0; round < 200; ++round) {
            std::string events;
            std::vector<int> part(100, 8);
            for (int i = 0; i < 12; ++i) {
                const int kind = upTo(8);
                const int start = upTo(120) - 10;
                const int end = start + upTo(40);
                const bool isLoader = kinds[size_t(kind)] == "loader";
                events += fmt::format("{} {}-{} t{} {} {}\n", isLoader ? "DataLoader" : "x", start, end, i,
                                      kind < 4 ? "gpu0" : "", isLoader ? "range" : kinds[size_t(kind)]);
                for (int ns = std::max(start, 0); ns < std::min(end, 100); ++ns)
                    part[size_t(ns)] = std::min(part[size_t(ns)], kind);
            }
            Trace trace;
            appendStep(trace, 0, 100, events);
            const auto step = DeviceSplitter().update(trace).front();
            for (int i = 0; i < 9; ++i)
                QCOMPARE(step.part(partsOf(StepSplit::Device)[size_t(i)]), std::ranges::count(part, i));
        }
    }
};

QTEST_GUILESS_MAIN(TestDeviceSplit)
#include "test_device_split.moc"
