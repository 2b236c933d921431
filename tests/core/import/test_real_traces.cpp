// Traces that others recorded, against figures that others computed. They are no part of the sources:
// -DSTEPSCOPE_REAL_TRACES names their folder, and without it nothing is checked here.

#include "core/trace/device_figures.h"
#include "core/trace/operator_statistics.h"
#include "core/trace/step_breakdown.h"
#include "imported_text.h"

#include <QTest>

#include <algorithm>
#include <array>

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
        }
    }
    // The plugin's host self time leaves out the calls of the runtime; here they are the operator's own.
    for (uint32_t event = 0; event < trace.size(); ++event) {
        const uint32_t parent = trace.parent[event];
        if (trace.kind[event] == EventKind::Runtime && parent != noEvent &&
            trace.names[trace.name[parent]] == name)
            figures.hostSelfUs -= double(trace.durationNs[event]) / 1000;
    }
    for (const TraceDeviceWork& work : trace.deviceWork) {
        if (!isDeviceWork(trace.kind[work.event]) || work.launcher == noEvent)
            continue;
        uint32_t around = work.launcher;
        while (around != noEvent && trace.kind[around] != EventKind::Operator)
            around = trace.parent[around];
        if (around != noEvent && trace.names[trace.name[around]] == name)
            figures.deviceSelfUs += double(trace.durationNs[work.event]) / 1000;
    }
    return figures;
}

double sumUs(const Trace& trace, EventKind kind)
{
    int64_t sumNs = 0;
    for (uint32_t event = 0; event < trace.size(); ++event)
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

    /// By PyTorch's TensorBoard plugin.
    void resnetAgreesWithThePlugin()
    {
        const auto imported = importFile(folder / "kineto-2021-resnet50-cuda.pt.trace.json.gz");
        const Trace& trace = imported.run.trace;
        QCOMPARE(trace.steps.front().number, 5);
        QCOMPARE(trace.steps.back().number, 10);
        QVERIFY(agrees(sumUs(trace, EventKind::Kernel), 591'532));
        QVERIFY(agrees(sumUs(trace, EventKind::MemoryCopy), 11'492));
        const std::array<std::pair<const char*, OperatorFigures>, 3> expected = {
            {{"aten::cudnn_convolution_backward_weight", {318, 142'461, 22'804}},
             {"aten::cudnn_convolution_backward_input", {312, 130'967, 29'324}},
             {"aten::cudnn_convolution", {318, 126'619, 33'121}}}};
        for (const auto& [name, figures] : expected) {
            const OperatorFigures found = figuresOf(trace, name);
            qInfo("%s: %lld calls, device self %.0f, host self %.0f", name,
                  static_cast<long long>(found.calls), found.deviceSelfUs, found.hostSelfUs);
            QCOMPARE(found.calls, figures.calls);
            QVERIFY(agrees(found.deviceSelfUs, figures.deviceSelfUs));
            QVERIFY(agrees(found.hostSelfUs, figures.hostSelfUs));
        }
        int64_t bytes = 0;
        for (const TraceDeviceWork& work : trace.deviceWork)
            bytes += trace.kind[work.event] == EventKind::MemoryCopy ? work.bytes : 0;
        QVERIFY(agrees(double(bytes) / (sumUs(trace, EventKind::MemoryCopy) * 1000), 10.06));
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
