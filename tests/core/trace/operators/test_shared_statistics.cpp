#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/trace_text.h"
#include "tests/ui/operators/sample_run.h"

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

using enum OperatorGrouping;

constexpr OperatorGrouping groupings[] = {ByOperator, ByOperatorAndShape, ByLayer, ByLayerType,
                                          ByPass,     ByKernel,           ByThread};

/// Every figure of every row.
std::string allFigures(const OperatorStatistics& statistics)
{
    std::string text =
        fmt::format("{} steps, self {}, flops {} {}, memory {}, device {} {}, types {}\n", statistics.steps,
                    statistics.selfNs, statistics.hasFlops, statistics.flops, statistics.hasMemory,
                    statistics.hasDevice, statistics.deviceNs, statistics.types.size());
    for (const OperatorRow& row : statistics.rows) {
        text += fmt::format("{} {} {} {}: {} calls, self {}, total {}, {} to {}, mean {}, flops {} {}, bytes "
                            "{} {}, runtime {}",
                            uint32_t(row.name), uint32_t(row.shape), row.shapes, int(row.pass), row.calls,
                            row.selfNs, row.totalNs, row.minNs, row.maxNs, row.meanNs, row.flops,
                            row.selfFlops, row.selfBytes, row.totalBytes, row.runtimeNs);
        text += fmt::format(" shares {} {}, spread {} {} {} {} {}, first {}, sequence {} {}, layer {} {}",
                            row.selfShare, row.totalShare, row.spread.p5Ns, row.spread.p50Ns,
                            row.spread.p95Ns, row.spread.restP50Ns, row.spread.isExact, row.firstNs,
                            row.firstSequence, row.lastSequence, uint32_t(row.layer), row.severalLayers);
        text += fmt::format(" device {} {} {} {:.12f} {}\n", row.deviceSelfNs, row.deviceTotalNs, row.kernels,
                            row.occupancy, row.deviceShare);
    }
    return text;
}

/// The figures, the row of each event and the layer of each.
std::string takenIn(const Trace& trace, OperatorGrouping grouping, uint32_t shareFrom,
                    const StepRange& steps = {})
{
    OperatorStatisticsBuilder builder(steps, grouping, {{"conv1", "Conv2d"}, {"fc1", "Linear"}});
    builder.shareFrom(shareFrom);
    builder.update(trace);
    std::string text = allFigures(builder.statistics());
    if (isByOperator(grouping))
        text += allFigures(builder.statistics(ByOperatorAndShape));
    for (EventId event(0); event < trace.endEvent(); ++event)
        text +=
            fmt::format("{}:{} ", uint32_t(builder.rowOfEvent()[event]), uint32_t(builder.layers()[event]));
    return text;
}

void compare(const Trace& trace, const StepRange& steps = {})
{
    for (const OperatorGrouping grouping : groupings) {
        const std::string alone = takenIn(trace, grouping, allEvents, steps);
        const std::string shared = takenIn(trace, grouping, 2, steps);
        if (alone != shared)
            qWarning("grouping %d\n%.2000s\n\n%.2000s", int(grouping), alone.c_str(), shared.c_str());
        QVERIFY(alone == shared);
    }
}

/// Steps of different lengths that end after these events.
void setSteps(Trace& trace, const std::vector<uint32_t>& ends)
{
    trace.steps.clear();
    for (size_t i = 0; i < ends.size(); ++i)
        trace.steps.push_back({.number = int64_t(i),
                               .firstEvent = EventId(i == 0 ? 0 : ends[i - 1]),
                               .endEvent = EventId(ends[i]),
                               .phase = StepPhase::Active});
}

constexpr auto step = "conv1 0-100 layer\n"
                      "  aten::conv2d 10-90 [8,1,28,28],[32,1,3,3]\n"
                      "    aten::convolution 20-80 [8,1,28,28],[32,1,3,3]\n"
                      "fc1 100-200 layer\n"
                      "  aten::addmm 110-190 [10],[8,20],[20,10]\n"
                      "    aten::addmm 120-130 [10],[8,2],[2,10]\n"
                      "ConvBackward0 200-260 backward t1\n"
                      "  aten::mm 210-250 [8,20],[20,10]\n"
                      "aten::mul_ 260-290 [20] optimizer\n";

} // namespace

class TestSharedStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTraceOfStepsIsCutBetweenThem()
    {
        Trace trace;
        for (int i = 0; i < 5; ++i)
            appendEvents(trace, step);
        appendEvents(trace, "late 300-310 [3]\n  aten::mul_ 301-305 [20] optimizer\n");
        for (EventId event(0); event < trace.endEvent(); ++event) {
            trace.startNs[event] += event * 1000;
            trace.durationNs[event] += event % 7;
            if (trace.names[trace.name[event]] == "aten::conv2d" ||
                trace.names[trace.name[event]] == "ConvBackward0")
                trace.sequence[event] = int64_t(event) / 9 % 2; // the same number again in later steps
        }
        setSteps(trace, {9, 18, 27, 36, 45, trace.size()});
        compare(trace);
        compare(trace, {.first = 1, .last = 3});
        compare(trace, {.first = 4, .last = 4});
        compare(trace, {.first = 40});
    }

    void theSecondHalfMayHaveOtherRowsAndAnEarlierFirstCall()
    {
        Trace trace = traceOf("f 500-600 [1]\n"
                              "  g 510-520 [1]\n"
                              "h 600-610 [2]\n"
                              "k 10-20 [3]\n"
                              "f 30-90 [1]\n"
                              "  f 40-80 [2]\n"
                              "    g 50-60\n");
        setSteps(trace, {3, 7});
        compare(trace);
        OperatorStatisticsBuilder builder;
        builder.shareFrom(2);
        builder.update(trace);
        const auto statistics = builder.statistics();
        QCOMPARE(statistics.rows.size(), size_t(4));
        for (const OperatorRow& row : statistics.rows) {
            if (trace.names[row.name] != "f")
                continue;
            QCOMPARE(row.calls, int64_t(3));
            QCOMPARE(row.firstNs, int64_t(60)); // it is behind in the trace, but earlier in time
            QCOMPARE(row.totalNs, int64_t(160));
            QCOMPARE(row.selfNs, int64_t(90 + 20 + 30));
        }
    }

    void whatSpansTheCutIsCountedAsOne()
    {
        // The outermost call lasts through all steps; in the last of them, another thread has its first call.
        for (const uint32_t middle : {2U, 4U, 5U}) {
            Trace trace = traceOf("loop 0-1000\n"
                                  "  f 0-100 [1]\n"
                                  "  f 100-200 [2]\n"
                                  "    g 110-190\n"
                                  "f 200-300 t1\n"
                                  "  g 210-290\n"
                                  "aside 300-310 t2\n");
            trace.append({.startNs = 320, .durationNs = 50, .name = trace.name[1], .parent = EventId(0)});
            trace.append({.startNs = 330, .durationNs = 30, .name = trace.name[3], .parent = EventId(7)});
            setSteps(trace, {middle, trace.size()});
            compare(trace);
        }
    }

    void memoryAndDeviceWorkOfBothHalvesCount()
    {
        Trace trace;
        for (int i = 0; i < 4; ++i)
            appendEvents(trace, "f 0-100 [1]\n"
                                "  g 10-90\n"
                                "    launch 20-30 runtime\n"
                                "kernel 40-70 t2 gpu0 kernel <launch occupancy=0.3\n"
                                "copy 70-75 t2 gpu0 memcpy <g bytes=4096\n");
        setSteps(trace, {5, 10, 15, 20});
        for (EventId event(0); event < trace.endEvent(); event = EventId(event + 2))
            trace.allocations.push_back({.timeNs = event, .bytes = 100 + event, .event = event});
        trace.allocations.push_back(
            {.timeNs = 90, .bytes = -7, .event = EventId(1)}); // of the first half, reported late
        trace.allocations.push_back({.timeNs = 91, .bytes = 9, .event = noEvent});
        compare(trace);
        // Work that a step before has launched, from where rows have other numbers.
        trace.shapes.push_back("[9]");
        trace.shape[5] = ShapeId(uint32_t(trace.shapes.size() - 1));
        trace.deviceWork.back().launcher = EventId(7);
        compare(trace);
    }

    void aTraceWithoutStepsIsTakenAsItIs()
    {
        compare(traceOf("f 0-10\n  g 2-8\nf 20-30\n  g 22-28\n"));
        Trace trace = traceOf("f 0-10\n  g 2-8\nf 20-30\n  g 22-28\n");
        setSteps(trace, {4, 2}); // as no recorder writes them
        compare(trace);
    }

    void whatComesLaterIsAddedToBothHalves()
    {
        SampleRecorder recorder;
        Trace trace;
        OperatorStatisticsBuilder shared;
        shared.shareFrom(100);
        OperatorStatisticsBuilder alone;
        alone.shareFrom(allEvents);
        for (int64_t number = 0; number < 12; ++number) {
            trace.append(recorder.step(number, StepPhase::Active));
            if (number % 3 != 0)
                continue;
            shared.update(trace);
            alone.update(trace);
            QCOMPARE(allFigures(shared.statistics()), allFigures(alone.statistics()));
        }
    }

    void aLongTraceHasTheSamePercentilesToo()
    {
        SampleRecorder recorder;
        Trace trace;
        for (int64_t number = 0; number < 1500; ++number) // more calls than are kept exactly
            trace.append(recorder.step(number, StepPhase::Active));
        std::mt19937 random(5);
        for (EventId event(0); event < trace.endEvent(); ++event) {
            trace.durationNs[event] += int64_t(random() % 5000);
            if (random() % 4 == 0)
                trace.sequence[event] = int64_t(random() % 100);
            if (random() % 10 == 0)
                trace.allocations.push_back({.timeNs = event, .bytes = int64_t(random()), .event = event});
        }
        for (const OperatorGrouping grouping : groupings)
            QVERIFY(takenIn(trace, grouping, allEvents) == takenIn(trace, grouping, 500));
    }
};

QTEST_GUILESS_MAIN(TestSharedStatistics)
#include "test_shared_statistics.moc"
