#include "core/trace/operators/operator_statistics.h"
#include "core/trace/steps/step_self_times.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void appendStep(Trace& trace, const std::string& events, StepPhase phase = StepPhase::Active)
{
    const EventId first = trace.endEvent();
    appendEvents(trace, events);
    trace.steps.push_back({.number = int64_t(trace.steps.size()),
                           .firstEvent = first,
                           .endEvent = trace.endEvent(),
                           .phase = phase});
}

/// A row a line: "conv2d Forward 2 calls: 20 0 30".
QString textOf(const StepSelfTimes& times, const Trace& trace)
{
    QString text;
    for (size_t row = 0; row < times.rows.size(); ++row) {
        const auto& key = times.rows[row];
        text += QString("%1 %2 %3 calls:")
                    .arg(QString::fromStdString(trace.names[key.name]), passName(key.pass))
                    .arg(key.calls);
        for (const double value : times.seriesOf(row))
            text += QString(" %1").arg(value);
        text += '\n';
    }
    return text;
}

} // namespace

class TestStepSelfTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStepHasItsOwnTimes()
    {
        Trace trace;
        appendStep(trace, "block 0-100 layer\n"
                          "  conv2d 0-100 [8]\n"
                          "    inner 10-90 layer\n"
                          "      convolution 20-80\n");
        appendStep(trace, "conv2d 200-230 [4]\n"
                          "conv2d 230-240 [4]\n"
                          "conv2d 250-260 backward\n");
        QCOMPARE(textOf(stepSelfTimes(trace), trace), "conv2d Forward 3 calls: 40 40\n"
                                                      "convolution Forward 1 calls: 60 0\n"
                                                      "conv2d Backward 1 calls: 0 10\n");
    }

    void workOnDevicesCountsForItsLauncher()
    {
        Trace trace;
        trace.threads = {{}, {.device = 0}};
        const NameId mm = trace.names.intern("mm");
        const NameId launch = trace.names.intern("cudaLaunchKernel");
        const NameId gemm = trace.names.intern("gemm");
        const auto appendKernel = [&](int64_t startNs, int64_t durationNs) {
            trace.deviceWork.push_back({.event = trace.endEvent(), .launcher = EventId(1)});
            trace.append({.startNs = startNs,
                          .durationNs = durationNs,
                          .name = gemm,
                          .thread = ThreadId(1),
                          .kind = EventKind::Kernel});
        };
        trace.append({.durationNs = 10, .name = mm, .pass = Pass::Backward});
        trace.append({.durationNs = 5, .name = launch, .parent = EventId(0), .kind = EventKind::Runtime});
        appendKernel(5, 100);
        trace.steps.push_back(
            {.number = 0, .durationNs = 20, .endEvent = EventId(3), .phase = StepPhase::Active});
        appendKernel(105, 40); // runs in the next step
        trace.steps.push_back({.number = 1,
                               .startNs = 20,
                               .durationNs = 100,
                               .firstEvent = EventId(3),
                               .endEvent = EventId(4),
                               .phase = StepPhase::Active});
        appendKernel(145, 2); // after the last step
        const auto times = stepSelfTimes(trace);
        QCOMPARE(times.rows.size(), 1U);
        QCOMPARE(times.deviceSeriesOf(0)[0], 142.0);
        QCOMPARE(times.deviceSeriesOf(0)[1], 0.0);
        QCOMPARE(times.kernels.size(), 1U);
        QCOMPARE(times.kernels[0].name, gemm);
        QCOMPARE(times.kernels[0].pass, Pass::Backward); // of its launch
        QCOMPARE(times.kernels[0].calls, 3);
        QCOMPARE(times.kernelSeriesOf(0)[0], 142.0);
        QCOMPARE(times.kernelSeriesOf(0)[1], 0.0);
    }

    void stepsWithoutWorkDoNotCount()
    {
        Trace trace;
        appendStep(trace, "relu 0-10\n");
        appendStep(trace, "");
        appendStep(trace, "", StepPhase::Wait);
        const auto times = stepSelfTimes(trace);
        QCOMPARE(times.steps, (std::vector<uint32_t>{0}));
        QCOMPARE(textOf(times, trace), "relu Forward 1 calls: 10\n");
    }

    void childrenThatOutlastTheirParentLeaveItNothing()
    {
        Trace trace;
        appendStep(trace, "add 0-10\n"
                          "  fill 0-8\n"
                          "  copy 2-10\n"
                          "  zero 9-10\n");
        QCOMPARE(textOf(stepSelfTimes(trace), trace), "add Forward 1 calls: 0\n"
                                                      "fill Forward 1 calls: 8\n"
                                                      "copy Forward 1 calls: 8\n"
                                                      "zero Forward 1 calls: 1\n");
    }

    void theSumsAreThoseOfTheOperatorTable()
    {
        Trace trace;
        for (int step = 0; step < 3; ++step)
            appendStep(trace, "a 0-100 [1] t0\n"
                              "  b 10-90 t1\n"
                              "    a 20-30\n"
                              "  c 30-60\n"
                              "    x 31-59 layer\n"
                              "      a 40-70\n"
                              "d 120-110\n"
                              "a 130-200 backward\n");
        const auto times = stepSelfTimes(trace);
        const auto statistics = operatorStatistics(trace, OperatorGrouping::ByOperator);
        QCOMPARE(times.rows.size(), statistics.rows.size());
        QCOMPARE(int64_t(times.steps.size()), statistics.steps);
        for (const auto& row : statistics.rows) {
            const auto same = std::ranges::find_if(times.rows, [&](const auto& candidate) {
                return candidate.name == row.name && candidate.pass == row.pass;
            });
            QVERIFY(same != times.rows.end());
            QCOMPARE(same->calls, row.calls);
            double sum = 0.0;
            for (const double value : times.seriesOf(size_t(same - times.rows.begin())))
                sum += value;
            QCOMPARE(sum, double(row.selfNs));
        }
    }

    void anEmptyTraceHasNoRows()
    {
        QVERIFY(stepSelfTimes({}).rows.empty());
        QVERIFY(stepSelfTimes({}).steps.empty());
    }
};

QTEST_GUILESS_MAIN(TestStepSelfTimes)
#include "test_step_self_times.moc"
