#include "core/trace/interval_set.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/tensor_cores.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// With the events that begin in it.
void addStep(Trace& trace, int64_t start, int64_t end, int64_t number = -1)
{
    EventId first = trace.steps.empty() ? EventId(0) : trace.steps.back().endEvent;
    while (first < trace.size() && trace.startNs[first] < start)
        ++first;
    EventId last = first;
    while (last < trace.size() && trace.startNs[last] < end)
        ++last;
    trace.steps.push_back({.number = number < 0 ? int64_t(trace.steps.size()) : number,
                           .startNs = start,
                           .durationNs = end - start,
                           .firstEvent = first,
                           .endEvent = last,
                           .phase = StepPhase::Active});
}

/// Of one step from 0 to 1000.
DeviceFigures figuresOf(const std::string& events)
{
    Trace trace = traceOf(events);
    addStep(trace, 0, 1000);
    const auto figures = deviceFigures(trace);
    return figures.empty() ? DeviceFigures() : figures.front();
}

} // namespace

class TestDeviceFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void intervalsJoinAndMeet()
    {
        const IntervalSet a({{5, 8}, {0, 3}, {2, 4}, {4, 4}, {8, 9}});
        QCOMPARE(a.intervals(), (std::vector<TimeInterval>{{0, 4}, {5, 9}}));
        QCOMPARE(a.totalNs(), int64_t(8));
        const IntervalSet b({{3, 6}, {7, 20}});
        QCOMPARE((a & b).intervals(), (std::vector<TimeInterval>{{3, 4}, {5, 6}, {7, 9}}));
        QCOMPARE((b & a).intervals(), (a & b).intervals());
        QCOMPARE((a | b).intervals(), (std::vector<TimeInterval>{{0, 20}}));
        QVERIFY((a & IntervalSet()).empty());
    }

    void kernelsCountOnceHoweverManyRun()
    {
        // On one stream, on two, and below a range of the device.
        for (const char* second : {"b 300-600 t1 gpu0 kernel\n", "b 300-600 t2 gpu0 kernel\n"}) {
            const auto figures = figuresOf(std::string("a 100-400 t1 gpu0 kernel\n") + second +
                                           "forward 0-900 t3 gpu0 mark\n  c 300-350 t3 kernel\n");
            QCOMPARE(figures.spanNs, int64_t(1000));
            QCOMPARE(figures.kernelNs, int64_t(500));
            QCOMPARE(figures.utilization(), 0.5);
            QCOMPARE(figures.kernelSumNs, int64_t(650));
            QCOMPARE(figures.concurrentNs, int64_t(100));
            QCOMPARE(figures.concurrency(), 0.2);
            QCOMPARE(figures.kernels, int64_t(3));
        }
    }

    void workIsCutAtTheStepsEnds()
    {
        Trace trace = traceOf("early 0-150 t1 gpu0 kernel\n"
                              "middle 190-310 t1 gpu0 kernel\n"
                              "late 390-500 t1 gpu0 kernel\n"
                              "after 600-700 t1 gpu0 kernel\n");
        addStep(trace, 100, 200);
        addStep(trace, 300, 400);
        const auto figures = deviceFigures(trace).front();
        QCOMPARE(figures.spanNs, int64_t(300)); // with the time between steps that follow on each other
        QCOMPARE(figures.kernelNs, int64_t(50 + 120 + 10));
        QCOMPARE(figures.kernels, int64_t(3));

        const auto second = deviceFigures(trace, {.first = 1, .last = 1}).front();
        QCOMPARE(second.spanNs, int64_t(100));
        QCOMPARE(second.kernelNs, int64_t(20));

        trace.steps[1].number = 7; // was not recorded in between
        const auto apart = deviceFigures(trace).front();
        QCOMPARE(apart.spanNs, int64_t(200));
        QCOMPARE(apart.kernelNs, int64_t(50 + 10 + 10 + 10));
        QCOMPARE(apart.kernels, int64_t(3)); // the one in the middle is one
        QVERIFY(deviceFigures(trace, {.first = 50}).empty());
    }

    void withoutStepsTheWholeTraceIsSpokenOf()
    {
        const auto figures = deviceFigures(traceOf("add 100-200\ngemm 200-300 t1 gpu0 kernel\n")).front();
        QCOMPARE(figures.spanNs, int64_t(200));
        QCOMPARE(figures.utilization(), 0.5);
    }

    void aTraceOfTheHostHasNone() { QVERIFY(deviceFigures(traceOf("add 0-10\n")).empty()); }

    void occupancyAndSmEfficiencyAreWeightedByDuration()
    {
        const auto figures = figuresOf("a 0-100 t1 gpu0 kernel blocks=0.5 occupancy=0.25\n"
                                       "b 100-400 t1 gpu0 kernel blocks=7 occupancy=0.75\n"
                                       "unknown 400-500 t1 gpu0 kernel\n");
        QCOMPARE(figures.smEfficiency, (0.5 * 100 + 1.0 * 300) / 1000);
        QCOMPARE(figures.occupancy, (0.25 * 100 + 0.75 * 300) / 400);
        // At the same time they share the processors.
        QCOMPARE(
            figuresOf("a 0-100 t1 gpu0 kernel blocks=0.5\nb 0-100 t2 gpu0 kernel blocks=0.25\n").smEfficiency,
            0.075);
        QCOMPARE(
            figuresOf("a 0-100 t1 gpu0 kernel blocks=0.5\nb 0-100 t2 gpu0 kernel blocks=9\n").smEfficiency,
            0.1);
        QCOMPARE(figuresOf("unknown 400-500 t1 gpu0 kernel\n").occupancy, -1.0);
        QCOMPARE(figuresOf("unknown 400-500 t1 gpu0 kernel\n").smEfficiency, -1.0);
    }

    void copiesByDirectionAndTheirOverlaps()
    {
        const auto figures = figuresOf("up 0-100 t1 gpu0 memcpy h2d bytes=1000\n"
                                       "up 200-300 t1 gpu0 memcpy h2d bytes=3000\n"
                                       "unknown 300-310 t1 gpu0 memcpy h2d\n"
                                       "down 250-350 t2 gpu0 memcpy d2h bytes=500\n"
                                       "gemm 90-220 t3 gpu0 kernel\n");
        const auto& up = figures.copy(CopyDirection::HostToDevice);
        QCOMPARE(up.copies, int64_t(3));
        QCOMPARE(up.bytes, int64_t(4000));
        QCOMPARE(up.ns, int64_t(210));
        QCOMPARE(up.throughput(), 4000.0 / 200 * 1e9);
        QCOMPARE(figures.copy(CopyDirection::DeviceToHost).bytes, int64_t(500));
        QCOMPARE(figures.copyNs, int64_t(250));
        QCOMPARE(figures.bothDirectionsNs, int64_t(60));
        QCOMPARE(figures.directionOverlap(), 60.0 / 100);
        QCOMPARE(figures.copyOverKernelNs, int64_t(30));
        QCOMPARE(figures.copyOverlap(), 30.0 / 130);
        QCOMPARE(figures.busyNs, int64_t(350));
    }

    void aCopyThatReachesOverTheStepCountsItsBytesOnce()
    {
        Trace trace = traceOf("up 50-250 t1 gpu0 memcpy h2d bytes=1000\nadd 210-220\n");
        addStep(trace, 0, 100);
        addStep(trace, 200, 300, 5);
        const auto figures = deviceFigures(trace).front();
        QCOMPARE(figures.copy(CopyDirection::HostToDevice).bytes, int64_t(1000));
        QCOMPARE(figures.copy(CopyDirection::HostToDevice).copies, int64_t(1));
        QCOMPARE(figures.copyNs, int64_t(100));
    }

    void idleTimeHasItsCauses()
    {
        const auto figures = figuresOf("launch1 90-95 runtime\n"
                                       "launch2 100-105 runtime\n"
                                       "launch3 400-405 runtime\n"
                                       "a 100-200 t1 gpu0 kernel <launch1\n" // launched after the step began
                                       "b 230-300 t1 gpu0 kernel <launch2\n" // was waiting: a short gap
                                       "c 450-500 t1 gpu0 kernel <launch3\n" // the host was late
                                       "d 600-700 t2 gpu0 kernel\n");        // not known
        QCOMPARE(figures.busyNs, int64_t(320));
        QCOMPARE(figures.idle.launchNs, int64_t(5 + 5)); // of launch1 and launch3
        QCOMPARE(figures.idle.hostWaitNs, int64_t(95 + 145));
        QCOMPARE(figures.idle.kernelWaitNs, int64_t(30 + 100)); // both below 30 µs
        QCOMPARE(figures.idle.otherNs, int64_t(300));           // behind the last
        QCOMPARE(figures.idle.gaps, int64_t(5));
        QCOMPARE(figures.idle.longestNs, int64_t(300));
        QCOMPARE(figures.idle.hostWaitNs + figures.idle.launchNs + figures.idle.kernelWaitNs +
                     figures.idle.otherNs,
                 figures.idleNs());
    }

    void aLongGapThatWasNotTheHostsIsOther()
    {
        Trace trace =
            traceOf("launch 10-20 runtime\na 0-1000 t1 gpu0 kernel\nb 50000-60000 t1 gpu0 kernel <launch\n");
        addStep(trace, 0, 60'000);
        const auto figures = deviceFigures(trace).front();
        QCOMPARE(figures.idle.otherNs, int64_t(49'000));
        QCOMPARE(figures.idle.kernelWaitNs, int64_t(0));
    }

    void aLongLaunchIsNoLateLaunch()
    {
        Trace trace = traceOf("launch1 0-10 runtime\nlaunch2 90-60000 runtime\n"
                              "launch3 60050-69900 runtime\na 20-100 t1 gpu0 kernel <launch1\n"
                              "b 60000-60100 t1 gpu0 kernel <launch2\n"
                              "c 69900-70000 t1 gpu0 kernel <launch3\n");
        addStep(trace, 20, 70'000);
        auto idle = deviceFigures(trace).front().idle;
        QCOMPARE(idle.launchNs, int64_t(59'900 + 9'800)); // until it returned, whenever it began
        QCOMPARE(idle.hostWaitNs + idle.kernelWaitNs + idle.otherNs, int64_t(0));
        trace.startNs[1] += 10'000; // begins while the device is idle
        trace.durationNs[1] -= 20'000;
        idle = deviceFigures(trace).front().idle;
        QCOMPARE(idle.hostWaitNs, int64_t(9'990 + 10'000));
        QCOMPARE(idle.launchNs, int64_t(39'910 + 9'800));
    }

    void launchesAreFollowed()
    {
        const auto figures = figuresOf("aten::mm 0-100\n"
                                       "  launch 10-40 runtime\n"
                                       "short 50-60 t1 gpu0 kernel <launch\n"
                                       "long 60-160 t1 gpu0 kernel <launch\n"
                                       "direct 160-170 t1 gpu0 kernel <aten::mm\n"
                                       "lost 170-180 t1 gpu0 kernel\n");
        QCOMPARE(figures.ownLaunches, int64_t(2));
        QCOMPARE(figures.launchedKernels, int64_t(3));
        QCOMPARE(figures.launchDelayNs, int64_t(40 + 50 + 160));
        QCOMPARE(figures.shortKernels, int64_t(1)); // shorter than its launch
        QCOMPARE(figures.shortKernelsNs, int64_t(10));
        QCOMPARE(figures.eligibleNs, int64_t(120));
        QCOMPARE(figures.tensorCoreNs, int64_t(0));
    }

    void kernelsAreRankedByTime()
    {
        const auto figures = figuresOf("small 0-10 t1 gpu0 kernel occupancy=0.5\n"
                                       "sm90_xmma_gemm_f32 10-100 t1 gpu0 kernel blocks=2\n"
                                       "small 100-120 t1 gpu0 kernel\n"
                                       "ncclAllReduce 100-140 t2 gpu0 communication\n"
                                       "copy 0-900 t3 gpu0 memcpy\n");
        QCOMPARE(figures.rows.size(), size_t(3));
        QCOMPARE(figures.rows[0].totalNs, int64_t(90));
        QVERIFY(figures.rows[0].usesTensorCores);
        QCOMPARE(figures.rows[0].blocksPerProcessor, 2.0);
        QCOMPARE(figures.rows[0].share, 90.0 / 160);
        QCOMPARE(figures.rows[1].kind, EventKind::Communication);
        QCOMPARE(figures.rows[2].calls, int64_t(2));
        QCOMPARE(figures.rows[2].minNs, int64_t(10));
        QCOMPARE(figures.rows[2].maxNs, int64_t(20));
        QCOMPARE(figures.rows[2].meanNs(), 15.0);
        QCOMPARE(figures.rows[2].occupancy, 0.5);
        QCOMPARE(figures.tensorCoreNs, int64_t(90));
        QCOMPARE(figures.communicationNs, int64_t(40));
        QCOMPARE(figures.hiddenCommunicationNs, int64_t(20));
    }

    void kernelCostsAreSharesOfTheWorkOfAllDevices()
    {
        Trace trace = traceOf("a 0-100 t1 gpu0 kernel\n"
                              "b 100-160 t1 gpu0 kernel\n"
                              "b 0-90 t2 gpu1 kernel\n"
                              "copy 200-350 t2 gpu1 memcpy d2h\n");
        addStep(trace, 0, 1000);
        const auto costs = kernelCosts(deviceFigures(trace));
        QCOMPARE(costs.size(), size_t(2)); // a copy is no kernel
        QCOMPARE(trace.names[costs[0].name], std::string("b"));
        QCOMPARE(costs[0].totalNs, int64_t(150));
        QCOMPARE(costs[0].share, 150.0 / 400);
        QCOMPARE(trace.names[costs[1].name], std::string("a"));
        QCOMPARE(costs[1].share, 100.0 / 400);
        QVERIFY(kernelCosts({}).empty());
    }

    void aKernelRunsAloneWithItsOwnKindOnly()
    {
        const auto figures = figuresOf("a 0-100 t1 gpu0 kernel\n"
                                       "b 50-200 t2 gpu0 kernel\n"
                                       "c 80-90 t3 gpu0 kernel\n"
                                       "b 150-250 t1 gpu0 kernel\n"
                                       "c 240-245 t3 gpu0 kernel\n"
                                       "a 300-310 t1 gpu0 kernel\n");
        QCOMPARE(figures.rows.size(), size_t(3));
        QCOMPARE(figures.rows[0].totalNs, int64_t(250)); // b
        QCOMPARE(figures.rows[0].aloneNs, int64_t(140 + 5));
        QCOMPARE(figures.rows[1].aloneNs, int64_t(50 + 10)); // a
        QCOMPARE(figures.rows[2].aloneNs, int64_t(0));
    }

    void aKernelThatTakesNoTimeIsCountedAndNoMore()
    {
        const auto figures = figuresOf("nothing 100-100 t1 gpu0 kernel\n");
        QCOMPARE(figures.kernels, int64_t(1));
        QCOMPARE(figures.kernelNs, int64_t(0));
        QCOMPARE(figures.idle.otherNs, int64_t(1000));
        QCOMPARE(figures.concurrency(), 0.0);
    }

    void devicesAndProcessesStandApart()
    {
        Trace trace = traceOf("a 0-100 t1 gpu1 kernel\nb 0-200 t2 gpu0 kernel\nc 0-300 t3 gpu0 kernel\n");
        trace.threads[3].process = 9;
        trace.devices = {{.number = 1, .name = "A GPU", .processors = 132}};
        addStep(trace, 0, 1000);
        const auto figures = deviceFigures(trace);
        QCOMPARE(figures.size(), size_t(3));
        QCOMPARE(figures[0].kernelNs, int64_t(200));
        QCOMPARE(figures[1].device, int16_t(1));
        QCOMPARE(figures[1].properties.processors, 132);
        QCOMPARE(figures[2].process, int64_t(9));
        QCOMPARE(figures[2].kernelNs, int64_t(300));
    }

    void tensorCoresAreToldByNames()
    {
        QVERIFY(usesTensorCores("ampere_fp16_s16816gemm_fp16_128x128_ldg8"));
        QVERIFY(usesTensorCores("void cutlass::Kernel<cutlass_80_tensorop_s1688gemm>"));
        QVERIFY(!usesTensorCores("ampere_sgemm_128x64_tn"));
        QVERIFY(canUseTensorCores("aten::conv2d"));
        QVERIFY(canUseTensorCores("aten::mm"));
        QVERIFY(!canUseTensorCores("aten::add"));
        QVERIFY(usesTensorCores("void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64>>"));
        for (const char* matrix :
             {"volta_sgemm_128x32_nt", "cudnn_infer_volta_scudnn_128x64_relu_medium_nn_v1",
              "void cudnn::detail::dgrad_engine<float, 512>", "void implicit_convolve_sgemm<float>",
              "void fbgemm_gpu::x<cutlass_80_tensorop_s1688gemm_64x64>"})
            QVERIFY2(isMatrixKernel(matrix), matrix);
        for (const char* other :
             {"void fbgemm_gpu::permute_indices_weights_kernel<false>", "void cub::DeviceScanKernel<int>",
              "ncclKernel_AllReduce_RING_LL_Sum_float", "triton_poi_fused_convolution_relu_0"})
            QVERIFY2(!isMatrixKernel(other), other);
    }

    void kernelsOfGraphsAreJudgedByTheirNames()
    {
        const auto figures = figuresOf("CompiledFunction 0-100\n"
                                       "  cudaGraphLaunch 10-40 runtime\n"
                                       "aten::mul 100-120\n"
                                       "  launch 105-110 runtime\n"
                                       "volta_sgemm_128x32_nt 200-300 t1 gpu0 kernel <cudaGraphLaunch\n"
                                       "sm80_xmma_gemm_f16 300-310 t1 gpu0 kernel\n"
                                       "at::native::elementwise_kernel 310-410 t1 gpu0 kernel "
                                       "<cudaGraphLaunch\n"
                                       "custom 410-440 t1 gpu0 kernel <cudaGraphLaunch\n"
                                       "custom 440-445 t1 gpu0 kernel\n"
                                       "custom 445-545 t1 gpu0 kernel <launch\n"
                                       "ncclAllReduce 600-700 t2 gpu0 communication\n");
        QCOMPARE(figures.eligibleNs, int64_t(110));
        QCOMPARE(figures.tensorCoreNs, int64_t(10));
        QCOMPARE(figures.unjudgedNs, int64_t(35));
    }
};

QTEST_GUILESS_MAIN(TestDeviceFigures)
#include "test_device_figures.moc"
