#include "core/run/run.h"
#include "tests/core/trace/trace_text.h"
#include "ui/details/details_pane.h"
#include "ui/details/details_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

class TestDetailsPane : public QObject
{
    Q_OBJECT

    /// A layer with an operator that launches two kernels.
    static Run recordedRun()
    {
        Run run;
        run.trace = test::traceOf("fc1 0-9000 layer\n"
                                  "  aten::addmm 1000-6000 [2,3]\n"
                                  "    launch 2000-3000 runtime\n"
                                  "gemm 4000-7000 t1 gpu0 kernel <launch grid=8 block=64\n"
                                  "gemm<very,long,name> 8000-8500 t1 gpu0 kernel <launch\n");
        run.trace.steps = {
            {.number = 7, .durationNs = 10'000, .endEvent = EventId(5), .phase = StepPhase::Active}};
        run.trace.allocations = {{.timeNs = 1500, .bytes = 4096, .address = 1, .event = EventId(1)},
                                 {.timeNs = 9500, .bytes = 999, .address = 2, .event = noEvent}};
        run.outcome = RunOutcome::Finished;
        return run;
    }

    static QString factOf(const DetailsText& details, const QString& name)
    {
        for (const auto& fact : details.facts) {
            if (fact.name == name)
                return fact.text;
        }
        return {};
    }

private Q_SLOTS:
    void anOperatorWithWhatItLaunched()
    {
        const Run run = recordedRun();
        const auto details = eventDetails(run.trace, EventId(1));
        QCOMPARE(details.title, QString("aten::addmm"));
        QCOMPARE(factOf(details, "Duration"), QString("5.00 µs"));
        QCOMPARE(factOf(details, "Self"), QString("4.00 µs"));
        QCOMPARE(factOf(details, "Start"), QString("1.00 µs into step 7"));
        QCOMPARE(factOf(details, "Inputs"), QString("[2,3]"));
        QCOMPARE(factOf(details, "Layer"), QString("fc1"));
        QCOMPARE(factOf(details, "Called by"), QString("fc1 (9.00 µs)"));
        QCOMPARE(factOf(details, "Launched"), QString("2 on the device, 3.50 µs"));
        QCOMPARE(factOf(details, "Allocated"), QString("4.00 KiB in 1 block"));
        QVERIFY(details.plain().contains("gemm<very,long,name> (500 ns)"));
        QVERIFY(details.html().contains("gemm&lt;very,long,name&gt;"));
    }

    void aKernelWithWhatLaunchedIt()
    {
        const Run run = recordedRun();
        const auto details = eventDetails(run.trace, EventId(3));
        QCOMPARE(factOf(details, "Blocks"), QString("8 × 1 × 1"));
        QCOMPARE(factOf(details, "Call"), QString("launch (1.00 µs)"));
        QCOMPARE(factOf(details, "Operator"), QString("aten::addmm (5.00 µs)"));
        QCOMPARE(factOf(details, "Launch delay"), QString("2.00 µs"));
    }

    void thePaneFollowsTheSelection()
    {
        const Run run = recordedRun();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        QVERIFY(pane.isHidden());
        selection.setFocus(focusOfEvent(run.trace, EventId(3)));
        QVERIFY(!pane.isHidden());
        QVERIFY(pane.text().startsWith("gemm\n"));
        Q_EMIT pane.findChild<QTextBrowser*>()->anchorClicked(QUrl("event:1")); // of the operator
        QCOMPARE(selection.focus().event, std::optional(EventId(1)));
        QVERIFY(pane.text().startsWith("aten::addmm\n"));
        pane.findChild<QToolButton*>("detailsCopy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), pane.text());
        selection.setFocus({.layer = "fc1"});
        QVERIFY(pane.text().startsWith("fc1\n"));
        pane.findChild<QToolButton*>("detailsClear")->click();
        QVERIFY(pane.isHidden());
    }

    void inAClosedPanelItWaits()
    {
        const Run run = recordedRun();
        TraceSelection selection;
        QWidget panel;
        auto* pane = new DetailsPane(
            &selection, [&run] { return &run; }, &panel);
        selection.setFocus({.layer = "fc1"});
        QVERIFY(pane->text().isEmpty());
        panel.show();
        QVERIFY(pane->text().startsWith("fc1\n"));
        panel.hide();
        selection.setFocus(focusOfEvent(run.trace, EventId(1)));
        QVERIFY(pane->text().startsWith("fc1\n"));
        panel.show();
        QVERIFY(pane->text().startsWith("aten::addmm\n"));
    }

    void aStartOutsideOfStepsCountsFromTheFirstEvent()
    {
        Run run;
        run.trace = test::traceOf("aten::late 5000-6000\n"
                                  "aten::early 1000-2000 t1\n");
        QCOMPARE(factOf(eventDetails(run.trace, EventId(1)), "Start"),
                 QString("0 ns after the start of the recording"));
        QCOMPARE(factOf(eventDetails(run.trace, EventId(0)), "Start"),
                 QString("4.00 µs after the start of the recording"));
    }

    void ofATimeRangeItShowsTheSums()
    {
        Run run;
        run.trace = test::traceOf("aten::linear 0-200\n"
                                  "  aten::addmm 50-150\n"
                                  "    launch 60-70 runtime\n"
                                  "gemm 100-200 t1 gpu0 kernel <launch\n");
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.range = TimeInterval{100, 200}});
        QCOMPARE(pane.text().split('\n'),
                 (QStringList{"Selected time range", "Duration: 100 ns",
                              "Start: 100 ns after the start of the recording", "Events: 3",
                              "GPU 0 busy: 100 ns (100.0 %)", "On the host: aten::linear: 50 ns in 1 event",
                              "  aten::addmm: 50 ns in 1 event", "On devices: gemm: 100 ns in 1 event"}));
        QVERIFY(!pane.findChild<QToolButton*>("detailsShowIn")->isEnabled());
        selection.setFocus({.operatorName = "aten::addmm"});
        QVERIFY(pane.findChild<QToolButton*>("detailsShowIn")->isEnabled());
    }

    void whatTheTraceDoesNotHaveIsNoEvent()
    {
        const Run run = recordedRun();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        selection.setFocus({.event = EventId(99), .operatorName = "aten::mm"});
        QVERIFY(pane.text().startsWith("aten::mm\n"));
        DetailsPane without(&selection, [] { return nullptr; });
        QVERIFY(without.isHidden());
    }
};

QTEST_MAIN(TestDetailsPane)
#include "test_details_pane.moc"
