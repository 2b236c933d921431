// Traces that others recorded, against figures that other programs computed. They are not part of the
// sources: -DSTEPSCOPE_REAL_TRACES names their folder, and without it nothing is checked here.

#include "core/exchange/stack_costs.h"
#include "core/trace/calls/call_tree_builder.h"
#include "core/trace/operators/kernel_statistics.h"
#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/device_figures.h"
#include "core/trace/steps/step_breakdown.h"
#include "core/trace/steps/step_self_times.h"
#include "imported_text.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const std::filesystem::path folder = STEPSCOPE_REAL_TRACES;

/// What PyTorch's plugin shows in a row of its table of operators.
struct OperatorFigures
{
    int64_t calls = 0;
    double deviceSelfUs = 0.0;
    double hostSelfUs = 0.0;
};

OperatorFigures figuresOf(const Trace& trace, const char* name)
{
    OperatorFigures figures;
    for (const OperatorRow& row : operatorStatistics(trace, OperatorGrouping::ByOperator).rows) {
        if (trace.names[row.name] == name) {
            figures.calls += row.calls;
            figures.hostSelfUs += double(row.selfNs) / 1000;
            figures.deviceSelfUs += double(row.deviceSelfNs) / 1000;
        }
    }
    return figures;
}

double sumUs(const Trace& trace, EventKind kind)
{
    int64_t sumNs = 0;
    for (EventId event(0); event < trace.endEvent(); ++event)
        sumNs += trace.kind[event] == kind ? trace.durationNs[event] : 0;
    return double(sumNs) / 1000;
}

int64_t countOf(const Trace& trace, EventKind kind)
{
    return std::ranges::count(trace.kind, kind);
}

bool agrees(double value, double expected)
{
    constexpr double share = 0.001;
    return std::abs(value - expected) <= share * expected;
}

} // namespace

class TestRealTraces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::is_directory(folder))
            QSKIP("Configure with -DSTEPSCOPE_REAL_TRACES=FOLDER to check against real traces.");
    }

    void everyTraceIsReadWhole_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("operators");
        QTest::addColumn<int>("kernels"); // those of communication too
        QTest::addColumn<int>("calls");   // of the runtime and the driver
        QTest::addColumn<int>("copies");
        QTest::addColumn<int>("unlaunched"); // device work that was launched before the recording
        // Counted by Python's json, after repair where it refuses the file.
        QTest::newRow("2021") << "kineto-2021-resnet50-cuda.pt.trace.json.gz" << 6 << 23622 << 8772 << 11923
                              << 12 << 0;
        QTest::newRow("2024") << "kineto-2024-ns-resolution-cuda.pt.trace.json.gz" << 5 << 23910 << 4350
                              << 15329 << 1600 << 0;
        QTest::newRow("cpu only") << "kineto-cpu-only.pt.trace.json.gz" << 1 << 4 << 0 << 0 << 0 << 0;
        QTest::newRow("2022 a") << "kineto-diff-control.json.gz" << 6 << 40506 << 8568 << 24692 << 228 << 0;
        QTest::newRow("2022 b") << "kineto-diff-test.json.gz" << 6 << 31236 << 9876 << 21167 << 4856 << 614;
        QTest::newRow("no distributed info")
            << "kineto-no-distributed-info.json.gz" << 1 << 2424 << 0 << 0 << 0 << 0;
        QTest::newRow("ROCm") << "kineto-rocm-mi250.json.gz" << 2 << 70 << 14 << 21 << 2 << 0;
        QTest::newRow("Triton") << "kineto-triton.json.gz" << 1 << 3 << 1 << 2 << 0 << 0;
    }

    void everyTraceIsReadWhole()
    {
        QFETCH(QString, file);
        QFETCH(int, steps);
        QFETCH(int, operators);
        QFETCH(int, kernels);
        QFETCH(int, calls);
        QFETCH(int, copies);
        QFETCH(int, unlaunched);
        const auto imported = importFile(folder / file.toStdString());
        const Trace& trace = imported.run.trace;
        for (const auto& sentence : imported.log.issues())
            qInfo("%s", sentence.c_str());
        checkSound(trace);
        QVERIFY(imported.log.damages().empty());
        QCOMPARE(int(trace.steps.size()), steps);
        QCOMPARE(countOf(trace, EventKind::Operator), operators);
        QCOMPARE(countOf(trace, EventKind::Kernel) + countOf(trace, EventKind::Communication), kernels);
        QCOMPARE(countOf(trace, EventKind::Runtime), calls);
        QCOMPARE(countOf(trace, EventKind::MemoryCopy), copies);
        QCOMPARE(imported.log.counted(ImportIssue::UnreadableEvents), 0);
        QCOMPARE(imported.log.counted(ImportIssue::WorkWithoutLaunch), unlaunched);
    }

    /// The table of kernels and the figures of each step are made of the same kernels by different ways.
    void kernelsOfAStepTakeAtLeastTheDeviceTimeOfItsOperators_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".gz")
                QTest::newRow(entry.path().filename().c_str()) << QString(entry.path().c_str());
        }
    }

    void kernelsOfAStepTakeAtLeastTheDeviceTimeOfItsOperators()
    {
        QFETCH(QString, file);
        const Trace trace = importFile(file.toStdString()).run.trace;
        const StepSelfTimes times = stepSelfTimes(trace);
        const auto sumOf = [](size_t rows, size_t column, const auto& seriesOf) {
            double ns = 0.0;
            for (size_t row = 0; row < rows; ++row)
                ns += seriesOf(row)[column];
            return std::llround(ns);
        };
        for (size_t column = 0; column < times.steps.size(); ++column) {
            const auto ofKernels =
                sumOf(times.kernels.size(), column, [&](size_t row) { return times.kernelSeriesOf(row); });
            const auto ofOperators =
                sumOf(times.rows.size(), column, [&](size_t row) { return times.deviceSeriesOf(row); });
            QVERIFY2(ofKernels >= ofOperators,
                     qPrintable(QString("step %1: %2 ns of kernels, %3 ns of operators")
                                    .arg(trace.steps[times.steps[column]].number)
                                    .arg(ofKernels)
                                    .arg(ofOperators)));
        }
    }

    /// The host of this training runs a step ahead of its device: no such kernel begins in the first step.
    void kernelsOfAStepAreThoseThatItLaunched()
    {
        const Trace trace = importFile(folder / "kineto-2024-ns-resolution-cuda.pt.trace.json.gz").run.trace;
        const StepSelfTimes times = stepSelfTimes(trace);
        double firstNs = 0.0;
        double allNs = 0.0;
        for (size_t row = 0; row < times.kernels.size(); ++row) {
            const auto series = times.kernelSeriesOf(row);
            allNs += std::accumulate(series.begin(), series.end(), 0.0);
            if (trace.names[times.kernels[row].name].find("bn_bw_1C11") != std::string::npos)
                firstNs += series.front();
        }
        QCOMPARE(trace.steps.front().number, 101);
        QCOMPARE(std::llround(firstNs), 11'343'646);
        QCOMPARE(std::llround(allNs), 472'454'441); // the device time of the operators
    }

    /// Self times to the nanosecond, as summed from the file's decimal numbers. Counts by doubles are off by
    /// some 20 µs: the times of this file are of 10^15 µs, where doubles are 0.25 µs apart.
    void selfTimesAreExact()
    {
        const auto selfNs = [](const char* file) {
            const auto imported = importFile(folder / file);
            return operatorStatistics(imported.run.trace, OperatorGrouping::ByOperator).selfNs;
        };
        QCOMPARE(selfNs("kineto-2024-ns-resolution-cuda.pt.trace.json.gz"), 85'415'431);
        QCOMPARE(selfNs("kineto-diff-control.json.gz"), 209'804'000);
        QCOMPARE(selfNs("kineto-diff-test.json.gz"), 215'988'000);
        QCOMPARE(selfNs("kineto-rocm-mi250.json.gz"), 1'845'046);
    }

    /// By PyTorch's TensorBoard plugin.
    void resnetAgreesWithThePlugin()
    {
        const auto imported = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz");
        const Trace& trace = imported.run.trace;
        QCOMPARE(trace.steps.front().number, 5);
        QCOMPARE(trace.steps.back().number, 10);
        QVERIFY(agrees(sumUs(trace, EventKind::Kernel), 591'532));
        QVERIFY(agrees(sumUs(trace, EventKind::MemoryCopy), 11'492));
        const std::array<std::pair<const char*, OperatorFigures>, 11> expected = {
            {{"aten::empty", {4404, 0, 68'147}},
             {"aten::add_", {2994, 24'098, 51'013}},
             {"aten::copy_", {588, 11'492, 40'255}},
             {"aten::cudnn_convolution", {318, 126'619, 33'121}},
             {"aten::cudnn_convolution_backward_input", {312, 130'967, 29'324}},
             {"aten::cudnn_convolution_backward_weight", {318, 142'461, 22'804}},
             {"aten::mul_", {966, 2'409, 20'515}},
             {"aten::cudnn_batch_norm", {318, 34'245, 19'843}},
             {"aten::to", {414, 0, 14'834}},
             {"aten::cudnn_batch_norm_backward", {318, 61'939, 12'238}},
             {"aten::zeros", {24, 0, 659}}}};
        for (const auto& [name, figures] : expected) {
            const OperatorFigures found = figuresOf(trace, name);
            qInfo("%s: %lld calls, device self %.0f, host self %.0f", name,
                  static_cast<long long>(found.calls), found.deviceSelfUs, found.hostSelfUs);
            QCOMPARE(found.calls, figures.calls);
            QCOMPARE(found.deviceSelfUs, figures.deviceSelfUs);
            QCOMPARE(found.hostSelfUs, figures.hostSelfUs);
        }
        const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QCOMPARE(statistics.selfNs, int64_t(548'817'000));
        QCOMPARE(statistics.deviceNs, int64_t(603'558'000));
        int64_t bytes = 0;
        for (const TraceDeviceWork& work : trace.deviceWork)
            bytes += trace.kind[work.event] == EventKind::MemoryCopy ? work.bytes : 0;
        QVERIFY(agrees(double(bytes) / (sumUs(trace, EventKind::MemoryCopy) * 1000), 10.06));
    }

    /// The rows of the plugin's kernel view: by kernel, operator and launch configuration.
    void resnetsKernelsAreThoseOfThePlugin()
    {
        const Trace trace = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz").run.trace;
        const auto kernels = kernelStatistics(trace, KernelGrouping::ByLaunch);
        QCOMPARE(kernels.rows.size(), size_t(226));
        QCOMPARE(kernels.kernels, int64_t(8772));
        const auto& first = kernels.rows.front();
        QVERIFY(trace.names[first.name].starts_with("void cudnn::bn_bw_1C11_kernel_new<float, float, fl"));
        QCOMPARE(trace.names[first.launcher], std::string("aten::cudnn_batch_norm_backward"));
        QCOMPARE(first.calls, int64_t(96));
        QCOMPARE(first.totalNs, int64_t(20'270'000));
        QCOMPARE(first.minNs, int64_t(45'000));
        QCOMPARE(first.maxNs, int64_t(683'000));
        QCOMPARE(first.grid, (std::array<uint32_t, 3>{256, 1, 1}));
        QCOMPARE(first.block, (std::array<uint32_t, 3>{512, 1, 1}));
        QCOMPARE(first.registers, 32U);
        QCOMPARE(first.sharedBytes, int64_t(400));
        QVERIFY(agrees(first.blocksPerProcessor, 3.2));
        QVERIFY(agrees(first.occupancy, 0.8));
    }

    /// What its stacks cost is the time in operators, however they are written.
    void resnetsStacksSumToTheTimeInOperators()
    {
        const Trace trace = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz").run.trace;
        const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        int64_t runtimeNs = 0;
        for (const OperatorRow& row : statistics.rows)
            runtimeNs += row.runtimeNs;
        const CallTree tree = callTree(trace);
        const auto costs = ownCosts(tree);
        int64_t sum = 0;
        std::map<std::string, int64_t> selfNs;
        for (CallNodeId node(0); node < tree.nodes.size(); ++node) {
            sum += costs[node].timeNs;
            if (tree.nodes[node].kind == FrameKind::Operator)
                selfNs[tree.nameOf(node)] += costs[node].timeNs;
        }
        QCOMPARE(sum, statistics.selfNs + runtimeNs);
        QCOMPARE(selfNs["aten::cudnn_convolution"], int64_t(33'121'000));
        QCOMPARE(selfNs["aten::copy_"], int64_t(40'255'000));
    }

    /// The averages over its six steps.
    void resnetsStepsSplitAsInThePlugin()
    {
        const Trace trace = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz").run.trace;
        const auto steps = stepFigures(DeviceSplitter().update(trace));
        QCOMPARE(steps.steps, 6);
        QCOMPARE(steps.firstStep, 5);
        QCOMPARE(steps.lastStep, 10);
        const auto compare = [&](const char* name, const StepTimeFigures& figures, double expectedUs) {
            const double us = steps.perStepNs(figures) / 1000;
            qInfo("%s: %.1f, the plugin has %.1f", name, us, expectedUs);
            QVERIFY2(agrees(us, expectedUs), name);
        };
        compare("wall", steps.wall, 177'592.2);
        compare("kernel", steps.part(StepPart::Kernel), 98'588.7);
        compare("copy", steps.part(StepPart::MemoryCopy), 1'915.3);
        compare("set", steps.part(StepPart::MemorySet), 89.0);
        compare("runtime", steps.part(StepPart::Runtime), 2'907.5);
        compare("data loader", steps.part(StepPart::DataLoader), 59'261.8);
        compare("CPU", steps.part(StepPart::Operator), 13'674.2);
        const double otherUs =
            (steps.perStepNs(steps.part(StepPart::Other)) + steps.perStepNs(steps.part(StepPart::Idle))) /
            1000; // the plugin does not tell them apart
        QVERIFY2(agrees(otherUs, 1'155.7), qPrintable(QString::number(otherUs)));
    }

    void resnetsDeviceFiguresAgreeWithThePlugin()
    {
        const Trace trace = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz").run.trace;
        const auto devices = deviceFigures(trace);
        QCOMPARE(devices.size(), size_t(1));
        const DeviceFigures& device = devices.front();
        qInfo("utilization %.4f, SM efficiency %.4f, occupancy %.4f", device.utilization(),
              device.smEfficiency, device.occupancy);
        QVERIFY(agrees(device.utilization(), 0.5551));
        QVERIFY(agrees(device.smEfficiency, 0.5468));
        QVERIFY(agrees(device.occupancy, 0.4913));
    }
};

QTEST_GUILESS_MAIN(TestRealTraces)
#include "test_real_traces.moc"
