#include "core/base/text/format.h"
#include "ui/sweep/sweep_plan_model.h"
#include "ui/sweep/sweep_progress.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// A sweep of two runs with 10 steps each, whose events come from the test instead of a process.
class TwoRuns
{
public:
    TwoRuns() { plan.setSweep(sweep(), {}); }

    static Sweep sweep()
    {
        Experiment base;
        base.dataset = "synthetic";
        base.network = "mlp";
        base.steps = 10;
        return {.base = base, .axes = {{"batch_size", {"1", "16"}}}};
    }

    void happens(const SweepEvent& event)
    {
        plan.take(event);
        progress.take(event);
    }
    void isEstimated(size_t point, double stepSeconds)
    {
        SweepEvent event{.kind = SweepEvent::Kind::Estimated, .point = point};
        event.estimate = {.stepSeconds = stepSeconds, .stepsPerEpoch = 10};
        happens(event);
    }
    void starts(size_t point) { happens({.kind = SweepEvent::Kind::Started, .point = point}); }
    void progresses(size_t point, double fraction, double sweepSecondsLeft = -1)
    {
        SweepEvent event{.kind = SweepEvent::Kind::Progressed, .point = point};
        event.progress.fraction = fraction;
        event.sweepSecondsLeft = sweepSecondsLeft;
        happens(event);
    }
    void fails(size_t point)
    {
        SweepEvent event{.kind = SweepEvent::Kind::Ended, .point = point};
        event.outcome = RunOutcome::Failed;
        happens(event);
    }

    SweepPlanModel plan;
    SweepProgress progress{&plan};
};

QString leftText(double seconds)
{
    return QString("0 of 2 runs · about %1 left").arg(QString::fromStdString(formatSeconds(seconds)));
}

} // namespace

class TestSweepProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsCountWithTheirEstimates()
    {
        TwoRuns runs;
        runs.isEstimated(0, 1); // 10 s
        runs.isEstimated(1, 3); // 30 s
        runs.progress.start();
        QCOMPARE(runs.progress.fraction(), 0.0);
        runs.starts(0);
        runs.progresses(0, 0.4);
        QCOMPARE(runs.progress.fraction(), 0.1);
        runs.progresses(0, 0.8);
        QCOMPARE(runs.progress.fraction(), 0.2);
    }

    void theFractionNeverDecreases()
    {
        TwoRuns runs;
        runs.progress.start();
        runs.starts(0);
        runs.progresses(0, 0.8);
        QCOMPARE(runs.progress.fraction(), 0.4); // without estimates, all runs count equally
        runs.isEstimated(0, 1);
        runs.isEstimated(1, 9); // the other run turns out to be longer
        QVERIFY(runs.plan.fraction() < 0.1);
        QCOMPARE(runs.progress.fraction(), 0.4);
        runs.fails(0); // without a run file, so that it would have to be repeated
        QCOMPARE(runs.plan.fraction(), 0.0);
        QCOMPARE(runs.progress.fraction(), 0.4);
        runs.starts(1);
        runs.progresses(1, 0.2);
        QCOMPARE(runs.progress.fraction(), 0.4);
        runs.progresses(1, 0.5);
        QCOMPARE(runs.progress.fraction(), 0.45);
    }

    void anotherSweepStartsAnew()
    {
        TwoRuns runs;
        runs.progress.start();
        runs.starts(0);
        runs.progresses(0, 0.8, 5);
        runs.happens({.kind = SweepEvent::Kind::Reporting});
        QCOMPARE(runs.progress.text(), QString("Writing the report…"));
        runs.plan.setSweep(TwoRuns::sweep(), {});
        runs.progress.start();
        QCOMPARE(runs.progress.fraction(), 0.0);
        QVERIFY(runs.progress.secondsLeft() < 0);
        QCOMPARE(runs.progress.text(), QString("0 of 2 runs"));
    }

    /// That of the plan until the first run has progressed, then that of the process.
    void theTimeLeftIsThatOfTheWholeSweep()
    {
        TwoRuns runs;
        runs.isEstimated(0, 1); // 10 s
        runs.isEstimated(1, 3); // 30 s
        runs.progress.start();
        QCOMPARE(runs.progress.secondsLeft(), 40.0);
        QCOMPARE(runs.progress.text(), leftText(40));
        runs.starts(0);
        QCOMPARE(runs.progress.secondsLeft(), 40.0);
        runs.progresses(0, 0.5, 33);
        QCOMPARE(runs.progress.secondsLeft(), 33.0);
        QCOMPARE(runs.progress.text(), leftText(33));
        runs.happens({.kind = SweepEvent::Kind::Said}); // has no times
        runs.fails(0);
        runs.starts(1);
        QCOMPARE(runs.progress.text(), leftText(33));
        runs.progresses(1, 0.1, 27);
        QCOMPARE(runs.progress.text(), leftText(27));
        runs.progresses(1, 0.1); // is not known
        QCOMPARE(runs.progress.text(), QString("0 of 2 runs"));
    }
};

QTEST_MAIN(TestSweepProgress)
#include "test_sweep_progress.moc"
