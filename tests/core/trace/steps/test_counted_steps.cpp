#include "core/trace/steps/counted_steps.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/steps/step_self_times.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// A step for each text, 1000 ns apart.
Trace steppedTrace(const std::vector<std::string>& steps)
{
    Trace trace;
    for (const auto& events : steps) {
        const EventId first = trace.endEvent();
        const auto start = int64_t(1000 * trace.steps.size());
        appendEvents(trace, events);
        for (EventId event = first; event < trace.size(); ++event)
            trace.startNs[event] += start;
        trace.steps.push_back({.number = int64_t(trace.steps.size()),
                               .startNs = start,
                               .durationNs = 1000,
                               .firstEvent = first,
                               .endEvent = trace.endEvent(),
                               .phase = StepPhase::Active});
    }
    return trace;
}

using Steps = std::vector<uint32_t>;

} // namespace

class TestCountedSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsWithoutWorkDoNotCount()
    {
        const auto trace = steppedTrace({"mm 0-10\n", "", "hipDeviceSynchronize 0-10 runtime\n",
                                         "f 0-10 python\n", "conv1 0-10 layer\n",
                                         "gemm 0-10 t1 gpu0 kernel\n", "gloo:all_reduce 0-10 range\n"});
        QCOMPARE(countedSteps(trace), (Steps{0, 4, 5, 6}));
        QCOMPARE(countedSteps(trace, {.first = 3, .last = 5}), (Steps{4, 5}));
    }

    void theRecordedStepsAreRangesAndTheNearestHasEvents()
    {
        auto trace = steppedTrace({"mm 0-10\n", "mm 0-10\n", "mm 0-10\n", "mm 0-10\n", ""});
        trace.steps[2].number = 20;
        trace.steps[3].number = 21;
        trace.steps[4].number = 30; // active, but without events
        const std::vector<StepRange> ranges{{0, 1}, {20, 21}, {30, 30}};
        QCOMPARE(recordedRanges(trace), ranges);
        trace.steps.push_back(trace.steps[0]); // of another rank
        QCOMPARE(recordedRanges(trace), ranges);
        QCOMPARE(nearestRecordedStep(trace, {5, 5}), std::optional<int64_t>(1));
        QCOMPARE(nearestRecordedStep(trace, {15, 18}), std::optional<int64_t>(20));
        QCOMPARE(nearestRecordedStep(trace, {3, 18}), std::optional<int64_t>(1)); // of two, the earlier one
        QCOMPARE(nearestRecordedStep(trace, {40, 40}), std::optional<int64_t>(21));
        QCOMPARE(nearestRecordedStep(trace, {}), std::optional<int64_t>());
        QCOMPARE(nearestRecordedStep(Trace(), {5, 5}), std::optional<int64_t>());
        QVERIFY(recordedRanges(Trace()).empty());
    }

    /// A graph's kernel may start after the step that launches it has ended on the host.
    void aStepThatOnlyLaunchesWorkCounts()
    {
        const auto trace = steppedTrace({"cudaGraphLaunch 0-10 runtime\n", "cudaMemcpyAsync 0-10 runtime\n",
                                         "cudaEventQuery 0-10 runtime\n", "mm 0-10\n"});
        QCOMPARE(countedSteps(trace), (Steps{0, 1, 3}));
        QCOMPARE(stepFigures(stepBreakdowns(trace)).steps, int64_t(3));
    }

    void stepsOfRuntimeCallsAloneDoNotCountWhereOthersHaveWork()
    {
        const auto trace = steppedTrace({"cudaEventQuery 0-10 runtime\n", "gemm 0-10 t1 gpu0 kernel\n"});
        QCOMPARE(countedSteps(trace), Steps{1});
        QCOMPARE(stepFigures(stepBreakdowns(trace)).steps, int64_t(0)); // the host did nothing in it
    }

    void aStepHasOperatorsIfOneBeganInIt()
    {
        const auto trace = steppedTrace({"mm 0-10\n", "cudaGraphLaunch 0-10 runtime\n"});
        QVERIFY(hasOperators(trace, trace.steps[0]));
        QVERIFY(!hasOperators(trace, trace.steps[1]));
    }

    void whereNoStepHasWorkAllCount()
    {
        const auto trace = steppedTrace({"mm 0-10\n", "", "f 0-10 python\n"});
        QCOMPARE(countedSteps(trace, {.first = 1, .last = 2}), (Steps{1, 2}));
    }

    void everyFigurePerStepLeavesThemOut()
    {
        const auto trace = steppedTrace(
            {"mm 0-500\ngemm 500-1000 t1 gpu0 kernel\n", "", "cudaDeviceSynchronize 0-10 runtime\n"});
        const auto figures = stepFigures(stepBreakdowns(trace));
        QCOMPARE(figures.steps, int64_t(1));
        QCOMPARE(figures.wall.totalNs, int64_t(1000));
        QCOMPARE(stepFigures(DeviceSplitter().update(trace)).steps, int64_t(1));
        const auto device = deviceFigures(trace).front();
        QCOMPARE(device.spanNs, int64_t(1000));
        QCOMPARE(device.utilization(), 0.5);
        QCOMPARE(stepSelfTimes(trace).steps, Steps{0});
    }
};

QTEST_GUILESS_MAIN(TestCountedSteps)
#include "test_counted_steps.moc"
