#include "core/trace/steps/step_difference.h"
#include "tests/core/trace/trace_text.h"

#include <QTest>

#include <array>

using namespace stepscope;
using namespace stepscope::test;

/// Four steps of 100 ns; in the third one "copy" takes longer.
class TestStepDifference : public QObject
{
    Q_OBJECT

    static Trace training(int64_t slowNs)
    {
        Trace trace;
        for (int64_t step = 0; step < 4; ++step) {
            const int64_t ns = step * 1000;
            const int64_t copyNs = step == 2 ? slowNs : 20;
            const EventId first = trace.endEvent();
            appendEvents(trace, QString("conv %1-%2\ncopy %2-%3\nloss %3-%4 backward\n")
                                    .arg(ns)
                                    .arg(ns + 50)
                                    .arg(ns + 50 + copyNs)
                                    .arg(ns + 80 + copyNs)
                                    .toStdString());
            trace.steps.push_back({.number = 10 + step,
                                   .startNs = ns,
                                   .durationNs = 80 + copyNs,
                                   .firstEvent = first,
                                   .endEvent = trace.endEvent(),
                                   .phase = StepPhase::Active});
        }
        return trace;
    }
    static std::optional<StepDifference> differenceOf(const Trace& trace, int64_t step)
    {
        const auto splits = stepBreakdowns(trace, 0, trace.steps.size());
        return stepDifference(splits, trace, stepSelfTimes(trace), step);
    }

private Q_SLOTS:
    void aSlowStepIsExplainedByPartAndOperator()
    {
        const Trace trace = training(320);
        const auto difference = differenceOf(trace, 12);
        QVERIFY(difference);
        QCOMPARE(difference->wallNs, int64_t(400));
        QCOMPARE(difference->medianNs, 100.0);
        QCOMPARE(difference->moreNs(), 300.0);
        QCOMPARE(difference->others, int64_t(3));
        QCOMPARE(difference->parts.size(), size_t(2)); // those that have a time
        QCOMPARE(difference->parts[0].part, StepPart::Forward);
        QCOMPARE(difference->parts[0].times.ns, 370.0);
        QCOMPARE(difference->parts[0].times.medianNs, 70.0);
        QCOMPARE(difference->parts[0].times.moreNs(), 300.0);
        QCOMPARE(difference->parts[1].part, StepPart::Backward);
        QCOMPARE(difference->parts[1].times.moreNs(), 0.0);
        QCOMPARE(difference->operators.size(), size_t(3));
        QCOMPARE(trace.names[difference->operators[0].name], std::string("copy"));
        QCOMPARE(difference->operators[0].times.moreNs(), 300.0);
        QVERIFY(difference->kernels.empty());
    }

    void aFastStepHasLessOfThem()
    {
        const auto difference = differenceOf(training(5), 12);
        QVERIFY(difference);
        QCOMPARE(difference->moreNs(), -15.0);
        QCOMPARE(difference->parts[0].times.moreNs(), -15.0);
        QCOMPARE(difference->operators[0].times.moreNs(), -15.0);
    }

    void kernelsAreComparedByTheirTimeOnTheDevice()
    {
        Trace trace;
        for (int64_t step = 0; step < 4; ++step) {
            const int64_t ns = step * 1000;
            const EventId first = trace.endEvent();
            appendEvents(trace, QString("conv %1-%2\n"
                                        "  launch%5 %1-%2 runtime\n"
                                        "gemm %3-%4 t1 gpu0 kernel <launch%5\n")
                                    .arg(ns)
                                    .arg(ns + 50)
                                    .arg(ns + 60)
                                    .arg(ns + 160 + (step == 2 ? 400 : 0))
                                    .arg(step)
                                    .toStdString());
            trace.steps.push_back({.number = step,
                                   .startNs = ns,
                                   .durationNs = 600,
                                   .firstEvent = first,
                                   .endEvent = trace.endEvent(),
                                   .phase = StepPhase::Active});
        }
        const auto difference = differenceOf(trace, 2);
        QVERIFY(difference);
        QCOMPARE(difference->kernels.size(), size_t(1));
        QCOMPARE(trace.names[difference->kernels[0].name], std::string("gemm"));
        QCOMPARE(difference->kernels[0].times.ns, 500.0);
        QCOMPARE(difference->kernels[0].times.medianNs, 100.0);
    }

    /// The host runs ahead: the step that launched the long kernel ends before it begins, and the last
    /// kernel runs after all steps.
    void kernelsCountForTheStepThatLaunchedThemLikeItsBar()
    {
        const std::array<const char*, 4> begun = {"", "gemm 150-250 t1 gpu0 kernel <launch0\n",
                                                  "gemm 250-350 t1 gpu0 kernel <launch1\n",
                                                  "gemm 350-850 t1 gpu0 kernel <launch2\n"};
        Trace trace;
        for (int64_t step = 0; step < 4; ++step) {
            const int64_t ns = step * 100;
            const EventId first = trace.endEvent();
            appendEvents(trace, QString("conv %1-%2\n"
                                        "  launch%3 %1-%2 runtime\n")
                                    .arg(ns)
                                    .arg(ns + 40)
                                    .arg(step)
                                    .toStdString());
            appendEvents(trace, begun[size_t(step)]);
            trace.steps.push_back({.number = step,
                                   .startNs = ns,
                                   .durationNs = 100,
                                   .firstEvent = first,
                                   .endEvent = trace.endEvent(),
                                   .phase = StepPhase::Active});
        }
        appendEvents(trace, "gemm 850-950 t1 gpu0 kernel <launch3\n");
        const auto splits = DeviceSplitter().update(trace);
        QCOMPARE(splits.size(), size_t(4));
        for (int64_t step = 0; step < 4; ++step) {
            const double ns = step == 2 ? 500.0 : 100.0;
            const auto difference = stepDifference(splits, trace, stepSelfTimes(trace), step);
            QVERIFY(difference);
            QCOMPARE(difference->kernels.size(), size_t(1));
            QCOMPARE(difference->kernels[0].times.ns, ns);
            QCOMPARE(difference->kernels[0].times.medianNs, 100.0);
            QCOMPARE(double(splits[size_t(step)].part(StepPart::Kernel)), ns);
        }
    }

    void whatIsNotRecordedCannotBeExplained()
    {
        const Trace trace = training(320);
        QVERIFY(!differenceOf(trace, 9));
        const auto splits = stepBreakdowns(trace, 0, 2);
        QVERIFY(!stepDifference(splits, trace, {}, 10)); // with one other
        const auto all = stepBreakdowns(trace, 0, 4);
        const auto difference = stepDifference(all, trace, {}, 12);
        QVERIFY(difference);
        QVERIFY(difference->operators.empty());
    }
};

QTEST_GUILESS_MAIN(TestStepDifference)
#include "test_step_difference.moc"
