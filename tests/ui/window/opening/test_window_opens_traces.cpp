#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/core/import/ranks/rank_files.h"
#include "tests/support/fake_engine.h"

#include "core/run/imported_facts.h"
#include "core/run_file/run_library.h"
#include "core/trace/event_kind.h"
#include "core/trace/steps/rank_figures.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison_result.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/operators/operators_model.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/overview/link_button.h"
#include "ui/overview/overview_page.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/support/dialogs.h"
#include "ui/support/step_choice.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/opening/recent_files.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/side_panel.h"
#include "ui/window/runs/trace_import.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace stepscope;
using namespace stepscope::ui;

class TestWindowOpensTraces : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;

    RunController* controller() const { return m_window->controller(); }

    QString write(const QString& name, const std::string& content) const
    {
        const QString path = m_folder->filePath(name);
        std::ofstream(path.toStdString(), std::ios::binary) << content;
        return path;
    }

    void drop(const QStringList& paths) const
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls += QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &event);
    }

    void press(const QString& text) const
    {
        for (QPushButton* button : m_window->notices()->findChildren<QPushButton*>()) {
            if (button->text() == text) {
                button->click();
                return;
            }
        }
        QFAIL("there is no such button");
    }

    /// Of the operators' table: the menu on the row of this operator.
    std::unique_ptr<QMenu> menuOn(const QString& name) const
    {
        auto* table = m_window->findChild<OperatorsView*>()->table();
        table->selectOperator(name);
        auto menu = std::make_unique<QMenu>();
        table->fillRowMenu(menu.get());
        return menu;
    }
    static QAction* entry(const QMenu& menu, const QString& text)
    {
        for (QAction* action : menu.actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
    bool isOffered(const QString& text, const QString& name) const
    {
        const auto menu = menuOn(name);
        return entry(*menu, text)->isEnabled();
    }
    void chooseFor(const QString& text, const QString& name) const
    {
        m_window->findChild<OperatorsView*>()->findChild<QSpinBox*>()->setValue(0); // all rows
        QTRY_VERIFY(isOffered(text, name));
        const auto menu = menuOn(name);
        entry(*menu, text)->trigger();
    }
    /// The Markdown of a report that the window writes.
    QString reportOfTheRun() const
    {
        const QString folder = m_folder->filePath("report");
        QDir().mkpath(folder);
        const auto asked = std::make_shared<QString>();
        dialogs().chooseFolder = [folder, asked](QWidget*, const QString& title, const QString&) {
            *asked = title;
            return folder;
        };
        m_window->actions()->report->trigger();
        if (!asked->startsWith("Write the report of “trace"))
            return *asked;
        if (!QTest::qWaitFor(
                [&] { return m_window->notices()->text("labReport").startsWith("Report written"); }, 60'000))
            return {};
        QFile file(folder + "/report.md");
        return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static std::string mostFrequentName(const Trace& trace)
    {
        std::map<std::string, int> counts;
        for (EventId event(0); event < trace.endEvent(); ++event) {
            if (!isOnDevice(trace.kind[event]))
                ++counts[trace.names[trace.name[event]]];
        }
        return std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; })->first;
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-traces");
        QSettings().clear();
        QSettings(QCoreApplication::organizationName(), "recent-files").clear();
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("STEPSCOPE_LIBRARY", m_folder->filePath("library").toUtf8());
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        m_engine = std::make_shared<FakeEngine>();
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
    }
    void cleanup() { m_window.reset(); }

    void aDroppedTraceIsShownAndSaysHowLongThatTook()
    {
        drop({write("worker0.pt.trace.json", KinetoWriter().write())});
        QTRY_VERIFY(controller()->run());
        QCOMPARE(controller()->run()->trace.size(), 30U);
        QCOMPARE(m_window->windowTitle(), "worker0 – Stepscope");
        QVERIFY(controller()->runPath().empty());
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened worker0.pt.trace.json in "));
    }

    void theToolBarSaysWhatWasImported()
    {
        const auto text = [this] { return m_window->findChild<RunProgress*>()->text(); };
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_COMPARE(text(), QString("Imported · 2 steps"));
        drop({write("stacks.folded", "main;a 5\nmain;b 3\n")});
        QTRY_COMPARE(text(), QString("Imported · aggregated profile"));
        drop({write("plain.json", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])")});
        QTRY_COMPARE(text(), QString("Imported · 1 event"));
    }

    /// A large one is counted bit by bit after it has been read.
    void theTimeIsToldOnceTheTableIsWhole()
    {
        NoticeArea notices;
        TraceImport traces(&notices);
        bool isWhole = false;
        traces.setTableCheck([&isWhole] { return isWhole; });
        QSignalSpy opened(&traces, &TraceImport::opened);
        traces.open(write("trace.json", KinetoWriter().write()).toStdString());
        QTRY_COMPARE(opened.size(), 1);
        QTest::qWait(50);
        QVERIFY(!notices.text("import").startsWith("Opened"));
        isWhole = true;
        QTRY_VERIFY(notices.text("import").startsWith("Opened trace.json in "));
    }

    void ofALargeOneAllEventsAreCounted()
    {
        constexpr int events = 300'000;
        std::string text = R"({"schemaVersion": 1, "traceEvents": [)";
        for (int i = 0; i < events; ++i)
            text += fmt::format(
                R"({}{{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":{},"dur":1}})",
                i > 0 ? "," : "", 2 * i);
        drop({write("large.json", text + "]}")});
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened"));
        const auto* view = m_window->findChild<OperatorsView*>();
        QVERIFY(view->isWhole());
        const auto& rows = view->model()->statistics().rows;
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(rows[0].calls, int64_t(events));
    }

    /// By its content.
    void theNameDoesNotMatter()
    {
        drop({write("trace", KinetoWriter(dialectOf2021()).write())});
        QTRY_VERIFY(controller()->run());
    }

    void theMenuOpensTracesToo()
    {
        const QString path = write("trace.json", KinetoWriter().write());
        dialogs().openFiles = [&](QWidget*, const QString&, const QString&, const QString&) {
            return QStringList{path};
        };
        m_window->actions()->openRun->trigger();
        QTRY_VERIFY(controller()->run());
    }

    /// Two files that are chosen in the dialog, or dropped.
    void tracesThatAreOpenedTogetherAreKeptAndTicked_data()
    {
        QTest::addColumn<bool>("isDropped");
        QTest::newRow("dialog") << false;
        QTest::newRow("dropped") << true;
    }

    void tracesThatAreOpenedTogetherAreKeptAndTicked()
    {
        QFETCH(bool, isDropped);
        const QStringList paths = {write("before.json", KinetoWriter().write()),
                                   write("after.json", KinetoWriter().write())};
        dialogs().openFiles = [&](QWidget*, const QString&, const QString&, const QString&) { return paths; };
        if (isDropped)
            drop(paths);
        else
            m_window->actions()->openRun->trigger();
        QTRY_COMPARE(QString::fromStdString(controller()->runPath().string()),
                     m_folder->filePath("library/after.stepscope")); // the last one is on the screen
        QVERIFY(controller()->run()->trace.size() > 0);
        QTRY_COMPARE(RecentFiles().files(), (QList<QStringList>{{paths[0]}, {paths[1]}}));
        const RunsModel* runs = m_window->findChild<RunsView*>()->model();
        QTRY_COMPARE(runs->tickedEntries().size(), size_t(2));
        QCOMPARE(m_window->notices()->text("keptRuns"),
                 QString("Added 2 runs to the library and ticked them there."));
        press("Compare");
        QTRY_VERIFY(m_window->findChild<Workspace*>()->isShown("compare"));
        QTRY_VERIFY(m_window->findChild<CompareView*>());
        QTRY_COMPARE(m_window->findChild<CompareView*>()->result().runs.size(), size_t(2));
        m_window->actions()->closeRun->trigger();
        QTRY_VERIFY(!controller()->run());
        QVERIFY(!m_window->notices()->has("keptRuns"));
    }

    void filesThatAreOpenedTogetherAreTickedAlone()
    {
        drop({write("first.json", KinetoWriter().write()), write("second.json", KinetoWriter().write())});
        const RunsModel* runs = nullptr;
        QTRY_VERIFY(
            (runs = m_window->findChild<RunsView*>() ? m_window->findChild<RunsView*>()->model() : nullptr));
        QTRY_COMPARE(runs->tickedEntries().size(), size_t(2));
        drop({write("third.json", KinetoWriter().write()), write("fourth.json", KinetoWriter().write())});
        QTRY_COMPARE(runs->rowCount(), 4);
        QTRY_COMPARE(runs->tickedEntries().size(), size_t(2));
        for (const LibraryEntry* entry : runs->tickedEntries())
            QVERIFY(entry->path.stem() == "third" || entry->path.stem() == "fourth");
    }

    void ofFilesThatAreOpenedTogetherTheReadableOnesAreShown()
    {
        drop({write("sound.json", KinetoWriter().write()), write("notes.txt", "hello")});
        QTRY_COMPARE(QString::fromStdString(controller()->runPath().string()),
                     m_folder->filePath("library/sound.stepscope"));
        QTRY_COMPARE(RecentFiles().files(), QList<QStringList>{{m_folder->filePath("sound.json")}});
        QCOMPARE(m_window->notices()->text("keptRuns"),
                 QString("Added 1 run to the library and ticked it there."));
        m_window->openFile(m_folder->filePath("sound.json")); // something else
        QTRY_VERIFY(controller()->runPath().empty());
        QVERIFY(!m_window->notices()->has("keptRuns"));
    }

    void filesOfWhichNoneIsReadableAreAnError()
    {
        drop({write("notes.txt", "hello"), write("other.txt", "hello")});
        QTRY_VERIFY2(m_window->notices()->text("import").contains("notes.txt is not in a format"),
                     qPrintable(m_window->notices()->text("import")));
        QVERIFY(!controller()->run());
    }

    void ranksThatAreDroppedTogetherAreOneRun()
    {
        drop({write("net_rank0.json", test::RankWriter{.rank = 0}.write()),
              write("net_rank1.json", test::RankWriter{.rank = 1}.write())});
        QTRY_VERIFY(controller()->run());
        QCOMPARE(ranksOf(controller()->run()->trace), (std::vector<int64_t>{0, 1}));
    }

    void ranksThatWereOpenedTogetherAreOneRecentFile()
    {
        drop({write("net_rank0.json", test::RankWriter{.rank = 0}.write()),
              write("net_rank1.json", test::RankWriter{.rank = 1}.write())});
        QTRY_VERIFY(controller()->run());
        m_window->actions()->closeRun->trigger();
        QTRY_VERIFY(!controller()->run());
        auto* link = m_window->findChild<OverviewView*>()->findChild<LinkButton*>("recentFile");
        QVERIFY(!link->isHidden());
        QCOMPARE(link->text(), QString("net_rank0.json and 1 more"));
        link->click();
        QTRY_VERIFY(controller()->run());
        QCOMPARE(ranksOf(controller()->run()->trace), (std::vector<int64_t>{0, 1}));
    }

    /// As the menus of the table and of the timeline have it.
    void aNameIsPickedAsStepsAndGivenUpAgain()
    {
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(controller()->run());
        QCOMPARE(controller()->run()->trace.steps.size(), size_t(2));
        auto* view = m_window->findChild<OperatorsView*>();
        QVERIFY(!isOffered("Use the trace's own steps", "aten::conv2d"));
        auto* workspace = m_window->findChild<Workspace*>();
        QTest::qWait(100); // for the first view of the opened run
        workspace->showView("timeline");
        QTRY_VERIFY(m_window->findChild<TimelineView*>());
        auto* timeline = m_window->findChild<TimelineView*>();
        QTRY_VERIFY(timeline->isUpToDate());
        timeline->canvas()->zoomBy(4);
        const int64_t leftNs = timeline->canvas()->scene().timeAt(400);
        const double nsPerPixel = timeline->canvas()->scene().scale.nsPerPixel;
        chooseFor("Use as steps", "aten::conv2d");
        QTRY_VERIFY(stepSourceOf(*controller()->run()).starts_with("the events “aten::conv2d”"));
        QCOMPARE(controller()->run()->trace.steps.size(), size_t(1));
        QCOMPARE(m_window->notices()->text("steps"),
                 QString("The steps are made from the events “aten::conv2d”."));
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened trace.json in "));
        QVERIFY(workspace->isShown("timeline")); // nothing else has changed
        QTRY_VERIFY(timeline->isUpToDate());
        QVERIFY(std::abs(timeline->canvas()->scene().timeAt(400) - leftNs) <= 1);
        QCOMPARE(timeline->canvas()->scene().scale.nsPerPixel, nsPerPixel);
        QVERIFY(!isOffered("Use as steps", "aten::conv2d"));
        QTRY_COMPARE(view->model()->statistics().steps, 1);
        chooseFor("Use the trace's own steps", "aten::conv2d");
        QTRY_VERIFY(stepSourceOf(*controller()->run()).empty());
        QCOMPARE(controller()->run()->trace.steps.size(), size_t(2));
        QVERIFY(!m_window->notices()->has("steps"));
        QVERIFY(!isOffered("Use the trace's own steps", "aten::conv2d"));
    }

    void aNameThatMakesNoStepsLeavesTheTraceAsItIs()
    {
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(controller()->run());
        const Run* before = controller()->run();
        Q_EMIT m_window->findChild<StepChoice*>()->wanted("aten::unheard_of");
        QTRY_VERIFY(
            m_window->notices()->text("import").startsWith("Steps cannot be made from “aten::unheard_of”"));
        QCOMPARE(controller()->run(), before);
        QVERIFY(!m_window->notices()->has("steps"));
    }

    void stepsOfAKeptTraceArePickedToo()
    {
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened"));
        press("Add to the library");
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Added to the library"));
        QFile::remove(m_folder->filePath("trace.json"));
        m_window->openFile(m_folder->filePath("library/trace.stepscope"));
        QTRY_VERIFY(!controller()->runPath().empty());
        chooseFor("Use as steps", "aten::conv2d");
        QTRY_VERIFY(!stepSourceOf(*controller()->run()).empty());
        QVERIFY(reportOfTheRun().contains("were derived from the events “aten::conv2d”"));
        press("Use the trace's own steps"); // of the notice
        QTRY_VERIFY(stepSourceOf(*controller()->run()).empty());
        QCOMPARE(controller()->run()->trace.steps.size(), size_t(2));
    }

    void ranksGetThePickedStepsEach()
    {
        drop({write("net_rank0.json", test::RankWriter{.rank = 0}.write()),
              write("net_rank1.json", test::RankWriter{.rank = 1}.write())});
        QTRY_VERIFY(controller()->run());
        const std::string name = mostFrequentName(controller()->run()->trace);
        Q_EMIT m_window->findChild<StepChoice*>()->wanted(QString::fromStdString(name));
        QTRY_VERIFY(m_window->notices()->has("steps"));
        QCOMPARE(ranksOf(controller()->run()->trace), (std::vector<int64_t>{0, 1}));
    }

    void whatIsKeptStandsAmongTheRuns()
    {
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened"));
        press("Add to the library");
        QTRY_VERIFY(
            m_window->notices()->text("import").startsWith("Added to the library as trace.stepscope"));
        RunLibrary library(m_folder->filePath("library").toStdString());
        const auto entries = library.list();
        QCOMPARE(entries.size(), size_t(1));
        QCOMPARE(entries[0].summary.label.name, std::string("trace"));
    }

    void theNoticeGoesWithItsTrace()
    {
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened"));
        m_window->actions()->closeRun->trigger();
        QTRY_VERIFY(!controller()->run());
        QVERIFY(m_window->notices()->text("import").isEmpty());
    }

    void theViewInFrontStaysIfItShowsSomethingOfTheNextRun()
    {
        auto* workspace = m_window->findChild<Workspace*>();
        workspace->showView("curves"); // of which a trace has none
        QTRY_VERIFY(workspace->isShown("curves"));
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(workspace->isShown("overview"));
        workspace->showView("operators");
        QTRY_VERIFY(workspace->isShown("operators"));
        drop({write("other.json", KinetoWriter().write())});
        QTRY_COMPARE(m_window->windowTitle(), "other – Stepscope");
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened other.json"));
        QVERIFY(workspace->isShown("operators"));
        workspace->showView("curves");
        QTRY_VERIFY(workspace->isShown("curves"));
        drop({write("third.json", KinetoWriter().write())});
        QTRY_VERIFY(workspace->isShown("overview"));
    }

    void aTraceThatIsCutOffIsShownAsFarAsItGoes()
    {
        const std::string text = KinetoWriter().write();
        drop({write("cut.json", text.substr(0, text.size() / 2))});
        QTRY_VERIFY(controller()->run());
        QTRY_VERIFY(m_window->notices()->text("import").startsWith("Opened the readable part of cut.json"));
    }

    void whatIsOpenedRetiresEarlierErrors()
    {
        NoticeArea* const notices = m_window->notices();
        const std::string text = KinetoWriter().write();
        const QString wrong = write("b.json", R"({"no_such_field": 1})");
        drop({wrong});
        QTRY_VERIFY2(notices->text("failure").contains("b.json"), qPrintable(notices->text("failure")));
        drop({write("notes.txt", "hello")});
        QTRY_VERIFY(notices->text("import").contains("not in a format"));
        QVERIFY(notices->has("failure")); // nothing was opened
        drop({write("cut.json", text.substr(0, text.size() / 2))});
        QTRY_VERIFY(notices->text("import").startsWith("Opened the readable part of cut.json"));
        QVERIFY(!notices->has("failure"));
        QTRY_VERIFY(notices->findChild<QWidget*>("importNotice")->isVisible());

        drop({wrong});
        QTRY_VERIFY(notices->has("failure"));
        QVERIFY(notices->text("import").startsWith("Opened the readable part of cut.json")); // still shown
        m_window->openFiles({m_folder->filePath("none.stepscope")});
        QTRY_VERIFY(notices->has("openRun"));
        drop({write("whole.json", text)});
        QTRY_VERIFY(notices->text("import").startsWith("Opened whole.json in "));
        QVERIFY(!notices->has("failure"));
        QVERIFY(!notices->has("openRun"));

        drop({write("notes.txt", "hello")});
        QTRY_VERIFY(notices->text("import").contains("not in a format"));
        drop({write("right.json", R"({"batch_size": 16})")});
        QTRY_COMPARE(m_window->experimentPanel()->experiment().batchSize, int64_t(16));
        QVERIFY(!notices->has("import"));
    }

    void theOverviewOfAnotherFileStartsAtItsTop()
    {
        m_window->resize(1280, 500);
        drop({write("trace.json", KinetoWriter().write())});
        QTRY_VERIFY(m_window->findChild<Workspace*>()->isShown("overview"));
        const auto* overview = m_window->findChild<OverviewView*>();
        QTRY_VERIFY(overview->isWhole());
        QScrollBar* bar = nullptr;
        for (auto* area : overview->findChildren<QScrollArea*>()) {
            if (area->isAncestorOf(overview->page()))
                bar = area->verticalScrollBar();
        }
        QVERIFY(bar);
        QTRY_VERIFY(bar->maximum() > 10);
        bar->setValue(10);
        drop({write("other.json", KinetoWriter().write())});
        QTRY_COMPARE(m_window->windowTitle(), "other – Stepscope");
        QTRY_COMPARE(bar->value(), 0);
    }

    /// And not that of the form's network, which has nothing to do with it.
    void aTraceHasNoGraphUntilTheFormIsChanged()
    {
        QTRY_VERIFY(m_engine->graphsCaptured > 0); // the form's, before
        drop({write("worker0.pt.trace.json", KinetoWriter().write())});
        QTRY_VERIFY(controller()->run());
        QTest::qWait(1); // the window shows the overview in a separate turn of the event loop
        m_window->findChild<Workspace*>()->showView("graph");
        const auto* title = m_window->findChild<QLabel*>("graphMessageTitle");
        QTRY_VERIFY(title && title->isVisible());
        QCOMPARE(title->text(), "This run has no graph");
        const int captured = m_engine->graphsCaptured;
        QTest::qWait(500); // longer than the form waits
        QCOMPARE(m_engine->graphsCaptured.load(), captured);
        QVERIFY(title->isVisible());
        m_window->experimentPanel()->setFieldText("batch_size", "16");
        QTRY_VERIFY(m_engine->graphsCaptured > captured);
        QTRY_VERIFY(!title->isVisible());
    }

    void theStatusBarNamesTheTracesDevice()
    {
        drop({write("worker0.pt.trace.json", KinetoWriter().write())});
        QTRY_VERIFY(controller()->run());
        const std::string device = controller()->run()->plan.deviceName;
        QVERIFY(!device.empty());
        const auto* label = m_window->statusBar()->findChild<QLabel*>("device");
        QTRY_COMPARE(label->text().toStdString(), device);
        const auto* step = m_window->statusBar()->findChild<QLabel*>("step");
        QVERIFY(step->text().startsWith("median step "));
        m_window->findChild<SidePanel*>()->showForm(); // "Train a network": the trace stays on the screen
        QVERIFY(step->text().startsWith("median step "));
        QCOMPARE(label->text().toStdString(), device);
        m_window->experimentPanel()->setFieldText("batch_size", "16");
        QCOMPARE(label->text().toStdString(), device);
        m_window->actions()->closeRun->trigger();
        QTRY_VERIFY(!controller()->run());
        QVERIFY(step->isHidden());
        QVERIFY(label->text().toStdString() != device); // the form's
    }

    void whatIsNoTraceBecomesANotice()
    {
        drop({write("notes.txt", "hello")});
        QTRY_VERIFY(m_window->notices()->text("import").contains(
            "notes.txt is not in a format that Stepscope reads."));
        drop({write("et.json", R"({"schema": "1.0.1", "nodes": [{"rf_id": 1, "op_schema": ""}]})")});
        QTRY_VERIFY(m_window->notices()->text("import").contains("et.json is a PyTorch execution trace"));
        QVERIFY(!controller()->run());
    }
};

QTEST_MAIN(TestWindowOpensTraces)
#include "test_window_opens_traces.moc"
