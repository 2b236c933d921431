#include "ui/window/runs/run_status_bar.h"

#include <QLabel>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestRunStatusBar : public QObject
{
    Q_OBJECT

    std::unique_ptr<RunStatusBar> m_bar;

    QLabel* figure(const char* name) const { return m_bar->findChild<QLabel*>(name); }
    bool isShown(const char* name) const { return !figure(name)->isHidden(); }

    static Run runWithSteps(RunOutcome outcome)
    {
        Run run;
        run.outcome = outcome;
        run.plan.totalSteps = 20;
        for (int i = 0; i < 20; ++i)
            run.steps.push_back(
                {.step = i, .startNs = i * 10'000'000, .durationNs = 10'000'000, .images = 64});
        return run;
    }

private Q_SLOTS:
    void init() { m_bar = std::make_unique<RunStatusBar>(); }

    void withoutARunNothingIsShown()
    {
        for (const char* name : {"speed", "step", "cpu", "memory"})
            QVERIFY2(!isShown(name), name);
    }

    void aRunHasItsFigures()
    {
        const Run run = runWithSteps(RunOutcome::Running);
        m_bar->showRun(&run);
        QVERIFY(isShown("speed") && isShown("step"));
        QVERIFY2(figure("step")->text().contains("10.0 ms"), qPrintable(figure("step")->text()));
    }

    /// As the overview has them: not those of the last two seconds.
    void aFinishedRunHasTheFiguresOfAllItsSteps()
    {
        Run run = runWithSteps(RunOutcome::Finished);
        for (size_t i = 15; i < run.steps.size(); ++i)
            run.steps[i].durationNs = 90'000'000;
        m_bar->showRun(&run);
        QVERIFY2(figure("step")->text().contains("10.0 ms"), qPrintable(figure("step")->text()));
        QVERIFY2(figure("step")->text().startsWith("median step "), qPrintable(figure("step")->text()));
        QCOMPARE(figure("step")->toolTip(), QString("Median time of the measured steps"));
        QCOMPARE(figure("speed")->text(), QString("2,061 samples/s")); // 19 steps of 64 in 590 ms
        QCOMPARE(figure("speed")->toolTip(), QString("Mean training speed of the measured steps"));
    }

    /// The views of the steps add the work on the device.
    void aStepWithADeviceIsThatOfTheHost()
    {
        Run run = runWithSteps(RunOutcome::Finished);
        run.trace.threads.push_back({.id = 7, .name = "stream 7", .device = 0});
        m_bar->showRun(&run);
        QCOMPARE(figure("step")->toolTip(), QString("Median time of the measured steps on the host"));
        QCOMPARE(figure("step")->text(), QString("median step 10.0 ms on the host"));
    }

    void aRunningOneWaitsForThem()
    {
        Run run;
        run.outcome = RunOutcome::Running;
        m_bar->showRun(&run);
        QVERIFY(isShown("speed") && isShown("step"));
        QCOMPARE(figure("speed")->text(), QString::fromUtf8("–"));
    }

    /// An imported trace must not show those of the run before it.
    void aRunWithoutFiguresShowsNone()
    {
        const Run run = runWithSteps(RunOutcome::Running);
        m_bar->showRun(&run);
        Run imported;
        imported.outcome = RunOutcome::Finished;
        m_bar->showRun(&imported);
        QVERIFY(!isShown("speed") && !isShown("step"));
    }

    void thisProcessIsMeasuredOnlyOnRequest()
    {
        m_bar->setMeasuring(true);
        QTRY_VERIFY(isShown("cpu") && isShown("memory"));
        QVERIFY(figure("cpu")->text().startsWith("CPU "));
        m_bar->setMeasuring(false);
        QVERIFY(!isShown("cpu") && !isShown("memory"));
        QTest::qWait(700);
        QVERIFY(!isShown("cpu"));
    }
};

QTEST_MAIN(TestRunStatusBar)
#include "test_run_status_bar.moc"
