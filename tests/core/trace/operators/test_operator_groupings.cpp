#include "core/trace/operators/operator_details.h"
#include "core/trace/operators/operator_statistics.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

using enum OperatorGrouping;

/// Two layers, one within another, forward on one thread and backward on another, with work on two streams:
/// two kernels overlap, one has no length, a copy was launched outside of any operator.
Trace deviceTrace()
{
    Trace trace = traceOf("block 0-400 layer\n"
                          "  conv 10-200 layer\n"
                          "    conv2d 20-190\n"
                          "      cudnn 30-180\n"
                          "        launch1 40-50 runtime\n"
                          "      launch2 182-188 runtime\n"
                          "  relu 210-300\n"
                          "    launch3 220-230 runtime\n"
                          "loss 500-540 loss\n"
                          "launch4 550-560 runtime other\n"
                          "ConvBackward0 600-700 backward t1\n"
                          "  wgrad 610-690\n"
                          "    launch5 620-630 runtime\n"
                          "gemm 100-200 t2 gpu0 kernel <launch1 occupancy=0.5\n"
                          "bias 150-180 t3 gpu0 kernel <launch2 occupancy=0.25\n"
                          "clamp 300-300 t2 gpu0 kernel <launch3\n"
                          "copy 560-600 t2 gpu0 memcpy <launch4 bytes=4096\n"
                          "gemm 640-700 t2 gpu0 kernel <launch5 occupancy=1\n"
                          "step 90-800 t2 gpu0 mark\n"
                          "wait 800-900 t2 gpu0 sync\n");
    for (EventId event(0); event < trace.endEvent(); ++event) {
        const std::string& name = trace.names[trace.name[event]];
        if (name == "conv2d" || name == "ConvBackward0")
            trace.sequence[event] = 7;
        if (trace.kind[event] >= EventKind::Kernel)
            trace.pass[event] = Pass::Other;
    }
    return trace;
}

QString named(const OperatorStatistics& statistics, const OperatorRow& row, const Trace& trace)
{
    return QString("%1 %2").arg(QString::fromStdString(operatorRowName(statistics, row, trace)),
                                passName(row.pass));
}

/// "conv2d Forward 1 calls self 20 total 170", by falling self time.
QStringList hostTable(const Trace& trace, OperatorGrouping grouping, const LayerTypes& types = {})
{
    const auto statistics = operatorStatistics(trace, grouping, {}, types);
    QStringList lines;
    for (const auto& row : statistics.rows)
        lines += QString("%1: %2 calls, self %3, total %4")
                     .arg(named(statistics, row, trace))
                     .arg(row.calls)
                     .arg(row.selfNs)
                     .arg(row.totalNs);
    return lines;
}

/// "conv2d Forward: self 30, total 130, 1 kernels, occupancy 0.25", in the order of text.
QStringList deviceTable(const Trace& trace, OperatorGrouping grouping)
{
    const auto statistics = operatorStatistics(trace, grouping);
    QStringList lines;
    for (const auto& row : statistics.rows) {
        if (row.deviceTotalNs == 0 && row.kernels == 0)
            continue;
        lines += QString("%1: self %2, total %3, %4 kernels, occupancy %5")
                     .arg(named(statistics, row, trace))
                     .arg(row.deviceSelfNs)
                     .arg(row.deviceTotalNs)
                     .arg(row.kernels)
                     .arg(row.occupancy);
    }
    lines.sort();
    return lines;
}

const OperatorRow& rowOf(const OperatorStatistics& statistics, const Trace& trace, const char* name)
{
    const auto row = std::ranges::find_if(statistics.rows, [&](const OperatorRow& each) {
        return operatorRowName(statistics, each, trace) == name;
    });
    Q_ASSERT(row != statistics.rows.end());
    return *row;
}

QString callsOf(const std::vector<OperatorDetails::Call>& calls, const Trace& trace)
{
    QStringList text;
    for (const auto& call : calls)
        text += QString("%1 %2x %3")
                    .arg(call.name == noName ? "-" : trace.names[call.name].c_str())
                    .arg(call.calls)
                    .arg(call.ns);
    return text.join(", ");
}

} // namespace

class TestOperatorGroupings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// As in PyTorch's profiler: see hasOwnTime().
    void selfTimeIsWithoutRuntimeCallsRangesAndOverhead()
    {
        QCOMPARE(
            hostTable(traceOf("f 0-100\n"
                              "  marked 5-85 range\n"
                              "    g 20-60\n"
                              "      launch 30-50 runtime\n"
                              "  flush 90-94 overhead\n"),
                      ByOperator),
            QStringList({"g Forward: 1 calls, self 20, total 40", "f Forward: 1 calls, self 16, total 100"}));
        QCOMPARE(hostTable(traceOf("f 0-100\n"
                                   "  module 10-90 python\n"
                                   "    block 20-80 layer\n"
                                   "      launch 30-50 runtime\n"),
                           ByOperator),
                 QStringList("f Forward: 1 calls, self 80, total 100"));
    }

    void runtimeCallsAreAFigureOfTheOperatorThatMadeThem()
    {
        const Trace trace = traceOf("f 0-100\n"
                                    "  marked 5-85 range\n"
                                    "    cudaMalloc 6-10 runtime\n"
                                    "    g 20-60\n"
                                    "      cudaLaunchKernel 30-50 runtime\n"
                                    "        cuLaunchKernel 35-45 runtime\n"
                                    "cudaDeviceSynchronize 100-200 runtime\n");
        const auto statistics = operatorStatistics(trace, ByOperator);
        QVERIFY(statistics.hasRuntime);
        QCOMPARE(rowOf(statistics, trace, "f").runtimeNs, int64_t(4));
        QCOMPARE(rowOf(statistics, trace, "g").runtimeNs, int64_t(20)); // the driver's call is part of it
        QVERIFY(!operatorStatistics(traceOf("f 0-100\n"), ByOperator).hasRuntime);
    }

    void selfTimesAreTheSameWhenEventsDoNotComeInTheOrderOfCalls()
    {
        Trace trace = traceOf("f 0-100\n"
                              "  launch 10-30 runtime\n"
                              "  marked 40-60 range\n"
                              "h 100-110\n");
        trace.append(
            {.startNs = 35, .durationNs = 5, .name = trace.names.intern("late"), .parent = EventId(0)});
        trace.append(
            {.startNs = 45, .durationNs = 10, .name = trace.names.intern("late"), .parent = EventId(2)});
        const auto statistics = operatorStatistics(trace, ByOperator);
        QCOMPARE(rowOf(statistics, trace, "f").selfNs, int64_t(100 - 20 - 20 - 5));
        QCOMPARE(rowOf(statistics, trace, "late").selfNs, int64_t(15));
    }

    void workOnDevicesBelongsToWhatLaunchedIt()
    {
        const Trace trace = deviceTrace();
        QCOMPARE(deviceTable(trace, ByOperator),
                 QStringList({"ConvBackward0 Backward: self 0, total 60, 0 kernels, occupancy -1",
                              "conv2d Forward: self 30, total 130, 1 kernels, occupancy 0.25",
                              "cudnn Forward: self 100, total 100, 1 kernels, occupancy 0.5",
                              "relu Forward: self 0, total 0, 1 kernels, occupancy -1",
                              "wgrad Backward: self 60, total 60, 1 kernels, occupancy 1"}));
        const auto statistics = operatorStatistics(trace, ByOperator);
        QVERIFY(statistics.hasDevice);
        QCOMPARE(statistics.deviceNs, int64_t(100 + 30 + 40 + 60)); // no marks, no waiting
        QCOMPARE(statistics.selfNs, int64_t(154 + 80 + 40 + 90));   // and none of it on the host
        QCOMPARE(rowOf(statistics, trace, "cudnn").deviceShare, 100.0 / 230.0);
    }

    void anOperatorWithinItselfHasItsKernelsOnce()
    {
        const Trace trace = traceOf("f 0-100\n"
                                    "  f 10-90 [8]\n"
                                    "    launch 20-30 runtime\n"
                                    "k 50-70 t1 gpu0 kernel <launch\n");
        QCOMPARE(deviceTable(trace, ByOperator),
                 QStringList("f Forward: self 20, total 20, 1 kernels, occupancy -1"));
        QCOMPARE(deviceTable(trace, ByOperatorAndShape),
                 QStringList({"f Forward: self 0, total 20, 0 kernels, occupancy -1",
                              "f Forward: self 20, total 20, 1 kernels, occupancy -1"}));
    }

    void layersHoldThoseWithinThem()
    {
        QCOMPARE(hostTable(deviceTrace(), ByLayer),
                 QStringList({"conv Forward: 1 calls, self 154, total 170",
                              "conv Backward: 1 calls, self 90, total 100",
                              "block Forward: 2 calls, self 80, total 260",
                              "outside of layers Loss: 1 calls, self 40, total 40",
                              "block Backward: 1 calls, self 0, total 100"}));
        QCOMPARE(deviceTable(deviceTrace(), ByLayer),
                 QStringList({"block Backward: self 0, total 60, 0 kernels, occupancy -1",
                              "block Forward: self 0, total 130, 1 kernels, occupancy -1",
                              "conv Backward: self 60, total 60, 1 kernels, occupancy 1",
                              "conv Forward: self 130, total 130, 2 kernels, occupancy 0.442308"}));
    }

    void layersOfOneTypeAreOneRow()
    {
        const Trace trace = traceOf("fc1 0-100 layer\n"
                                    "  linear 10-90\n"
                                    "fc2 100-200 layer\n"
                                    "  linear 110-150\n"
                                    "act 200-300 layer\n"
                                    "  relu 210-290\n"
                                    "add 300-301\n");
        QCOMPARE(hostTable(trace, ByLayerType, {{"fc1", "Linear"}, {"fc2", "Linear"}}),
                 QStringList({"Linear Forward: 2 calls, self 120, total 120",
                              "unknown type Forward: 1 calls, self 80, total 80",
                              "outside of layers Forward: 1 calls, self 1, total 1"}));
    }

    void passesSumToTheWhole()
    {
        QCOMPARE(hostTable(deviceTrace(), ByPass),
                 QStringList({"Forward Forward: 2 calls, self 234, total 260",
                              "Backward Backward: 1 calls, self 90, total 100",
                              "Loss Loss: 1 calls, self 40, total 40"}));
    }

    void kernelsAreNoTimeOnTheHost()
    {
        const Trace trace = deviceTrace();
        QCOMPARE(deviceTable(trace, ByKernel),
                 QStringList({"bias Forward: self 30, total 30, 1 kernels, occupancy 0.25",
                              "clamp Forward: self 0, total 0, 1 kernels, occupancy -1",
                              "copy Other: self 40, total 40, 0 kernels, occupancy -1",
                              "gemm Backward: self 60, total 60, 1 kernels, occupancy 1",
                              "gemm Forward: self 100, total 100, 1 kernels, occupancy 0.5"}));
        const auto statistics = operatorStatistics(trace, ByKernel);
        QCOMPARE(statistics.selfNs, int64_t(0));
        QCOMPARE(statistics.rows.front().deviceSelfNs, int64_t(100)); // the costliest first
        QCOMPARE(rowOf(statistics, trace, "bias").spread.p50Ns, 30.0);
        QCOMPARE(trace.names[rowOf(statistics, trace, "bias").layer], std::string("conv"));
    }

    void aKernelOfSeveralPassesCanBeOneRow()
    {
        const Trace trace = deviceTrace();
        OperatorStatisticsBuilder builder({}, ByKernel);
        builder.update(trace);
        const auto statistics = builder.statistics(ByKernel, PassRows::Merged);
        QCOMPARE(statistics.rows.size(), size_t(4));
        const OperatorRow& gemm = statistics.rows.front(); // 100 forward, 60 backward
        QCOMPARE(trace.names[gemm.name], std::string("gemm"));
        QVERIFY(gemm.severalPasses);
        QVERIFY(!rowOf(statistics, trace, "bias").severalPasses);
        QCOMPARE(gemm.calls, int64_t(2));
        QCOMPARE(gemm.deviceSelfNs, int64_t(160));
        QCOMPARE(gemm.deviceShare, 160.0 / 230.0);
        QCOMPARE(gemm.minNs, int64_t(60));
        QCOMPARE(gemm.maxNs, int64_t(100));
        QCOMPARE(gemm.meanNs, 80.0);
        QCOMPARE(gemm.spread.p50Ns, 80.0);
        QCOMPARE(gemm.occupancy, (100 * 0.5 + 60 * 1.0) / 160);
        QCOMPARE(builder.rowsOf(gemm, ByKernel).size(), size_t(2));
        QCOMPARE(builder.statistics(ByKernel).rows.size(), size_t(5));
    }

    void threadsAndStreamsAreRows()
    {
        Trace trace = deviceTrace();
        trace.threads[0].name = "training";
        QCOMPARE(hostTable(trace, ByThread).first(3),
                 QStringList({"training Forward: 2 calls, self 234, total 260",
                              "thread 1 Backward: 1 calls, self 90, total 100",
                              "training Loss: 1 calls, self 40, total 40"}));
        QCOMPARE(deviceTable(trace, ByThread),
                 QStringList({"GPU 0, stream 2 Backward: self 60, total 60, 1 kernels, occupancy 1",
                              "GPU 0, stream 2 Forward: self 100, total 100, 2 kernels, occupancy 0.5",
                              "GPU 0, stream 2 Other: self 40, total 40, 0 kernels, occupancy -1",
                              "GPU 0, stream 3 Forward: self 30, total 30, 1 kernels, occupancy 0.25"}));
    }

    void operationsCountOnceInEveryGrouping_data()
    {
        QTest::addColumn<OperatorGrouping>("grouping");
        for (const auto grouping : {ByOperator, ByOperatorAndShape, ByLayer, ByLayerType, ByPass, ByThread})
            QTest::addRow("%d", int(grouping)) << grouping;
    }

    void operationsCountOnceInEveryGrouping()
    {
        QFETCH(OperatorGrouping, grouping);
        Trace trace;
        trace.shapes = {"[2, 3], [4, 3]", "[2, 3], [3, 4]"};
        trace.append({.durationNs = 100, .name = trace.names.intern("fc"), .kind = EventKind::Layer});
        trace.append({.durationNs = 90,
                      .name = trace.names.intern("aten::linear"),
                      .shape = ShapeId(0),
                      .parent = EventId(0)});
        trace.append({.durationNs = 80,
                      .name = trace.names.intern("aten::mm"),
                      .shape = ShapeId(1),
                      .parent = EventId(1)});
        const auto statistics = operatorStatistics(trace, grouping);
        QCOMPARE(statistics.flops, int64_t(48));
        int64_t selfSum = 0;
        for (const auto& row : statistics.rows) {
            QCOMPARE(row.flops, int64_t(48));
            selfSum += row.selfFlops;
        }
        QCOMPARE(selfSum, int64_t(48));
    }

    void theFirstCallInTimeCounts()
    {
        Trace trace = traceOf("f 500-530\n"
                              "f 600-640\n"
                              "f 0-300 t1\n" // its thread comes later
                              "g 700-705\n");
        trace.sequence = {4, 9, 6, -1};
        const auto statistics = operatorStatistics(trace, ByOperator);
        const OperatorRow& f = rowOf(statistics, trace, "f");
        QVERIFY(statistics.hasCalls);
        QCOMPARE(f.firstNs, int64_t(300));
        QCOMPARE(f.spread.restP50Ns, 35.0);
        QCOMPARE(f.firstRatio(), 300.0 / 35.0);
        QCOMPARE(f.firstSequence, int64_t(4));
        QCOMPARE(f.lastSequence, int64_t(9));
        const OperatorRow& g = rowOf(statistics, trace, "g");
        QCOMPARE(g.firstRatio(), 0.0);
        QCOMPARE(g.firstSequence, int64_t(-1));
    }

    void shapesTogetherHaveThePercentilesOfAllCalls()
    {
        const Trace trace = traceOf("f 0-10 [1]\n"
                                    "f 10-30 [2]\n"
                                    "f 30-60 [1]\n"
                                    "f 60-100 [2]\n"
                                    "f 100-150 [2]\n");
        QCOMPARE(rowOf(operatorStatistics(trace, ByOperator), trace, "f").spread.p50Ns, 30.0);
        QCOMPARE(operatorStatistics(trace, ByOperatorAndShape).rows.front().spread.p50Ns, 40.0);
    }

    void theFirstCallStandsBesideThoseWithItsShapes()
    {
        const Trace trace = traceOf("f 0-90 [9,9]\n"
                                    "f 90-100 [1]\n"
                                    "f 100-130 [9,9]\n"
                                    "f 130-140 [1]\n");
        const auto statistics = operatorStatistics(trace, ByOperator);
        QCOMPARE(statistics.rows[0].firstRatio(), 3.0);
        QCOMPARE(statistics.rows[0].spread.p50Ns, 20.0); // of all
    }

    void totalsKnowNoCalls()
    {
        OperatorStatisticsBuilder builder;
        builder.update(traceOf("f 0-10\n"));
        QVERIFY(builder.statistics().hasCalls);
        QVERIFY(!operatorStatistics(builder.totals(), ByOperator).hasCalls);
    }

    void eventsOutOfTheOrderOfCallsAreCountedTheSame()
    {
        // g begins in f and outlasts it; what f called then comes behind.
        Trace trace;
        const auto add = [&](const char* name, int64_t start, int64_t end, EventId parent) {
            trace.append({.startNs = start,
                          .durationNs = end - start,
                          .name = trace.names.intern(name),
                          .parent = parent,
                          .pass = Pass::Forward});
        };
        add("f", 0, 100, noEvent);
        add("a", 10, 20, EventId(0));
        add("g", 50, 150, noEvent);
        add("b", 60, 80, EventId(0));
        add("f", 65, 70, EventId(3));
        add("c", 120, 130, EventId(2));
        add("b", 85, 90, EventId(0));
        QCOMPARE(
            hostTable(trace, ByOperator),
            QStringList({"g Forward: 1 calls, self 90, total 100", "f Forward: 2 calls, self 70, total 100",
                         "b Forward: 2 calls, self 20, total 25", "a Forward: 1 calls, self 10, total 10",
                         "c Forward: 1 calls, self 10, total 10"}));
    }

    void detailsTellWhoCalledAndWhatWasCalled()
    {
        Trace trace = deviceTrace();
        trace.steps = {{.number = 3, .endEvent = EventId(9)},
                       {.number = 4, .firstEvent = EventId(9), .endEvent = trace.endEvent()}};
        OperatorStatisticsBuilder builder;
        builder.update(trace);
        const auto statistics = builder.statistics();
        const auto detailsOf = [&](const char* name) {
            OperatorDetailsBuilder details(builder.rowsOf(rowOf(statistics, trace, name), ByOperator),
                                           ByOperator);
            while (!details.update(trace, builder.rowOfEvent(), 3))
                ;
            return details.details();
        };
        const auto conv2d = detailsOf("conv2d");
        QCOMPARE(callsOf(conv2d.callers, trace), "- 1x 170");
        QCOMPARE(callsOf(conv2d.callees, trace), "cudnn 1x 150, bias 1x 30");
        QVERIFY(conv2d.callees[1].isDeviceWork);
        QCOMPARE(callsOf(detailsOf("wgrad").callers, trace), "ConvBackward0 1x 80");
        QCOMPARE(conv2d.steps.size(), size_t(1));
        QCOMPARE(conv2d.steps[0].number, int64_t(3));
        QCOMPARE(detailsOf("ConvBackward0").steps[0].number, int64_t(4));
    }

    void workOnADeviceCountsForTheStepThatLaunchedIt()
    {
        Trace trace = traceOf("launchA 0-5 runtime\n"
                              "launchB 10-15 runtime\n"
                              "gemm 12-30 t1 gpu0 kernel <launchA\n" // in the second step
                              "gemm 30-37 t1 gpu0 kernel <launchB\n" // after the last step
                              "gemm 50-52 t1 gpu0 kernel\n");        // outside of all
        trace.steps = {
            {.number = 7, .startNs = 0, .durationNs = 10, .endEvent = EventId(1)},
            {.number = 8, .startNs = 10, .durationNs = 10, .firstEvent = EventId(1), .endEvent = EventId(3)}};
        const auto stepsIn = [&](const StepRange& range) {
            OperatorStatisticsBuilder builder(range, ByKernel);
            builder.update(trace);
            const auto statistics = builder.statistics();
            OperatorDetailsBuilder details(builder.rowsOf(rowOf(statistics, trace, "gemm"), ByKernel),
                                           ByKernel, range);
            while (!details.update(trace, builder.rowOfEvent(), 2))
                ;
            QStringList steps;
            for (const auto& step : details.details().steps)
                steps += QString("%1: %2x %3").arg(step.number).arg(step.calls).arg(step.ns);
            return steps.join(", ");
        };
        QCOMPARE(stepsIn({}), "7: 1x 18, 8: 1x 7");
        QCOMPARE(stepsIn({.first = 8, .last = 8}), "8: 1x 18"); // the only one that began in step 8
    }

    /// As in the Steps view.
    void workOfStepsBeforeTheRecordingCountsForNone()
    {
        Trace trace = traceOf("launch 0-5 runtime\n"
                              "gemm 1-4 t1 gpu0 kernel\n" // ends before the first work of the step
                              "gemm 12-30 t1 gpu0 kernel <launch\n");
        trace.steps = {{.number = 7, .startNs = 0, .durationNs = 10, .endEvent = EventId(3)}};
        const auto callsIn = [&](const StepRange& range) {
            OperatorStatisticsBuilder builder(range, ByKernel);
            builder.update(trace);
            const auto statistics = builder.statistics();
            OperatorDetailsBuilder details(builder.rowsOf(rowOf(statistics, trace, "gemm"), ByKernel),
                                           ByKernel, range);
            details.update(trace, builder.rowOfEvent());
            return details.details().steps.at(0).calls;
        };
        QCOMPARE(callsIn({}), int64_t(1));
        QCOMPARE(callsIn({.first = 7, .last = 7}),
                 int64_t(2)); // the selected step includes what begins in it
    }

    void detailsOfSeveralRowsShareTheStepsOfDevices()
    {
        Trace trace = traceOf("launch 0-5 runtime\n"
                              "gemm 12-30 t1 gpu0 kernel <launch\n"
                              "relu 30-40 t1 gpu0 kernel <launch\n");
        trace.steps = {{.number = 7, .startNs = 0, .durationNs = 10, .endEvent = EventId(3)}};
        OperatorStatisticsBuilder builder({}, ByKernel);
        builder.update(trace);
        const auto statistics = builder.statistics();
        const auto deviceSteps = std::make_shared<DeviceSteps>();
        const EventId relu(2);
        QVERIFY(!deviceSteps->stepOfWork(trace, relu));
        for (const char* name : {"gemm", "relu"}) {
            OperatorDetailsBuilder details(builder.rowsOf(rowOf(statistics, trace, name), ByKernel), ByKernel,
                                           {}, deviceSteps);
            details.update(trace, builder.rowOfEvent());
            QCOMPARE(details.details().steps.size(), size_t(1));
            QCOMPARE(details.details().steps[0].number, int64_t(7));
            QVERIFY(deviceSteps->stepOfWork(trace, relu)); // known since the first row
        }
    }

    void workCanBeLeftOutOfTheSteps()
    {
        Trace trace = traceOf("launch 0-5 runtime\n"
                              "gemm 12-30 t1 gpu0 kernel <launch\n");
        trace.steps = {{.number = 7, .startNs = 0, .durationNs = 10, .endEvent = EventId(2)}};
        OperatorStatisticsBuilder builder({}, ByKernel);
        builder.update(trace);
        const auto deviceSteps = std::make_shared<DeviceSteps>();
        OperatorDetailsBuilder details(builder.rowsOf(rowOf(builder.statistics(), trace, "gemm"), ByKernel),
                                       ByKernel, {}, deviceSteps);
        details.leaveWorkOutOfSteps();
        QVERIFY(!details.hasPartialSteps());
        details.update(trace, builder.rowOfEvent());
        QVERIFY(details.hasPartialSteps());
        QVERIFY(details.details().steps.empty());
        QCOMPARE(details.details().callers.size(), size_t(1)); // all else is there
        QVERIFY(!deviceSteps->isUpToDate(trace));
        deviceSteps->update(trace);
        QVERIFY(deviceSteps->isUpToDate(trace));
    }

    void callsWithinARowAddNothingToItsDetails()
    {
        Trace trace = traceOf("f 0-100\n"
                              "  f 10-60\n"
                              "  g 60-90\n");
        trace.steps = {{.endEvent = EventId(3)}};
        const auto detailsBy = [&](OperatorGrouping grouping) {
            OperatorStatisticsBuilder builder({}, grouping);
            builder.update(trace);
            const auto statistics = builder.statistics();
            const auto& row = *std::ranges::max_element(statistics.rows, {}, &OperatorRow::totalNs);
            OperatorDetailsBuilder details(builder.rowsOf(row, grouping), grouping);
            details.update(trace, builder.rowOfEvent());
            return details.details();
        };
        const auto f = detailsBy(ByOperator);
        QCOMPARE(f.steps[0].ns, int64_t(100));
        QCOMPARE(f.steps[0].calls, int64_t(2));
        QCOMPARE(callsOf(f.callees, trace), "f 1x 50, g 1x 30");
        const auto forward = detailsBy(ByPass);
        QCOMPARE(forward.steps[0].calls, int64_t(1));
        QCOMPARE(forward.steps[0].ns, int64_t(100));
        QVERIFY(forward.callees.empty());
    }

    void detailsCountShapesAndSteps()
    {
        Trace trace = traceOf("f 0-10 [1]\n"
                              "f 10-40 [2]\n"
                              "f 40-45 [1]\n"
                              "g 50-60\n"
                              "  f 51-53 [2]\n");
        trace.steps = {{.number = 7, .endEvent = EventId(2)},
                       {.number = 8, .firstEvent = EventId(2), .endEvent = EventId(5)}};
        OperatorStatisticsBuilder builder;
        builder.update(trace);
        OperatorDetailsBuilder details(builder.rowsOf(rowOf(builder.statistics(), trace, "f"), ByOperator),
                                       ByOperator);
        QVERIFY(details.update(trace, builder.rowOfEvent()));
        const auto told = details.details();
        QCOMPARE(told.shapes.size(), size_t(2));
        QCOMPARE(trace.shapes[told.shapes[0].shape], std::string("[2]"));
        QCOMPARE(told.shapes[0].ns, int64_t(32));
        QCOMPARE(told.shapes[1].calls, int64_t(2));
        QCOMPARE(callsOf(told.callers, trace), "- 3x 45, g 1x 2");
        QCOMPARE(told.steps.size(), size_t(2));
        QCOMPARE(told.steps[0].ns, int64_t(40));
        QCOMPARE(told.steps[1].calls, int64_t(2));
        QCOMPARE(told.steps[1].longestNs, int64_t(5));
    }
};

QTEST_GUILESS_MAIN(TestOperatorGroupings)
#include "test_operator_groupings.moc"
