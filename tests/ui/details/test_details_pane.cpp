#include "core/run/run.h"
#include "tests/core/trace/trace_text.h"
#include "ui/details/details_pane.h"
#include "ui/details/details_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QTest>
#include <QTextBlock>
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

    /// Two steps in which two layers call an operator, which launches kernels and allocates.
    static Run runOfCalls()
    {
        Run run;
        run.trace = test::traceOf("fc1 0-9000 layer\n"
                                  "  aten::linear 500-7000\n"
                                  "    aten::addmm 1000-6000 [2,3]\n"
                                  "      aten::fill_ 1100-1600\n"
                                  "      launch1 2000-3000 runtime\n"
                                  "fc2 20000-29000 layer\n"
                                  "  aten::addmm 21000-22000 [4,5]\n"
                                  "    launch2 21100-21200 runtime\n"
                                  "aten::addmm 40000-43000 [2,3] backward\n"
                                  "gemm<float> 4000-7000 t1 gpu0 kernel <launch1\n"
                                  "gemm<float> 22000-22500 t1 gpu0 kernel <launch2\n");
        run.trace.steps = {
            {.number = 7, .durationNs = 30'000, .endEvent = EventId(8), .phase = StepPhase::Active},
            {.number = 8,
             .startNs = 30'000,
             .durationNs = 60'000,
             .firstEvent = EventId(8),
             .endEvent = EventId(11),
             .phase = StepPhase::Active}};
        run.trace.allocations = {{.timeNs = 1500, .bytes = 4096, .address = 1, .event = EventId(3)},
                                 {.timeNs = 2500, .bytes = -1024, .address = 9, .event = EventId(2)}};
        run.outcome = RunOutcome::Finished;
        return run;
    }

    static OperatorTotals operatorTotals(const Trace& trace)
    {
        OperatorStatisticsBuilder builder;
        builder.update(trace);
        return builder.totals();
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

    void theNameOfAKernelIsShortAndItsCompleteOneIsFolded()
    {
        Run run = recordedRun();
        QString parameters;
        for (int i = 0; i < 60; ++i)
            parameters += QString("at::native::functor_%1<float>,").arg(i);
        const QString complete = "at::native::sgemm<" + parameters + "int>";
        run.trace = test::traceOf("launch 0-1000 runtime\n" + complete.toStdString() +
                                  " 4000-7000 t1 gpu0 kernel <launch\n");
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.resize(400, 500);
        pane.show();
        selection.setFocus(focusOfEvent(run.trace, EventId(1)));
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto* browser = pane.findChild<QTextBrowser*>();
        const auto shown = [&] { return browser->toPlainText(); };
        QVERIFY2(shown().startsWith("sgemm<"), qPrintable(shown()));
        QVERIFY(shown().contains("\nat::native::sgemm<"));
        QVERIFY(!shown().contains("functor_59"));
        QVERIFY(shown().contains("More"));
        QVERIFY(pane.text().startsWith(complete + '\n')); // is copied
        Q_EMIT browser->anchorClicked(QUrl("name:"));
        QVERIFY(shown().contains("at::native::functor_59<float>"));
        QVERIFY(shown().contains("Less"));
        Q_EMIT browser->anchorClicked(QUrl("name:"));
        QVERIFY(!shown().contains("functor_59"));
    }

    void theHeadingIsApartFromTheButtons()
    {
        const Run run = recordedRun();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        selection.setFocus(focusOfEvent(run.trace, EventId(3)));
        pane.resize(pane.minimumSizeHint());
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        const QRect title = pane.findChild<QLabel*>("detailsTitle")->geometry();
        QVERIFY(title.right() + 8 <= pane.findChild<QToolButton*>("detailsShowIn")->x());
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

    void ofAnOperatorItShowsAllCalls()
    {
        const Run run = runOfCalls();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::addmm"});
        QCOMPARE(pane.text().split('\n'),
                 (QStringList{"aten::addmm",
                              "Calls: 3, 1.50 per step",
                              "Covers: active steps 7 and 8",
                              "Total time: 9.00 µs, 4.50 µs per step",
                              "Self time: 7.40 µs, 3.70 µs per step (78.7 % of all operators)",
                              "Share of step: 10.0 %",
                              "Mean call: 3.00 µs",
                              "Shortest call: 1.00 µs",
                              "Median call: 3.00 µs",
                              "Longest call: 5.00 µs",
                              "Runtime calls: 1.10 µs",
                              "Device total time: 3.50 µs, 1.75 µs per step",
                              "Device self time: 3.50 µs, 1.75 µs per step (100.0 % of all device work)",
                              "Pass: Forward: 2 calls, 6.00 µs",
                              "  Backward: 1 call, 3.00 µs",
                              "Input shapes: [2,3]: 2 calls, 8.00 µs",
                              "  [4,5]: 1 call, 1.00 µs",
                              "Layers: fc1: 1 call, 5.00 µs (55.6 %)",
                              "  outside of layers: 1 call, 3.00 µs (33.3 %)",
                              "  fc2: 1 call, 1.00 µs (11.1 %)",
                              "Called by: aten::linear: 1 call, 5.00 µs",
                              "  no operator: 2 calls, 4.00 µs",
                              "Operators called: aten::fill_: 1 call, 500 ns",
                              "Launched: gemm<float>: 2 launches, 3.50 µs",
                              "Allocated: 4.00 KiB in 1 block",
                              "Freed: 1.00 KiB"}));
    }

    void ofAnOperatorItListsEveryLayerWithItsShare()
    {
        constexpr int layers = 25;
        std::string text;
        for (int i = 0; i < layers; ++i)
            text += fmt::format("block.{} {}-{} layer\n  aten::mm {}-{}\n", i, i * 1000, i * 1000 + 900,
                                i * 1000, i * 1000 + 200);
        Run run;
        run.trace = test::traceOf(text);
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::mm"});
        for (int i = 0; i < layers; ++i) {
            const QString line = QString("block.%1: 1 call, 200 ns (4.0 %)").arg(i);
            QVERIFY2(pane.text().contains(line), qPrintable(pane.text()));
        }
        QVERIFY(!pane.text().contains("more"));
        pane.findChild<QToolButton*>("detailsCopy")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains("block.24: 1 call, 200 ns (4.0 %)"));
    }

    void ofAnOperatorItNamesThePassOfCallsThatAreListedTwice()
    {
        Run run;
        run.trace = test::traceOf("aten::mm 0-1000\n"
                                  "  aten::resolve_conj 100-200\n"
                                  "  aten::view 300-400\n"
                                  "aten::mm 2000-3000 backward\n"
                                  "  aten::resolve_conj 2100-2400 backward\n");
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::mm"});
        QVERIFY2(pane.text().contains("Operators called: aten::resolve_conj (Backward): 1 call, 300 ns\n"
                                      "  aten::resolve_conj (Forward): 1 call, 100 ns\n"
                                      "  aten::view: 1 call, 100 ns\n"),
                 qPrintable(pane.text()));
    }

    void ofAnOperatorItShowsTheSelectedSteps()
    {
        const Run run = runOfCalls();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::addmm"});
        selection.setSteps({8, 8});
        QVERIFY2(pane.text().contains("Calls: 1\nCovers: active step 8\nTotal time: 3.00 µs\n"),
                 qPrintable(pane.text()));
        QVERIFY(pane.text().contains("Pass: Backward\n"));
        QVERIFY(!pane.text().contains("gemm"));
    }

    void whatWasNotRecordedOfAnOperatorIsSaid()
    {
        Run run;
        run.trace = test::traceOf("aten::mm 0-100\n");
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::mm"});
        for (const char* each :
             {"Input shapes: not recorded", "Layers: not recorded", "Memory: not recorded"})
            QVERIFY2(pane.text().contains(each), qPrintable(pane.text()));
        for (const char* each : {"Device", "Share of step", "Launched", "Runtime"})
            QVERIFY2(!pane.text().contains(each), qPrintable(pane.text()));
        selection.setFocus({.operatorName = "aten::add"});
        QCOMPARE(pane.text(), QString("aten::add\nOperator: no recorded call"));
    }

    void anOperatorOfRunningTotals()
    {
        Run run = runOfCalls();
        run.totals = operatorTotals(run.trace);
        run.trace.clearEvents();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::addmm"});
        QVERIFY2(pane.text().contains("Calls: 3, 1.50 per step\nCovers: all 2 steps\n"),
                 qPrintable(pane.text()));
        QVERIFY(pane.text().contains("Longest call: 5.00 µs\n"));
        QVERIFY(pane.text().contains("Input shapes: [2,3]: 2 calls, 8.00 µs\n"));
        QVERIFY(!pane.text().contains("Layers"));
    }

    void linksLeadFromAnOperatorToOthersAndToItsLongestCall()
    {
        const Run run = runOfCalls();
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::addmm"});
        auto* browser = pane.findChild<QTextBrowser*>();
        QStringList links;
        for (QTextBlock block = browser->document()->begin(); block.isValid(); block = block.next()) {
            for (auto each = block.begin(); !each.atEnd(); ++each) {
                if (each.fragment().charFormat().isAnchor())
                    links += each.fragment().charFormat().anchorHref();
            }
        }
        QCOMPARE(links, (QStringList{"event:2", "operator:aten%3A%3Alinear", "operator:aten%3A%3Afill_"}));
        Q_EMIT browser->anchorClicked(QUrl(links[1]));
        QCOMPARE(selection.focus(), TraceFocus{.operatorName = "aten::linear"});
        QVERIFY(pane.text().startsWith("aten::linear\nCalls: 1"));
        selection.setFocus(focusOfEvent(run.trace, EventId(2)));
        QCOMPARE(factOf(eventDetails(run.trace, EventId(2)), "All calls"), QString("of this operator"));
        Q_EMIT browser->anchorClicked(QUrl("operator:aten%3A%3Aaddmm"));
        QVERIFY(pane.text().startsWith("aten::addmm\nCalls: 3"));
    }

    void linksFollowTheTheme()
    {
        const Run run = runOfCalls();
        TraceSelection selection;
        Theme::instance().apply();
        Theme::instance().setMode(ThemeMode::Light);
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::addmm"});
        const auto linkColor = [&pane] {
            const QTextDocument* document = pane.findChild<QTextBrowser*>()->document();
            for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
                for (auto each = block.begin(); !each.atEnd(); ++each) {
                    if (each.fragment().charFormat().isAnchor())
                        return each.fragment().charFormat().foreground().color();
                }
            }
            return QColor();
        };
        QCOMPARE(linkColor(), Theme::lightColors().accent);
        Theme::instance().setMode(ThemeMode::Dark);
        QCOMPARE(linkColor(), Theme::darkColors().accent);
        Theme::instance().setMode(ThemeMode::Light);
    }

    void anOperatorOfAGrowingRunIsReadAgain()
    {
        Run run;
        run.trace = test::traceOf("aten::mm 0-100 [1]\n");
        run.outcome = RunOutcome::Running;
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::mm"});
        QVERIFY(pane.text().contains("Calls: 1\n"));
        test::appendEvents(run.trace, "aten::mm 200-500 [2]\n");
        run.outcome = RunOutcome::Finished;
        pane.refresh();
        QVERIFY2(pane.text().contains("Calls: 2\n"), qPrintable(pane.text()));
        QVERIFY(pane.text().contains("Input shapes: [2]: 1 call, 300 ns\n  [1]: 1 call, 100 ns"));
    }

    void aLongRecordingIsReadBitByBit()
    {
        Run run;
        std::string text;
        for (int i = 0; i < 1000; ++i)
            text += fmt::format("aten::mm {}-{}\n", i * 10, i * 10 + 5);
        for (int i = 0; i < 300; ++i)
            test::appendEvents(run.trace, text);
        run.outcome = RunOutcome::Finished;
        TraceSelection selection;
        DetailsPane pane(&selection, [&run] { return &run; });
        pane.show();
        selection.setFocus({.operatorName = "aten::mm"});
        QTRY_VERIFY(pane.text().contains("Calls: 300,000"));
        Run other;
        other.trace = test::traceOf("aten::mm 0-100\n");
        selection.clear();
        run = std::move(other);
        pane.forgetRun();
        selection.setFocus({.operatorName = "aten::mm"});
        QVERIFY2(pane.text().contains("Calls: 1\n"), qPrintable(pane.text()));
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
