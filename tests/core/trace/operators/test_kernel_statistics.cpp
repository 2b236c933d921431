#include "core/trace/enclosing_event.h"
#include "core/trace/operators/kernel_statistics.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// A row a line: "gemm by aten::mm: 2 calls, 30, 10 to 20, share 0.75, grid 8,1,1 …".
QString linesOf(const KernelStatistics& statistics, const Trace& trace)
{
    std::string text;
    for (const auto& row : statistics.rows) {
        text += trace.names[row.name] + " by ";
        text += row.severalLaunchers ? "several" : row.launcher == noName ? "?" : trace.names[row.launcher];
        text += fmt::format(": {} calls, {}, {} to {}, share {}", row.calls, row.totalNs, row.minNs,
                            row.maxNs, row.share);
        text += row.isGridKnown() ? fmt::format(", grid {}, block {}", row.grid[0], row.block[0]) : "";
        text += row.registers > 0 ? fmt::format(", {} registers", row.registers) : "";
        text += row.sharedBytes >= 0 ? fmt::format(", {} B shared", row.sharedBytes) : "";
        text += row.occupancy >= 0 ? fmt::format(", occupancy {}", row.occupancy) : "";
        text += "\n";
    }
    return QString::fromStdString(text);
}

const char* const work =
    "aten::mm 0-20\n"
    "  aten::inner 1-15\n"
    "    launch 2-4 runtime\n"
    "gemm 10-30 t1 gpu0 kernel <launch grid=8 block=64 registers=32 occupancy=0.5\n"
    "aten::add 40-60\n"
    "  again 42-44 runtime\n"
    "gemm 50-60 t1 kernel <again grid=4 block=64 registers=32 shared=16 occupancy=0.125\n"
    "up 60-90 t1 memcpy <again h2d bytes=4\n"
    "orphan 90-100 t1 kernel\n";

} // namespace

class TestKernelStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void byLaunchARowIsAKernelOfAnOperatorWithItsConfiguration()
    {
        const Trace trace = traceOf(work);
        const auto statistics = kernelStatistics(trace, KernelGrouping::ByLaunch);
        QCOMPARE(statistics.kernels, int64_t(3)); // the copy is none
        QCOMPARE(statistics.totalNs, int64_t(40));
        QCOMPARE(linesOf(statistics, trace),
                 "gemm by aten::inner: 1 calls, 20, 20 to 20, share 0.5, grid 8, block 64, 32 registers, "
                 "0 B shared, occupancy 0.5\n"
                 "gemm by aten::add: 1 calls, 10, 10 to 10, share 0.25, grid 4, block 64, 32 registers, "
                 "16 B shared, occupancy 0.125\n"
                 "orphan by ?: 1 calls, 10, 10 to 10, share 0.25\n");
    }

    void byNameARowIsAKernelWhoeverLaunchedIt()
    {
        const Trace trace = traceOf(work);
        QCOMPARE(linesOf(kernelStatistics(trace, KernelGrouping::ByName), trace),
                 "gemm by several: 2 calls, 30, 10 to 20, share 0.75, occupancy 0.375\n"
                 "orphan by ?: 1 calls, 10, 10 to 10, share 0.25\n");
    }

    void onlyKernelsThatBeganInTheStepsCount()
    {
        Trace trace = traceOf(work);
        trace.steps.push_back(
            {.number = 5, .firstEvent = EventId(0), .endEvent = EventId(4), .phase = StepPhase::Active});
        trace.steps.push_back(
            {.number = 6, .firstEvent = EventId(4), .endEvent = EventId(8), .phase = StepPhase::Active});
        const auto first = kernelStatistics(trace, KernelGrouping::ByName, {.first = 5, .last = 5});
        QCOMPARE(first.steps, int64_t(1));
        QCOMPARE(first.kernels, int64_t(1));
        QCOMPARE(first.totalNs, int64_t(20));
        const auto all = kernelStatistics(trace, KernelGrouping::ByName);
        QCOMPARE(all.steps, int64_t(2));
        QCOMPARE(all.kernels, int64_t(3)); // with the one outside of the steps
    }

    void theLongestCallOfAPassIsFound()
    {
        Trace trace = traceOf(work);
        const auto gemm = [&](Pass pass) { return longestDeviceCallOf(trace, "gemm", pass); };
        const EventId inner = launchingOperator(trace, &trace.deviceWork[0]);
        const EventId add = launchingOperator(trace, &trace.deviceWork[1]);
        QCOMPARE(trace.names[trace.name[inner]], "aten::inner");
        QCOMPARE(trace.names[trace.name[add]], "aten::add");
        trace.pass[inner] = Pass::Forward;
        trace.pass[add] = Pass::Backward;
        QVERIFY(gemm(Pass::Forward) == longestDeviceCall(trace, "gemm"));
        QVERIFY(gemm(Pass::Backward) == trace.deviceWork[1].event); // the shorter one
        QVERIFY(!gemm(Pass::Loss));
        QVERIFY(!longestDeviceCallOf(trace, "nothing", Pass::Forward));
    }

    void theLongestCallOfAStepIsOneThatItLaunched()
    {
        Trace trace = traceOf("first 0-10 runtime\n"
                              "second 110-120 runtime\n"
                              "gemm 130-170 t1 gpu0 kernel <first\n"
                              "gemm 170-180 t1 gpu0 kernel <second\n");
        for (int64_t step = 0; step < 2; ++step)
            trace.steps.push_back({.number = 5 + step,
                                   .startNs = step * 100,
                                   .durationNs = 100,
                                   .firstEvent = EventId(step == 0 ? 0 : 1),
                                   .endEvent = EventId(step == 0 ? 1 : 4),
                                   .phase = StepPhase::Active});
        QVERIFY(longestDeviceCallIn(trace, "gemm", 5) == EventId(2));
        QVERIFY(longestDeviceCallIn(trace, "gemm", 6) == EventId(3));
        QVERIFY(!longestDeviceCallIn(trace, "gemm", 7));
    }

    void aTraceOfTheHostHasNone()
    {
        QVERIFY(kernelStatistics(traceOf("add 0-10\n"), KernelGrouping::ByLaunch).rows.empty());
    }
};

QTEST_GUILESS_MAIN(TestKernelStatistics)
#include "test_kernel_statistics.moc"
