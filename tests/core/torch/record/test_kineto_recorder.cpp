#include "core/torch/shared/torch_headers.h"

#include "core/base/clock.h"
#include "core/torch/record/kineto_profiler.h"
#include "core/torch/record/kineto_recorder.h"

#include <QtTest>

#include <functional>
#include <map>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

using namespace stepscope;

namespace {

/// A device that computes each multiplication a little later, on a stream.
struct FakeDevice
{
    std::vector<DeviceActivity> activities; ///< since it was started
    int starts = 0;
    int stops = 0;
    bool isRunning = false;
    bool fails = false;

    void launch(int64_t fromNs, int64_t toNs)
    {
        if (!isRunning)
            return;
        const auto correlation = uint64_t(activities.size() + 1);
        activities.push_back({.name = "cudaLaunchKernel",
                              .kind = EventKind::Runtime,
                              .startNs = fromNs,
                              .durationNs = toNs - fromNs,
                              .resource = syscall(SYS_gettid),
                              .correlation = correlation});
        activities.push_back({.name = "gemm",
                              .startNs = toNs,
                              .durationNs = 1000,
                              .device = 0,
                              .resource = 7,
                              .correlation = correlation,
                              .work = {.bytes = 64}});
    }
};

class FakeProfiler final : public DeviceProfiler
{
public:
    explicit FakeProfiler(FakeDevice& device)
        : m_device(device)
    {
    }
    void start() override
    {
        if (m_device.fails)
            throw std::runtime_error("CUPTI_ERROR_NOT_INITIALIZED\nException raised from start");
        ++m_device.starts;
        m_device.isRunning = true;
        m_device.activities.clear();
    }
    DeviceActivities stop() override
    {
        ++m_device.stops;
        m_device.isRunning = false;
        return {m_device.activities, {{.number = 0, .name = "A device"}}};
    }

private:
    FakeDevice& m_device;
};

/// As a trainer does.
void runStep(Recorder& recorder, Trace& trace, int64_t number, StepPhase phase,
             const std::function<void()>& work)
{
    if (auto chunk = recorder.prepare(phase))
        trace.append(std::move(*chunk));
    recorder.beginStep(number, phase);
    recorder.setPass(Pass::Forward);
    work();
    if (auto chunk = recorder.endStep())
        trace.append(std::move(*chunk));
    TraceChunk strings; // their order must hold while a window is open
    recorder.totals(strings);
    trace.append(std::move(strings));
}

std::map<std::string, int> callsByName(const Trace& trace, EventKind kind = EventKind::Operator)
{
    std::map<std::string, int> calls;
    for (EventId i(0); i < trace.endEvent(); ++i) {
        if (trace.kind[i] == kind)
            ++calls[trace.names[trace.name[i]]];
    }
    return calls;
}

} // namespace

class TestKinetoRecorder : public QObject
{
    Q_OBJECT

private:
    FakeDevice m_device;
    QStringList m_notices;

    std::unique_ptr<KinetoRecorder> recorder()
    {
        return std::make_unique<KinetoRecorder>(
            true, std::make_unique<FakeProfiler>(m_device),
            [this](const std::string& text) { m_notices << QString::fromStdString(text); });
    }
    /// An operator that launches device work in the middle of its call.
    void multiply(const torch::Tensor& x)
    {
        at::RecordFunction function(at::RecordScope::FUNCTION);
        function.before("multiply");
        x.mul(x);
        const auto from = monotonicNs();
        while (monotonicNs() < from + 2000)
            ;
        m_device.launch(from, monotonicNs());
    }

private Q_SLOTS:
    void init()
    {
        m_device = {};
        m_notices.clear();
    }

    void recordsAWindowOfActiveSteps()
    {
        const auto x = torch::ones({16});
        Trace trace;
        const auto recorder = this->recorder();
        runStep(*recorder, trace, 0, StepPhase::Warmup, [&] { multiply(x); });
        QCOMPARE(m_device.starts, 0);
        for (int64_t step = 1; step <= 3; ++step)
            runStep(*recorder, trace, step, StepPhase::Active, [&] { multiply(x); });
        QVERIFY(trace.empty()); // it comes when the window is closed
        runStep(*recorder, trace, 4, StepPhase::Off, [&] { multiply(x); });
        QCOMPARE(m_device.starts, 1);
        QCOMPARE(m_device.stops, 1);

        QCOMPARE(trace.steps.size(), size_t(3));
        QCOMPARE(trace.steps.back().endEvent, trace.size());
        QCOMPARE(callsByName(trace), (std::map<std::string, int>{{"aten::mul", 3}, {"multiply", 3}}));
        QCOMPARE(callsByName(trace, EventKind::Runtime),
                 (std::map<std::string, int>{{"cudaLaunchKernel", 3}}));
        QCOMPARE(callsByName(trace, EventKind::Kernel), (std::map<std::string, int>{{"gemm", 3}}));
        QCOMPARE(trace.deviceWork.size(), size_t(3));
        for (size_t i = 0; i < 3; ++i) {
            const auto& work = trace.deviceWork[i];
            QVERIFY(work.event >= trace.steps[i].firstEvent && work.event < trace.steps[i].endEvent);
            QCOMPARE(work.bytes, int64_t(64));
            QVERIFY(work.launcher < work.event);
            QCOMPARE(trace.kind[work.launcher], EventKind::Runtime);
            QCOMPARE(trace.names[trace.name[trace.parent[work.launcher]]], std::string("multiply"));
            QCOMPARE(trace.pass[work.event], Pass::Forward);
            const auto& stream = trace.threads[trace.thread[work.event]];
            QVERIFY(stream.isStream());
            QCOMPARE(stream.id, int64_t(7));
            QCOMPARE(trace.thread[work.launcher], trace.thread[trace.parent[work.launcher]]);
        }
        QCOMPARE(trace.devices.size(), size_t(1));
        QCOMPARE(trace.devices[0].name, std::string("A device"));
        QVERIFY(m_notices.empty());
    }

    void memoryIsRecordedInAWindowToo()
    {
        Trace trace;
        const auto recorder = this->recorder();
        runStep(*recorder, trace, 0, StepPhase::Active, [] { torch::empty({1024}); });
        runStep(*recorder, trace, 1, StepPhase::Active, [] { torch::empty({2048}); });
        runStep(*recorder, trace, 2, StepPhase::Off, [] {});
        QCOMPARE(trace.allocations.size(), size_t(4));
        QCOMPARE(trace.allocations[2].bytes, int64_t(8192));
        QCOMPARE(trace.names[trace.name[trace.allocations[2].event]], std::string("aten::empty"));
        QCOMPARE(trace.allocations[2].event, trace.steps[1].firstEvent);
    }

    void longSchedulesAreCutIntoWindows()
    {
        const auto x = torch::ones({2});
        Trace trace;
        const auto recorder = this->recorder();
        const auto steps = int64_t(KinetoRecorder::mostSteps) + 3;
        for (int64_t step = 0; step < steps; ++step)
            runStep(*recorder, trace, step, StepPhase::Active, [&] { multiply(x); });
        QCOMPARE(trace.steps.size(), KinetoRecorder::mostSteps);
        QVERIFY(recorder->mustPrepare(StepPhase::Off));
        runStep(*recorder, trace, steps, StepPhase::Off, [&] { multiply(x); });
        QVERIFY(!recorder->mustPrepare(StepPhase::Off));
        QCOMPARE(m_device.starts, 2);
        QCOMPARE(trace.steps.size(), size_t(steps));
        QCOMPARE(callsByName(trace)["multiply"], int(steps));
        QCOMPARE(callsByName(trace, EventKind::Kernel)["gemm"], int(steps));
        TraceChunk strings;
        QCOMPARE(recorder->totals(strings).steps, steps + 1);
    }

    void aProfilerThatFailsIsSaidOnceAndOperatorsAreRecorded()
    {
        m_device.fails = true;
        const auto x = torch::ones({2});
        Trace trace;
        const auto recorder = this->recorder();
        for (int64_t step = 0; step < 3; ++step)
            runStep(*recorder, trace, step, StepPhase::Active, [&] { multiply(x); });
        QCOMPARE(m_notices.size(), 1);
        QVERIFY2(m_notices[0].endsWith("failed: CUPTI_ERROR_NOT_INITIALIZED"), qPrintable(m_notices[0]));
        QCOMPARE(trace.steps.size(), size_t(3));
        QCOMPARE(callsByName(trace)["multiply"], 3);
        QVERIFY(!trace.allocations.empty());
    }

    void anOpenWindowIsEndedWithTheRecorder()
    {
        Trace trace;
        auto recorder = this->recorder();
        runStep(*recorder, trace, 0, StepPhase::Active, [] {});
        recorder.reset();
        OperatorRecorder next(true);
        next.beginStep(0, StepPhase::Active);
        torch::empty({1024});
        QCOMPARE(next.endStep()->allocations.size(), size_t(2));
    }

    /// PyTorch's own profiler sees the same operators at the same times.
    void kinetoAgreesWithTheOperatorRecorder()
    {
        const auto x = torch::randn({64, 32});
        const auto w = torch::randn({16, 32}).requires_grad_();
        OperatorRecorder operators(true);
        operators.setMemoryReports(false); // meanwhile, these are PyTorch's
        KinetoProfiler profiler(KinetoProfiler::Watches::Operators);
        profiler.start();
        operators.beginStep(0, StepPhase::Active);
        for (int i = 0; i < 5; ++i)
            torch::log_softmax(torch::linear(x, w), 1).sum().backward();
        auto chunk = operators.endStep();
        const auto seen = profiler.stop();
        Trace trace;
        trace.append(std::move(*chunk));

        std::map<std::string, std::vector<const DeviceActivity*>> byName;
        for (const auto& activity : seen.activities)
            byName[activity.name].push_back(&activity);
        std::map<std::string, int> calls;
        for (const auto& [name, activities] : byName)
            calls[name] = int(activities.size());
        QCOMPARE(calls, callsByName(trace));

        // Its callbacks are called outside or inside ours, and its times are whole microseconds in some
        // releases; a busy machine may stop the thread between the two, but seldom.
        std::map<std::string, size_t> next;
        std::vector<int64_t> apartNs;
        for (EventId i(0); i < trace.endEvent(); ++i) {
            const auto& name = trace.names[trace.name[i]];
            apartNs.push_back(std::abs(byName[name][next[name]++]->startNs - trace.startNs[i]));
        }
        std::ranges::sort(apartNs);
        const auto median = apartNs[apartNs.size() / 2];
        QVERIFY2(median < 20'000, qPrintable(QString("%1 ns apart").arg(median)));
    }

    void kinetoCanBeStartedAgain()
    {
        OperatorRecorder operators(true);
        operators.setMemoryReports(false);
        KinetoProfiler profiler(KinetoProfiler::Watches::Operators);
        for (int i = 0; i < 2; ++i) {
            profiler.start();
            torch::ones({2}).neg();
            const auto seen = profiler.stop();
            QCOMPARE(std::ranges::count(seen.activities, "aten::neg", &DeviceActivity::name), 1);
        }
    }

    void onTheCpuThereIsNothingToAddAndThatIsSaid()
    {
        Experiment experiment;
        QStringList said;
        const auto notice = [&said](const std::string& text) { said << QString::fromStdString(text); };
        QVERIFY(dynamic_cast<OperatorRecorder*>(makeRecorder(experiment, torch::kCPU, notice).get()));
        QVERIFY(said.empty());
        experiment.recorder = "kineto";
        QVERIFY(dynamic_cast<OperatorRecorder*>(makeRecorder(experiment, torch::kCPU, notice).get()));
        QCOMPARE(
            said,
            QStringList{
                "Device kernels and copies are not recorded: the CPU has none. Operators are recorded."});
        if (!torch::hasCUDA())
            QVERIFY(!KinetoProfiler::whyBlind().empty());
    }
};

QTEST_GUILESS_MAIN(TestKinetoRecorder)
#include "test_kineto_recorder.moc"
