#include "core/advise/advice.h"
#include "core/advise/root_cause.h"
#include "core/base/text/format.h"
#include "core/base/text/symbol_name.h"
#include "core/import/import.h"
#include "core/import/shared/imported_run.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"
#include "core/run_file/run_file.h"
#include "core/trace/steps/device_figures.h"
#include "tests/core/advise/advised_run.h"
#include "tests/ui/operators/device_run.h"
#include "tests/ui/steps/stepped_run.h"
#include "ui/overview/cost_list.h"
#include "ui/overview/fact_grid.h"
#include "ui/overview/link_button.h"
#include "ui/overview/overview_card.h"
#include "ui/overview/overview_page.h"
#include "ui/overview/overview_view.h"
#include "ui/overview/sparkline.h"
#include "ui/overview/start_page.h"
#include "ui/overview/step_time_chart.h"
#include "ui/steps/step_colors.h"
#include "ui/steps/step_times_text.h"
#include "ui/support/qt_text.h"
#include "ui/theme/eliding.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

Run importedTrace()
{
    Run run = test::sampleRun(20);
    run.experiment = {};
    run.experiment.dataset.clear(); // as of every imported run
    run.experiment.network = "worker0";
    run.experiment.device.clear();
    run.experiment.batchSize = 0;
    run.plan = {};
    return run;
}

LibraryEntry entryOf(const std::string& name, int64_t startUnixMs)
{
    LibraryEntry entry;
    entry.path = "/library/" + name + ".stepscope";
    entry.summary.outcome = RunOutcome::Finished;
    entry.summary.startUnixMs = startUnixMs;
    return entry;
}

bool hasColor(const QImage& image, const QColor& color)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == color.rgb())
                return true;
        }
    }
    return false;
}

} // namespace

class TestOverviewView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        Theme::instance().apply();
    }

    void init()
    {
        QSettings().clear();
        Theme::instance().setMode(ThemeMode::Light);
        m_run = test::steppedRun(100, 30);
        m_selection = std::make_unique<TraceSelection>();
        m_train = std::make_unique<QAction>("Train");
        m_train->setStatusTip("Train the experiment");
        m_open = std::make_unique<QAction>("Open run or trace…");
        m_open->setStatusTip("Show a saved run");
        m_open->setShortcut(Qt::CTRL | Qt::Key_O);
        m_view = std::make_unique<OverviewView>(m_selection.get(), test::quietMachine,
                                                QList<QAction*>{m_train.get(), m_open.get()});
        m_view->resize(1200, 900);
        m_view->showRun(&m_run);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        QTRY_VERIFY(m_view->isWhole());
    }

    void cleanup() { m_view.reset(); }

    void withoutARunItOffersWhatToBeginWith()
    {
        m_view->showRun(nullptr);
        QVERIFY(m_view->startPage()->isVisible());
        QVERIFY(!m_view->page()->isVisible());
        QVERIFY(m_view->exportItems().isEmpty());
        const auto buttons = m_view->startPage()->findChildren<QToolButton*>("startAction");
        QCOMPARE(buttons.size(), 2);
        QCOMPARE(buttons[0]->text(), QString("Train"));
        QVERIFY(buttons[0]->isEnabled());
        m_train->setEnabled(false); // a button has the state of its action
        QVERIFY(!buttons[0]->isEnabled());
        QSignalSpy triggered(m_open.get(), &QAction::triggered);
        QTest::mouseClick(buttons[1], Qt::LeftButton);
        QCOMPARE(triggered.size(), 1);
        const auto labels = m_view->startPage()->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* label) { return label->text() == "Show a saved run (Ctrl+O)"; }));
        const auto* hint = m_view->startPage()->findChild<QLabel*>("startHint");
        QVERIFY2(hint->text().startsWith("Train the experiment in the form, or open a run"),
                 qPrintable(hint->text()));
    }

    /// As beside the form in a window of 1024x700.
    void inANarrowViewWhatAnActionDoesIsBelowItsButton()
    {
        m_view->showRun(nullptr);
        const auto* button = m_view->startPage()->findChildren<QToolButton*>("startAction")[1];
        const QLabel* help = nullptr;
        for (const QLabel* label : m_view->startPage()->findChildren<QLabel*>()) {
            if (label->text().startsWith("Show a saved run"))
                help = label;
        }
        QVERIFY(help);
        QTRY_VERIFY(help->geometry().left() > button->geometry().right());
        m_view->resize(541, 600);
        QTRY_VERIFY(help->geometry().top() > button->geometry().bottom());
        QVERIFY(help->geometry().left() == button->geometry().left());
        m_view->resize(1200, 900);
        QTRY_VERIFY(help->geometry().left() > button->geometry().right());
    }

    void withoutARunItOffersTheNewestRuns()
    {
        m_view->showRun(nullptr);
        const auto* head = m_view->startPage()->findChild<QLabel*>("recentRuns");
        QVERIFY(!head->isVisible());
        std::vector<LibraryEntry> runs;
        for (int i = 9; i > 0; --i)
            runs.push_back(entryOf("run" + std::to_string(i), 1'700'000'000'000 + i));
        m_view->setRuns(runs);
        QVERIFY(head->isVisible());
        QList<LinkButton*> shown;
        for (auto* link : m_view->startPage()->findChildren<LinkButton*>("recentRun")) {
            if (link->isVisible())
                shown += link;
        }
        QCOMPARE(shown.size(), 6);
        QCOMPARE(shown[1]->text(), QString("run8"));
        QSignalSpy wanted(m_view.get(), &OverviewView::runWanted);
        shown[1]->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<std::filesystem::path>(), runs[1].path);
        m_view->setRuns(std::span(runs).first(1));
        QVERIFY(!shown[1]->isVisible());
    }

    void filesThatWereOpenedTogetherAreOneLink()
    {
        const QStringList ranks{"/traces/rank0.json", "/traces/rank1.json", "/traces/rank2.json"};
        m_view->setFiles({ranks, {"/traces/alone.json"}});
        QList<LinkButton*> shown;
        for (auto* link : m_view->startPage()->findChildren<LinkButton*>("recentFile")) {
            if (!link->isHidden())
                shown += link;
        }
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[0]->text(), QString("rank0.json and 2 more"));
        QVERIFY(shown[0]->toolTip().contains("rank2.json"));
        QCOMPARE(shown[1]->text(), QString("alone.json"));
        QSignalSpy wanted(m_view.get(), &OverviewView::filesWanted);
        shown[0]->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toStringList(), ranks);
    }

    void withoutARunItOffersSamples()
    {
        std::vector<std::filesystem::path> wanted;
        connect(m_view.get(), &OverviewView::filesWanted, this,
                [&](const QStringList& paths) { wanted.emplace_back(paths.first().toStdString()); });
        for (auto* link : m_view->startPage()->findChildren<LinkButton*>("sample"))
            link->click();
        QCOMPARE(wanted.size(), size_t(2));
        const auto stored = readRunFile(wanted[0]);
        QVERIFY(stored.problems.empty());
        QVERIFY(!stored.run.trace.deviceWork.empty());
        const auto imported = importFile(wanted[1]);
        QVERIFY(imported.log.damages().empty());
        QVERIFY(!imported.run.trace.deviceWork.empty());
    }

    void showsTheFiguresOfTheFunctionsTheyComeFrom()
    {
        QCOMPARE(text("throughput"), toQString(formatImagesPerSecond(trainingImagesPerSecond(m_run))));
        const StepTimes times = stepTimes(m_run);
        QVERIFY(times.hasPercentiles());
        QVERIFY(
            text("perStep").endsWith(stepTimesText(times.count, times.medianNs, times.p5Ns, times.p95Ns)));
        QVERIFY(text("spread").contains(toQString(formatImagesPerSecond(64e9 / times.p95Ns))));
        QCOMPARE(fact("runFacts", "Steps"), QString("100"));
        QCOMPARE(fact("runFacts", "Batch size"), QString("64"));
        m_run.experiment.dataset = "synthetic";
        m_run.experiment.syntheticShape = "3x16x16";
        m_run.experiment.validationShare = 0.1;
        QCOMPARE(runFacts(m_run, {}).at(1).text,
                 QString("synthetic, 3x16x16, 10 classes, 10 % for validation"));

        const auto statistics = operatorStatistics(m_run.trace, OperatorGrouping::ByOperator);
        const OverviewCosts& costs = operators()->costs();
        QCOMPARE(costs.rows.size(), 5);
        for (qsizetype i = 0; i < costs.rows.size(); ++i) {
            const OperatorRow& row = statistics.rows[size_t(i)];
            QCOMPARE(costs.rows[i].name, toQString(m_run.trace.names[row.name]));
            QCOMPARE(costs.rows[i].time, durationText(double(row.selfNs) / 30));
            QCOMPARE(costs.rows[i].share, toQString(formatShare(row.selfShare)));
        }
        QCOMPARE(costs.timeHead, QString("Mean self time per step"));
        QCOMPARE(costs.note,
                 "mean of the recorded steps: " + toQString(coveredSteps(statistics, m_run.trace)));
    }

    void everyStepTimeSaysItsStatisticAndItsSteps()
    {
        // 100 steps, of which the first is not measured and 30 are recorded
        QVERIFY2(text("spread").startsWith("mean of the measured steps; "), qPrintable(text("spread")));
        QVERIFY2(text("spread").endsWith(" in 90 % of them"), qPrintable(text("spread")));
        QVERIFY2(text("perStep").startsWith("Time per step, 99 measured steps: median "),
                 qPrintable(text("perStep")));
        QVERIFY(label("perStep")->toolTip().contains("except the first"));
        QVERIFY2(text("stepsNote").startsWith("30 recorded steps: median "), qPrintable(text("stepsNote")));
        const StepBarsScene scene = layOutStepBars(chart()->content(), QRectF(0.0, 0.0, 800.0, 400.0),
                                                   Theme::instance().colors(), chart()->font());
        QCOMPARE(scene.legend.front().name, QString("mean · share:"));
        QVERIFY(chart()->accessibleDescription().contains("Backward mean "));

        Run unknownBatch = test::steppedRun(100, 30);
        for (StepMetrics& step : unknownBatch.steps)
            step.images = 0;
        m_view->showRun(&unknownBatch);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY2(text("throughput").endsWith(" per step (median of the measured steps)"),
                 qPrintable(text("throughput")));
        QVERIFY2(text("perStep").startsWith("99 measured steps: 5th to 95th percentile "),
                 qPrintable(text("perStep"))); // the median has been said
        QVERIFY(!label("spread")->isVisible());
        m_view->showRun(nullptr);

        const ThroughputText first = throughputText(test::steppedRun(1, 0), 246.0, StepTimes());
        QCOMPARE(first.spread, QString("in the first step, which sets everything up"));
        QVERIFY(first.perStep.isEmpty());

        // For few steps, only the median is known, and it is shown once.
        const Run few = test::steppedRun(7, 0);
        const StepTimes ofFew = stepTimes(few);
        QVERIFY(!ofFew.hasPercentiles());
        const ThroughputText fewText = throughputText(few, 0.0, ofFew);
        QVERIFY(fewText.value.startsWith(durationText(ofFew.medianNs) + " per step"));
        QCOMPARE(fewText.perStep, QString("6 measured steps"));
    }

    /// What the analysis says of the data loading, with device work and without.
    void theDataLoadingIsThatOfTheAnalysis()
    {
        const auto shareInAnalysis = [](const Run& run) {
            for (const Finding& finding : advise(run, test::quietMachine())) {
                if (finding.id == FindingId::DataLoading)
                    return finding.measure->value;
            }
            return -1.0;
        };
        const Run host = test::advisedRun("aten::select 0-300000 data\naten::mm 300000-1000000 forward\n");
        const Run device = test::advisedRun("aten::select 0-300000 data\n"
                                            "aten::mm 300000-500000 forward\n"
                                            "  launch 301000-309000 runtime\n"
                                            "gemm 200000-1100000 t1 gpu0 kernel <launch\n");
        for (const Run* run : {&host, &device}) {
            m_view->showRun(run);
            QTRY_VERIFY(m_view->isWhole());
            const StepFigures& shown = chart()->content().figures;
            const StepPart part = run == &device ? StepPart::DataLoader : StepPart::Data;
            QVERIFY(shown.part(part).share > 0.05);
            QCOMPARE(shareInAnalysis(*run), shown.part(part).share);
        }
        m_view->showRun(nullptr);
    }

    void showsThePartsOfTheSteps()
    {
        StepSeries steps;
        steps.update(m_run);
        const StepFigures expected = stepFigures(steps.splits());
        QCOMPARE(chart()->content().figures.steps, int64_t(30));
        QCOMPARE(chart()->content().figures.part(StepPart::Backward).totalNs,
                 expected.part(StepPart::Backward).totalNs);
        QVERIFY(text("stepsNote").startsWith("30 recorded steps: median "));
        QVERIFY(chart()->accessibleDescription().contains("Backward "));
        m_selection->setSteps({12, 15});
        QTRY_VERIFY(text("stepsNote").startsWith("4 recorded steps: median "));
        QTRY_VERIFY(operators()->costs().note.contains("12"));
        m_selection->setSteps({50, 60});
        QCOMPARE(text("stepsNote"),
                 QString("None of the steps 50 to 60 was recorded. Recorded steps: 10 to 39."));
        QTRY_COMPARE(operators()->costs().note, QString("None of the steps 50 to 60 was recorded"));
        m_selection->setSteps({50, 50});
        QVERIFY2(
            text("stepsNote").startsWith("Step 50 was not recorded. Recorded steps: 10 to 39. Step 50 took "),
            qPrintable(text("stepsNote")));
        QVERIFY2(text("stepsNote").contains("median of the 99 measured steps"),
                 qPrintable(text("stepsNote")));
        auto* nearest = m_view->page()->findChild<LinkButton*>("nearestStep");
        QVERIFY(nearest->isVisible());
        QCOMPARE(nearest->text(), QString("Go to step 39"));
        nearest->click();
        QVERIFY(m_selection->steps() == (StepRange{39, 39}));
        QVERIFY2(text("stepsNote").startsWith("one recorded step: ") && !text("stepsNote").contains("median"),
                 qPrintable(text("stepsNote")));
        QVERIFY(!nearest->isVisible());
        m_selection->setSteps({});

        constexpr QRectF bar(10.0, 0.0, 200.0, 16.0);
        const auto parts = StepTimeChart::partsOfBar(expected, bar);
        QVERIFY(parts.size() >= 4);
        QVERIFY(std::abs(parts.back().right() - bar.right()) < 0.01);
        QVERIFY(parts[1].left() > parts[0].left());
    }

    void selectedStepsAreNamedAndEachPartSaysWhetherItFollows()
    {
        const auto* line = label("selectedSteps");
        QVERIFY(!line->isVisible());
        for (const char* each : {"stepsCard", "operatorsCard", "improvementCard", "throughputCard"})
            QVERIFY2(scopeOf(each).isEmpty(), each);
        m_selection->setSteps({12, 15});
        QVERIFY(line->isVisible());
        QVERIFY2(line->text().startsWith("Shown: steps 12 to 15. "), qPrintable(line->text()));
        QCOMPARE(scopeOf("stepsCard"), QString("steps 12 to 15"));
        for (const char* each : {"throughputCard", "lossCard", "memoryCard"})
            QCOMPARE(scopeOf(each), QString("whole run"));
        QTRY_COMPARE(scopeOf("operatorsCard"), QString("steps 12 to 15"));
        QVERIFY(operators()->costs().note.contains("12"));
        QCOMPARE(scopeOf("improvementCard"), QString("steps 12 to 15; machine and settings: whole run"));
        m_selection->setSteps({50, 50});
        QVERIFY(line->text().startsWith("Shown: step 50. "));
        QTRY_COMPARE(scopeOf("improvementCard"), QString("whole run")); // none was recorded

        auto* link = m_view->page()->findChild<LinkButton*>("showAllSteps");
        QVERIFY(link->isVisible());
        link->setFocus();
        link->click();
        QVERIFY(m_selection->steps().isAll());
        QVERIFY(!line->isVisible());
        QVERIFY(scopeOf("stepsCard").isEmpty());
        QVERIFY(scopeOf("memoryCard").isEmpty());
        QTRY_VERIFY(scopeOf("operatorsCard").isEmpty());
        QVERIFY(QApplication::focusWidget() && m_view->isAncestorOf(QApplication::focusWidget()));
    }

    void operatorsOfTheFormerSelectionSaySo()
    {
        Run run =
            test::steppedRun(9'000, 8'900); // is read in the background; earlier figures stay for a while
        m_view->showRun(&run);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isWhole(), 60'000);
        m_selection->setSteps({12, 15});
        QCOMPARE(scopeOf("stepsCard"), QString("steps 12 to 15"));
        QCOMPARE(scopeOf("operatorsCard"), QString());
        QTRY_COMPARE_WITH_TIMEOUT(scopeOf("operatorsCard"), QString("steps 12 to 15"), 60'000);
        m_view->showRun(nullptr);
    }

    void withoutTheProfilerItSaysSo()
    {
        Run run = test::steppedRun(100, 0);
        run.experiment.profile = false;
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(text("stepsNote"), QString("The profiler was off: turn it on in the experiment and train "
                                            "again to see the parts of steps."));
        QCOMPARE(operators()->costs().note, QString("not known: the profiler was off"));
        QVERIFY(chart()->isVisible()); // of the wall times
        m_view->showRun(nullptr);
    }

    void whatToImproveIsTheFirstFinding()
    {
        const Run run = test::advisedRun("aten::select 0-500000 data\naten::mm 500000-1000000 forward\n");
        const auto findings = advise(run, test::quietMachine());
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(findings.front().verdict, FindingVerdict::LookHere);
        const RootCause cause = rootCause(findings);
        QCOMPARE(text("finding"), toQString(cause.title));
        QCOMPARE(text("meaning"), toQString(cause.text));
        QCOMPARE(text("gain"), toQString(cause.gain));
        QCOMPARE(fact(memory(), "Peak of the process"), bytesText(300'000'000));
        const Run sound = test::soundRun();
        m_view->showRun(&sound);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY2(text("meaning").startsWith("Nothing found"), qPrintable(text("meaning")));
        QVERIFY(!label("gain")->isVisible());
        m_view->showRun(nullptr);
    }

    void onlyWorkOnADeviceHasKernels()
    {
        const auto* card = m_view->page()->findChild<OverviewCard*>("kernelsCard");
        QVERIFY(!card->isVisible());
        const Run run = test::deviceRun(5);
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY(card->isVisible());
        const auto devices = deviceFigures(run.trace);
        QCOMPARE(devices.size(), size_t(1));
        const auto& rows = card->findChild<CostList*>()->costs().rows;
        QCOMPARE(rows.size(), 5);
        const std::string& name = run.trace.names[devices[0].rows[0].name];
        QCOMPARE(rows[0].title, toQString(shortSymbol(name)));
        QCOMPARE(rows[0].name, toQString(name));
        QCOMPARE(rows[0].time, durationText(double(devices[0].rows[0].totalNs) / 5));
        const auto all = operatorStatistics(run.trace, OperatorGrouping::ByKernel); // with copies
        QVERIFY(all.deviceNs > devices[0].kernelSumNs);
        QCOMPARE(rows[0].share,
                 toQString(formatShare(double(devices[0].rows[0].totalNs) / double(all.deviceNs))));
        QCOMPARE(card->findChild<CostList*>()->costs().timeHead, QString("Mean time per step"));
        QCOMPARE(card->findChild<CostList*>()->costs().note,
                 QString("mean of 5 recorded steps, all passes together"));
        QCOMPARE(chart()->content().series->split(), StepSplit::Device);
        m_view->showRun(nullptr);
    }

    void titlesOfTimesBreakOnlyWhereTheNamesNeedTheRoom()
    {
        CostList list(CostList::Rows::Operators);
        list.setCosts({.rows = {{.title = "addmm",
                                 .name = "aten::addmm",
                                 .pass = "Forward",
                                 .time = "1 ms",
                                 .share = "100 %"}},
                       .timeHead = "Mean device time per step",
                       .shareHead = "Share",
                       .note = {}});
        const auto heads = list.findChildren<QLabel*>();
        const auto head = std::ranges::find(heads, list.costs().timeHead, &QLabel::text);
        QVERIFY(head != heads.end());
        const int line = (*head)->fontMetrics().horizontalAdvance((*head)->text());
        list.resize(800, 200);
        list.show();
        QTRY_VERIFY((*head)->width() >= line);
        list.resize(line + 100, 200);
        QTRY_VERIFY((*head)->width() < line);
        list.resize(800, 200);
        QTRY_VERIFY((*head)->width() >= line);
    }

    void operatorsAreMeansPerStepAsKernelsAre()
    {
        const Run run = test::deviceRun(5);
        auto statistics = operatorStatistics(run.trace, OperatorGrouping::ByOperator);
        statistics.callsOutside = 2;
        const OverviewCosts costs = costliestOperators(run, statistics);
        QCOMPARE(costs.timeHead, QString("Mean device time per step"));
        QVERIFY2(costs.note.startsWith("mean of the recorded steps: "), qPrintable(costs.note));
        QVERIFY2(costs.note.endsWith(" and 2 calls outside of steps"), qPrintable(costs.note));
        const OperatorRow* first = costliestRows(statistics, 1).at(0);
        QCOMPARE(costs.rows.at(0).time, durationText(double(first->deviceSelfNs) / double(statistics.steps)));
        for (const OperatorRow& row : statistics.rows)
            statistics.callsOutside += row.calls;
        const OverviewCosts outside = costliestOperators(run, statistics); // of which no step has any
        QCOMPARE(outside.timeHead, QString("Device time"));
        QVERIFY2(outside.note.startsWith("sum over the recording: "), qPrintable(outside.note));
        QCOMPARE(outside.rows.at(0).time, durationText(double(first->deviceSelfNs)));
    }

    /// The host ends a step before the device has done its work.
    void theTimesOfTheHostAndOfTheDeviceAreNamed()
    {
        Run run = test::deviceRun(5);
        run.steps.clear();
        for (const TraceStep& step : run.trace.steps)
            run.steps.push_back({.step = step.number, .durationNs = step.durationNs / 2});
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY2(text("stepsNote").startsWith("5 recorded steps with their device work: median "),
                 qPrintable(text("stepsNote")));
        QVERIFY2(text("perStep").endsWith(" measured steps"), qPrintable(text("perStep")));
        const ThroughputText withSpeed = throughputText(run, 100.0, stepTimes(run));
        QVERIFY2(withSpeed.perStep.startsWith("Time per step on the host, "), qPrintable(withSpeed.perStep));
        QVERIFY2(text("throughput").contains(" per step on the host ("), qPrintable(text("throughput")));
        QVERIFY(label("perStep")->toolTip().contains("that of the host"));
        m_view->showRun(nullptr);
    }

    void aKernelIsShownInTheTimeline()
    {
        const Run run = test::deviceRun(5);
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        const auto* kernels = m_view->page()->findChild<OverviewCard*>("kernelsCard")->findChild<CostList*>();
        QTest::mouseClick(kernels->findChildren<LinkButton*>("cost")[0], Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("timeline"));
        const auto event = m_selection->focus().event;
        QVERIFY(event);
        QCOMPARE(toQString(run.trace.names[run.trace.name[*event]]), kernels->costs().rows[0].name);
        for (const TraceDeviceWork& work : run.trace.deviceWork) {
            if (run.trace.name[work.event] == run.trace.name[*event])
                QVERIFY(run.trace.durationNs[work.event] <= run.trace.durationNs[*event]);
        }
        m_view->showRun(nullptr);
    }

    void anImportedTraceSaysWhatItDoesNotHave()
    {
        const Run run = importedTrace();
        m_view->showRun(&run);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(label("runTitle")->text(), QString("worker0"));
        QVERIFY(text("runLine").startsWith("imported"));
        QCOMPARE(fact("runFacts", "Batch size"), QString("not known"));
        QCOMPARE(fact("runFacts", "Network"),
                 QString("not known: the imported file does not describe the network"));
        QCOMPARE(fact(loss(), "Loss"),
                 QString("not known: the imported file has no losses or other logged values"));
        QVERIFY(!m_view->page()->findChild<Sparkline*>()->isVisible());
        QCOMPARE(fact(memory(), "Peak"), QString("not known: the imported file has no machine samples"));
        QCOMPARE(operators()->costs().rows.size(), 5);
        m_view->showRun(nullptr);
    }

    void showsTheLossAndItsCurve()
    {
        QCOMPARE(fact(loss(), "Loss"), QString("0.5000 (mean of the last 50 steps)"));
        QVERIFY(fact(loss(), "Accuracy").startsWith(toQString(formatShare(50.0 / 64.0, 2))));
        m_run.epochs.push_back({.epoch = 1, .testImages = 100, .testCorrect = 98, .testLoss = 0.0275});
        for (size_t i = 0; i < m_run.steps.size(); ++i)
            m_run.steps[i].loss = 2.0F - 0.01F * float(i);
        m_view->showRun(&m_run);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(fact(loss(), "Test loss"), QString("0.0275"));
        QCOMPARE(fact(loss(), "Test accuracy"), QString("98.00 %"));
        QCOMPARE(fact(loss(), "Validation loss"), QString("no such fact"));
        m_run.experiment.validationShare = 0.1;
        m_run.scalars =
            validationScalars({.loss = 0.25, .accuracy = 0.875}, m_run.epochs.back().lastStep, 1000);
        m_view->showRun(&m_run);
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(fact(loss(), "Validation loss"), QString("0.2500"));
        QCOMPARE(fact(loss(), "Validation accuracy"), QString("87.50 %"));
        const auto* curve = m_view->page()->findChild<Sparkline*>();
        QVERIFY(curve->isVisible());
        const auto points = curve->points(QRectF(0.0, 0.0, 50.0, 20.0));
        QVERIFY(points.size() >= 50);
        QVERIFY(points.front().y() < points.back().y()); // it falls
        QVERIFY(points.back().x() > 45.0);
    }

    void followsARunThatTrains()
    {
        test::SteppedRun growing(30);
        m_view->showRun(&growing.run);
        QCOMPARE(text("stepsNote"), QString("not known: the first step has not been written yet"));
        QVERIFY(!chart()->isVisible());
        growing.grow(15);
        m_view->refresh();
        QTRY_COMPARE(fact("runFacts", "Steps"), QString("15"));
        QCOMPARE(chart()->content().figures.steps, int64_t(5));
        QVERIFY(chart()->isVisible());
        growing.grow(30);
        m_view->refresh();
        QTRY_COMPARE(chart()->content().figures.steps, int64_t(30));
        QCOMPARE(text("throughput"), toQString(formatImagesPerSecond(trainingImagesPerSecond(growing.run))));
        growing.run.outcome = RunOutcome::Finished; // the final figures come immediately
        m_view->refresh();
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY(text("runLine").startsWith("finished"));
        QCOMPARE(operators()->costs().note, QString("mean of the recorded steps: active steps 10 to 39"));
        m_view->showRun(nullptr);
    }

    /// Painting the page took long once, so it is not updated soon; the analysis of new steps comes earlier.
    void allCardsAreOfTheSameStateOfTheRun()
    {
        bool isFirst = true;
        const auto slowAtFirst = [&isFirst] {
            if (std::exchange(isFirst, false))
                QTest::qSleep(300);
            return test::quietMachine();
        };
        m_view = std::make_unique<OverviewView>(m_selection.get(), slowAtFirst, QList<QAction*>());
        m_view->resize(1200, 900);
        m_view->show();
        test::SteppedRun growing(30);
        m_view->showRun(&growing.run);
        QVERIFY(!isFirst);
        QVERIFY(fact("runFacts", "Steps").startsWith("not known"));
        growing.grow(15);
        m_view->refresh();
        QTRY_VERIFY(!operators()->costs().rows.isEmpty());
        QCOMPARE(fact("runFacts", "Steps"), QString("15"));
        QCOMPARE(chart()->content().figures.steps, int64_t(5));
        QVERIFY(fact(loss(), "Loss").startsWith("0.5000"));
        m_view->showRun(nullptr);
    }

    void aFailedRunSaysWhy()
    {
        const auto* failure = m_view->findChild<QLabel*>("runFailure");
        QVERIFY(failure->isHidden());
        Run failed = test::steppedRun(40, 20);
        failed.outcome = RunOutcome::Failed;
        failed.failure = "There is too little memory.";
        m_view->showRun(&failed);
        QTRY_VERIFY(m_view->isWhole());
        QVERIFY(text("runLine").startsWith("failed"));
        QVERIFY(failure->isVisible());
        QCOMPARE(failure->text(), "There is too little memory.");
        m_view->showRun(&m_run);
        QTRY_VERIFY(failure->isHidden());
    }

    void aHiddenViewReadsNothingUntilItIsShown()
    {
        m_view->hide();
        Run run = test::steppedRun(40, 20);
        m_view->showRun(&run);
        QTest::qWait(50);
        QVERIFY(!m_view->isWhole());
        m_view->show();
        QTRY_VERIFY(m_view->isWhole());
        QCOMPARE(fact("runFacts", "Steps"), QString("40"));
        m_view->showRun(nullptr);
    }

    void aLongRecordingIsReadAside()
    {
        Run run = test::steppedRun(9'000, 8'900);
        QVERIFY(run.trace.size() > 200'000);
        m_view->showRun(&run);
        QCOMPARE(text("stepsNote"), QString("Reading the steps…"));
        QCOMPARE(text("meaning"), QString("Analyzing the recording…"));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isWhole(), 60'000);
        QCOMPARE(chart()->content().figures.steps, int64_t(8'900));
        QCOMPARE(operators()->costs().rows.size(), 5);
        m_view->showRun(&run);
        m_view->showRun(nullptr);
        run = {}; // it is no longer read
        QVERIFY(m_view->startPage()->isVisible());
    }

    void titlesLeadToTheirViews()
    {
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        const QList<std::pair<QString, QString>> views{
            {"stepsCard", "steps"},  {"improvementCard", "advice"},  {"throughputCard", "steps"},
            {"lossCard", "curves"},  {"operatorsCard", "operators"}, {"kernelsCard", "operators"},
            {"memoryCard", "memory"}};
        QCOMPARE(m_view->page()->findChildren<OverviewCard*>().size(), views.size());
        for (const auto& [card, view] : views) {
            m_view->page()->findChild<OverviewCard*>(card)->findChild<LinkButton*>("title")->click();
            QCOMPARE(wanted.last()[0].toString(), view);
        }
        QCOMPARE(wanted.size(), views.size());
    }

    void anOperatorIsMarkedAndItsTableShown()
    {
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        auto* link = operators()->findChildren<LinkButton*>("cost")[1];
        QTest::mouseClick(link, Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("operators"));
        QCOMPARE(m_selection->focus().operatorName, operators()->costs().rows[1].name);
    }

    void aClickOnAnyPartOfARowIsOneOnItsName()
    {
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        CostList* list = operators();
        const auto names = list->findChildren<LinkButton*>("cost");
        const QPoint figure(list->width() - 10, names[1]->geometry().center().y());
        QVERIFY(!names[1]->geometry().contains(figure));
        QVERIFY(!list->childAt(figure)); // which would get the click
        QTest::mouseClick(list, Qt::LeftButton, {}, figure);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("operators"));
        QCOMPARE(m_selection->focus().operatorName, list->costs().rows[1].name);

        const auto moveTo = [list](const QPoint& place) {
            QMouseEvent move(QEvent::MouseMove, place, list->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                             Qt::NoModifier);
            QCoreApplication::sendEvent(list, &move);
        };
        moveTo(figure);
        QCOMPARE(list->cursor().shape(), Qt::PointingHandCursor);
        QVERIFY(list->toolTip().contains(list->costs().rows[1].name.toHtmlEscaped()));
        const QPoint head(figure.x(), 2);
        moveTo(head);
        QCOMPARE(list->cursor().shape(), Qt::ArrowCursor);
        QTest::mouseClick(list, Qt::LeftButton, {}, head);
        QCOMPARE(wanted.size(), 1);
        // Released in another row.
        QTest::mousePress(list, Qt::LeftButton, {}, figure);
        QTest::mouseRelease(list, Qt::LeftButton, {}, {figure.x(), names[3]->geometry().center().y()});
        QCOMPARE(wanted.size(), 1);
    }

    /// As while a run grows.
    void aClickDuringWhichTheCostsChangeChoosesWhatWasPressed()
    {
        CostList* list = operators();
        QSignalSpy chosen(list, &CostList::chosen);
        const auto names = list->findChildren<LinkButton*>("cost");
        const QPoint figure(list->width() - 10, names[1]->geometry().center().y());
        const OverviewCosts before = list->costs();
        OverviewCosts after = before;
        after.rows.swapItemsAt(0, 1);
        const auto clickOn = [&](QWidget* widget, const QPoint& place) {
            list->setCosts(before);
            QTest::mousePress(widget, Qt::LeftButton, {}, place);
            list->setCosts(after);
            QTest::mouseRelease(widget, Qt::LeftButton, {}, place);
        };
        clickOn(list, figure);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), before.rows[1].name);
        clickOn(names[1], names[1]->rect().center());
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[1][0].toString(), before.rows[1].name);

        QTest::mousePress(list, Qt::LeftButton, {}, figure);
        list->setCosts({});
        QTest::mouseRelease(list, Qt::LeftButton, {}, figure);
        QCOMPARE(chosen.size(), 2);
    }

    void aClickOnThePartsOfAStepOpensTheSteps()
    {
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        auto* steps = m_view->page()->findChild<StepTimeChart*>();
        QCOMPARE(steps->cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(steps, Qt::LeftButton, {}, {steps->width() / 2, 12}); // the bar
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("steps"));
        QTest::mouseClick(steps, Qt::RightButton, {}, {steps->width() / 2, 12});
        QCOMPARE(wanted.size(), 1);
    }

    void linksAreReachedByKeysAndHaveNames()
    {
        int links = 0;
        for (auto* link : m_view->page()->findChildren<LinkButton*>()) {
            if (!link->isVisible())
                continue;
            ++links;
            QVERIFY2(link->focusPolicy() & Qt::TabFocus, qPrintable(link->text()));
            QVERIFY(!link->accessibleName().isEmpty());
            QVERIFY2(!link->toolTip().isEmpty(), qPrintable(link->text()));
        }
        QCOMPARE(links, 6 + 5); // titles and operators
        QSignalSpy wanted(m_view.get(), &OverviewView::viewWanted);
        auto* title = m_view->page()->findChild<OverviewCard*>("stepsCard")->findChild<LinkButton*>("title");
        title->setFocus();
        QVERIFY(title->hasFocus());
        QTest::keyClick(title, Qt::Key_Return);
        QTest::keyClick(title, Qt::Key_Space);
        QCOMPARE(wanted.size(), 2);
        m_view->setFocus();
        QVERIFY(QApplication::focusWidget() && m_view->isAncestorOf(QApplication::focusWidget()));
    }

    void everythingFits_data()
    {
        QTest::addColumn<ThemeMode>("theme");
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isInTwoColumns");
        QTest::newRow("light, wide") << ThemeMode::Light << 1400 << true;
        QTest::newRow("dark, wide") << ThemeMode::Dark << 1400 << true;
        QTest::newRow("light, narrow") << ThemeMode::Light << 520 << false;
        QTest::newRow("dark, narrow") << ThemeMode::Dark << 520 << false;
    }
    void everythingFits()
    {
        QFETCH(ThemeMode, theme);
        QFETCH(int, width);
        QFETCH(bool, isInTwoColumns);
        Theme::instance().setMode(theme);
        m_view->resize(width, 700);
        QTRY_COMPARE(card("operatorsCard")->x() > card("throughputCard")->x(), isInTwoColumns);
        QTest::qWait(50); // the layout
        const auto* scroll = qobject_cast<QScrollArea*>(m_view->page()->parentWidget()->parentWidget());
        QVERIFY(scroll);
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        for (const QLabel* each : m_view->page()->findChildren<QLabel*>()) {
            if (!each->isVisible() || qobject_cast<const ElidedLabel*>(each))
                continue;
            if (each->wordWrap())
                QVERIFY2(each->height() >= each->heightForWidth(each->width()), qPrintable(each->text()));
            else
                QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
        }
        for (const LinkButton* link : m_view->page()->findChildren<LinkButton*>())
            QVERIFY2(!link->isVisible() || link->height() >= link->sizeHint().height(),
                     qPrintable(link->text()));
        QVERIFY(chart()->height() >= chart()->heightForWidth(chart()->width()));
    }

    void isExportedAsAPicture()
    {
        const QTemporaryDir folder;
        OverviewView hidden(m_selection.get(), test::quietMachine, {});
        hidden.showRun(&m_run);
        for (OverviewView* view : {m_view.get(), &hidden}) {
            const auto items = view->exportItems();
            QCOMPARE(items.size(), 1);
            QCOMPARE(items[0].formats, QStringList("png"));
            const QString path = folder.filePath("overview.png");
            items[0].write(path);
            const QImage image(path);
            QCOMPARE(image.width(), 2400);
            QVERIFY(image.height() > 1000);
            const ThemeColors& colors = Theme::instance().colors();
            QVERIFY(hasColor(image, stepPartColor(StepPart::Backward, colors)));
            QVERIFY(hasColor(image, colors.surface));
        }
    }

private:
    const QLabel* label(const QString& name) const { return m_view->page()->findChild<QLabel*>(name); }
    QString text(const QString& name) const { return withPlainSpaces(label(name)->text()); }
    const StepTimeChart* chart() const { return m_view->page()->findChild<StepTimeChart*>(); }
    QWidget* card(const char* name) const { return m_view->page()->findChild<OverviewCard*>(name); }
    /// Empty: it has none.
    QString scopeOf(const char* name) const
    {
        const auto* scope = card(name)->findChild<QLabel*>("scope");
        return scope->isHidden() ? QString() : scope->text();
    }
    CostList* operators() const { return card("operatorsCard")->findChild<CostList*>(); }
    const FactGrid* memory() const { return card("memoryCard")->findChild<FactGrid*>(); }
    const FactGrid* loss() const { return card("lossCard")->findChild<FactGrid*>(); }
    static QString fact(const FactGrid* grid, const QString& name)
    {
        for (const OverviewFact& each : grid->facts()) {
            if (each.name == name)
                return each.text;
        }
        return "no such fact";
    }
    QString fact(const char* grid, const QString& name) const
    {
        return fact(m_view->page()->findChild<FactGrid*>(grid), name);
    }

    Run m_run;
    std::unique_ptr<TraceSelection> m_selection;
    std::unique_ptr<QAction> m_train;
    std::unique_ptr<QAction> m_open;
    std::unique_ptr<OverviewView> m_view;
};

QTEST_MAIN(TestOverviewView)
#include "test_overview_view.moc"
