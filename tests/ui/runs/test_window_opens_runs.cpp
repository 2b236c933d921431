#include "library_of_runs.h"
#include "tests/core/import/chrome/chrome_trace_text.h"
#include "tests/support/fake_engine.h"

#include "ui/curves/curve_plot.h"
#include "ui/curves/curve_run_list.h"
#include "ui/curves/curves_view.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/overview/link_button.h"
#include "ui/overview/overview_view.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_list.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/runs_table.h"
#include "ui/runs/runs_view.h"
#include "ui/support/dialogs.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <fstream>
#include <set>

using namespace stepscope;
using namespace stepscope::ui;
using test::LibraryOfRuns;

class TestWindowOpensRuns : public QObject
{
    Q_OBJECT

    std::unique_ptr<LibraryOfRuns> m_library;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;

    void open()
    {
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
        m_window->experimentPanel()->load(Experiment{.dataset = "synthetic", .steps = 100'000});
    }
    RunController* controller() const { return m_window->controller(); }
    RunsView* runs() const { return m_window->findChild<RunsView*>(); }
    void goToRuns(int count) const
    {
        m_window->findChild<Workspace*>()->showView("runs");
        QTRY_COMPARE(runs()->filter()->rowCount(), count);
    }
    void drop(const std::filesystem::path& path) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path.string()))});
        QDragEnterEvent enter(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &event);
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-runs");
        QSettings().clear();
        QSettings(QCoreApplication::organizationName(), "recent-files").clear();
        m_library = std::make_unique<LibraryOfRuns>();
        qputenv("STEPSCOPE_LIBRARY", m_library->path().c_str());
        std::filesystem::create_directories(m_library->root() / "data");
        qputenv("XDG_DATA_HOME", (m_library->root() / "data").c_str());
        m_engine = std::make_shared<FakeEngine>();
        dialogs().showFailure = [](QWidget*, const QString& sentence, const QString&) {
            QFAIL(qPrintable(sentence));
        };
    }
    void cleanup() { m_window.reset(); }

    void aDoubleClickShowsTheRunInAllViews()
    {
        const auto path = m_library->add("2026-11-21_08-33-12_mlp_batch64_cpu", 1'700'000'000'000);
        open();
        goToRuns(1);
        const QPoint place = runs()->table()->visualRect(runs()->filter()->index(0, 1)).center();
        QTest::mouseClick(runs()->table()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(runs()->table()->viewport(), Qt::LeftButton, {}, place);
        QTRY_VERIFY(controller()->run());
        QCOMPARE(controller()->run()->steps.size(), size_t(10));
        QCOMPARE(controller()->run()->trace.size(), 10 * test::eventsOfChunk);
        QCOMPARE(controller()->runPath(), path);
        QTRY_VERIFY(m_window->findChild<OverviewView*>()->isVisible()); // in a turn of its own
        QCOMPARE(m_window->windowTitle(), "mlp, batch 64, cpu – Stepscope");
        QVERIFY2(m_window->findChild<RunProgress*>()->text().startsWith("Finished"),
                 qPrintable(m_window->findChild<RunProgress*>()->text()));
        QVERIFY(m_window->actions()->exportAll->isEnabled());
        QVERIFY(runs()->model()->index(0, int(RunColumn::Name)).data(Qt::FontRole).isValid());
    }

    void aClosedRunLeavesTheStartPage()
    {
        const auto path = m_library->add("mlp", 1'700'000'000'000);
        open();
        QVERIFY(!m_window->actions()->closeRun->isEnabled());
        m_window->openFile(QString::fromStdString(path.string()));
        QTRY_VERIFY(controller()->run());
        QTRY_VERIFY(m_window->actions()->closeRun->isEnabled());
        m_window->findChild<Workspace*>()->showView("operators");
        const QSignalSpy preview(controller(), &RunController::previewReady);
        m_window->actions()->closeRun->trigger();
        QVERIFY(!controller()->run());
        QVERIFY(controller()->runPath().empty());
        QVERIFY(m_window->findChild<OverviewView*>()->isVisible());
        QVERIFY(m_window->experimentPanel()->isVisible()); // in place of the run's facts
        QCOMPARE(m_window->windowTitle(), "Stepscope");
        QCOMPARE(m_window->findChild<RunProgress*>()->text(), "Ready to train");
        QVERIFY(!m_window->actions()->exportAll->isEnabled());
        QVERIFY(!m_window->actions()->closeRun->isEnabled());
        QVERIFY(std::filesystem::exists(path));
        QTRY_COMPARE(preview.count(), 1); // the graph of the experiment

        m_window->openFile(QString::fromStdString(path.string())); // again
        QTRY_VERIFY(controller()->run());
    }

    void theRunsAtTheSideAreThoseOfTheView()
    {
        m_library->add("older", 1'700'000'000'000);
        m_library->add("newer", 1'700'000'000'001);
        open();
        auto* panel = m_window->findChild<RunsPanel*>();
        QVERIFY(!panel->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(panel->isVisible());
        QTRY_COMPARE(panel->list()->model()->rowCount(), 2);
        panel->list()->selectAll();
        panel->compareButton()->click();
        QTRY_VERIFY(m_window->findChild<Workspace*>()->isShown("compare"));
        QCOMPARE(runs()->model()->tickedEntries().size(), 2);
        auto* use = panel->findChild<QPushButton*>("runsPanelUse");
        QVERIFY(!use->isEnabled()); // of two runs
        panel->list()->clearSelection();
        panel->list()->setCurrentIndex(panel->list()->model()->index(0, int(RunColumn::Name)));
        use->click();
        QTRY_VERIFY(m_window->experimentPanel()->isVisible());
        QCOMPARE(m_window->experimentPanel()->experiment().dataset, Experiment().dataset);
    }

    void theOverviewOffersTheNewestRuns()
    {
        m_library->add("older", 1'700'000'000'000);
        const auto newest = m_library->add("newest", 1'700'000'000'001);
        open();
        const auto* overview = m_window->findChild<OverviewView*>();
        QVERIFY(overview->isVisible());
        auto* link = overview->findChild<LinkButton*>("recentRun"); // the first
        QTRY_VERIFY(link->isVisible());
        QVERIFY2(link->text().startsWith("newest"), qPrintable(link->text()));
        QTest::mouseClick(link, Qt::LeftButton);
        QTRY_COMPARE(controller()->runPath(), newest);
    }

    void theOverviewOffersTheFilesThatWereOpenedLast()
    {
        const auto links = [this] {
            QStringList texts;
            for (const auto* link :
                 m_window->findChild<OverviewView*>()->findChildren<LinkButton*>("recentFile"))
                if (!link->isHidden())
                    texts += link->text();
            return texts;
        };
        const auto openAndClose = [this](const std::filesystem::path& path) {
            m_window->openFile(QString::fromStdString(path.string()));
            QTRY_VERIFY(controller()->run());
            m_window->actions()->closeRun->trigger();
            QTRY_VERIFY(!controller()->run());
        };
        const std::filesystem::path trace = m_library->root() / "worker0.pt.trace.json";
        std::ofstream(trace, std::ios::binary) << KinetoWriter().write();
        const std::filesystem::path other = m_library->root() / "elsewhere.stepscope";
        const auto ofLibrary = m_library->add("listed", 1'700'000'000'000);
        std::filesystem::copy_file(ofLibrary, other);
        open();
        QCOMPARE(links(), QStringList());
        openAndClose(trace);
        openAndClose(other);
        openAndClose(ofLibrary); // a recent run
        QCOMPARE(links(), QStringList({"elsewhere.stepscope", "worker0.pt.trace.json"}));
        open(); // another window
        QTRY_COMPARE(links(), QStringList({"elsewhere.stepscope", "worker0.pt.trace.json"}));
        auto* link = m_window->findChild<OverviewView*>()->findChildren<LinkButton*>("recentFile")[1];
        link->click();
        QTRY_VERIFY(controller()->run() && controller()->run()->trace.size() > 0);
        QTRY_COMPARE(links().first(), QString("worker0.pt.trace.json"));
        std::filesystem::remove(other);
        m_window->openFile(QString::fromStdString(other.string()));
        QTRY_COMPARE(links(), QStringList({"worker0.pt.trace.json"}));
    }

    void severalRunsAreTickedTogether()
    {
        const auto first = m_library->add("rank0", 1'700'000'000'000);
        const auto second = m_library->add("rank1", 1'700'000'000'001);
        m_library->add("another", 1'700'000'000'002);
        open();
        m_window->openFiles(
            {QString::fromStdString(first.string()), QString::fromStdString(second.string())});
        QTRY_COMPARE(controller()->runPath(), first);
        QTRY_COMPARE(runs()->model()->tickedEntries().size(), 2);
        std::set<std::filesystem::path> ticked;
        for (const LibraryEntry* entry : runs()->model()->tickedEntries())
            ticked.insert(entry->path);
        QCOMPARE(ticked, (std::set{first, second}));
        QTRY_VERIFY(m_window->findChild<OverviewView*>()->isVisible());
        m_window->actions()->untickAll->trigger();
        QVERIFY(runs()->model()->tickedEntries().empty());
    }

    /// As the command line does.
    void severalRunsMayBeOpenedBeforeTheWindowIsShown()
    {
        const auto first = m_library->add("rank0", 1'700'000'000'000);
        const auto second = m_library->add("rank1", 1'700'000'000'001);
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->openFiles(
            {QString::fromStdString(first.string()), QString::fromStdString(second.string())});
        QVERIFY(!runs()); // not made before the first paint
        m_window->show();
        QTRY_COMPARE(controller()->runPath(), first);
        QTRY_COMPARE(runs()->model()->tickedEntries().size(), size_t(2));
    }

    void runsOfDifferentFoldersAreNotOpenedTogether()
    {
        const auto first = m_library->add("rank0", 1'700'000'000'000);
        open();
        m_window->openFiles({QString::fromStdString(first.string()), "/elsewhere/rank1.stepscope"});
        QCOMPARE(m_window->notices()->text("openRun"),
                 QString("Only runs in the same folder can be opened together."));
        QVERIFY(!controller()->run());
    }

    void aDroppedFileAndTheMenuDoTheSame()
    {
        const auto first = m_library->add("first", 1);
        const auto second = m_library->add("second", 2);
        open();
        drop(first);
        QTRY_COMPARE(controller()->runPath(), first);
        dialogs().openFiles = [&](QWidget*, const QString&, const QString&, const QString&) {
            return QStringList{QString::fromStdString(second.string())};
        };
        m_window->actions()->openRun->trigger();
        QTRY_COMPARE(controller()->runPath(), second);
    }

    void aFileThatIsAskedForAtTheStartIsOpenedOnceThereAreViews()
    {
        const auto path = m_library->add("run", 1);
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->openFile(QString::fromStdString(path.string()));
        m_window->show();
        QTRY_COMPARE(controller()->runPath(), path);
        QVERIFY(controller()->run());
    }

    void aFileThatIsNoRunBecomesANotice()
    {
        open();
        drop(m_library->addDamaged("broken"));
        QTRY_VERIFY(m_window->notices()->has("openRun"));
        QVERIFY(m_window->notices()->text("openRun").contains("broken.stepscope"));
        QVERIFY(!controller()->run());
    }

    void aDamagedRunIsShownWithANotice()
    {
        const auto path = m_library->add("cut", 1);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
        open();
        drop(path);
        QTRY_VERIFY(controller()->run());
        QVERIFY(m_window->notices()->has("openRun"));
        QVERIFY(m_window->notices()->text("openRun").startsWith("cut.stepscope is damaged."));
        drop(m_library->add("sound", 2));
        QTRY_VERIFY(!m_window->notices()->has("openRun"));
    }

    void aTrainingIsKeptAndListedWhileItGoes()
    {
        open();
        goToRuns(0);
        m_window->actions()->train->trigger();
        QTRY_COMPARE(runs()->filter()->rowCount(), 1);
        QTRY_VERIFY(
            runs()->filter()->index(0, int(RunColumn::Outcome)).data().toString().startsWith("Running"));
        const auto live = controller()->runPath();
        const auto other = m_library->add("other", 1);
        drop(other); // the training stays on the screen
        QTest::qWait(50);
        QCOMPARE(controller()->runPath(), live);
        m_window->actions()->stop->trigger();
        QTRY_VERIFY(!controller()->isTraining());
        const StoredRun kept = readRunFile(live);
        QCOMPARE(kept.run.outcome, RunOutcome::Stopped);
        QCOMPARE(kept.run.steps.size(), controller()->run()->steps.size());
        drop(other);
        QTRY_COMPARE(controller()->runPath(), other);
        QCOMPARE(controller()->run()->steps.size(), size_t(10));
        m_window->actions()->train->trigger(); // and from an opened run to a training again
        QVERIFY(controller()->isTraining());
        QVERIFY(controller()->runPath() != other);
    }

    void theRunOnTheScreenIsDrawnOnce()
    {
        const auto first = m_library->add("a", 1, Experiment{.batchSize = 16});
        const auto second = m_library->add("b", 2, Experiment{.batchSize = 64});
        open();
        m_window->openFiles(
            {QString::fromStdString(first.string()), QString::fromStdString(second.string())});
        const CurvePlot* plot = m_window->findChild<CurvesView*>()->plot();
        const auto names = [&] {
            QStringList names;
            for (int i = 0; i < plot->graphCount(); ++i)
                names += plot->graph(i)->name();
            return names;
        };
        QTRY_VERIFY(names().contains("batch 64"));
        QVERIFY(!names().contains("batch 16"));
        const auto* listed = m_window->findChild<CurveRunList*>("shownRuns");
        QTRY_COMPARE(listed->entries().size(), 2);
        QCOMPARE(listed->entries()[0].name, QString("batch 16"));
        m_window->openFile(QString::fromStdString(second.string()));
        QTRY_VERIFY(names().contains("batch 16") && !names().contains("batch 64"));
        m_window->actions()->closeRun->trigger();
        QTRY_VERIFY(names().contains("batch 16") && names().contains("batch 64"));
    }

    void theRunOnTheScreenHasTheColorOfTheList()
    {
        const auto first = m_library->add("a", 1, Experiment{.batchSize = 16});
        const auto second = m_library->add("b", 2, Experiment{.batchSize = 64});
        open();
        m_window->openFiles(
            {QString::fromStdString(first.string()), QString::fromStdString(second.string())});
        const auto* listed = m_window->findChild<CurveRunList*>("shownRuns");
        QTRY_COMPARE(listed->entries().size(), 2);
        const auto colorOf = [this](const std::filesystem::path& path) {
            const RunsModel* model = runs()->model();
            return model->index(model->rowOf(path), int(RunColumn::Color))
                .data(Qt::DecorationRole)
                .value<QColor>();
        };
        QVERIFY(colorOf(first).isValid() && colorOf(first) != colorOf(second));
        const CurvePanel& loss = m_window->findChild<CurvesView*>()->plot()->loss();
        QTRY_COMPARE(listed->entries()[0].color, colorOf(first));
        QCOMPARE(loss.smoothed->pen().color(), colorOf(first));
        QCOMPARE(listed->entries()[1].color, colorOf(second));
        m_window->openFile(QString::fromStdString(second.string()));
        QTRY_COMPARE(loss.smoothed->pen().color(), colorOf(second));
        runs()->model()->setTicked(runs()->model()->rowOf(second), false);
        QTRY_COMPARE(loss.smoothed->pen().color(), Theme::instance().colors().train);
    }

    void tickedRunsAreDrawnOverEachOther()
    {
        m_library->add("a", 1, Experiment{.batchSize = 16});
        m_library->add("b", 2, Experiment{.batchSize = 64});
        open();
        goToRuns(2);
        const CurvePlot* plot = m_window->findChild<CurvesView*>()->plot();
        const int before = plot->graphCount();
        for (const int row : {0, 1}) {
            const QPoint box =
                runs()->table()->visualRect(runs()->filter()->index(row, int(RunColumn::Color))).center();
            QTest::mouseClick(runs()->table()->viewport(), Qt::LeftButton, {}, box);
        }
        QTRY_COMPARE(plot->graphCount(), before + 4); // loss and accuracy of each
        QStringList names;
        QList<QColor> colors;
        for (int i = before; i < plot->graphCount(); ++i) {
            names += plot->graph(i)->name();
            colors += plot->graph(i)->pen().color();
        }
        QVERIFY2(names.contains("batch 16") && names.contains("batch 64"), qPrintable(names.join('|')));
        QCOMPARE(colors[0], colors[1]);
        QVERIFY(colors[0] != colors[2]);
        m_window->findChild<Workspace*>()->showView("curves");
        QTRY_VERIFY(plot->isVisible());
        QTRY_COMPARE(plot->graph(before)->data()->size(), 10);
        const QCPRange x = plot->loss().x->range();
        const auto points = plot->graph(before)->data();
        QVERIFY(x.contains(points->constBegin()->key) && x.contains((points->constEnd() - 1)->key));
        runs()->table()->selectAll();
        runs()->table()->toggleTicks();
        QTRY_COMPARE(plot->graphCount(), before);
    }

    void deletingShowsANoticeWhoseButtonTakesItBack()
    {
        const auto path = m_library->add("run", 1);
        open();
        goToRuns(1);
        runs()->table()->selectRow(0);
        runs()->table()->trashAction()->trigger();
        QTRY_COMPARE(m_window->notices()->text("trash"), "Moved “run” to the trash.");
        QTRY_COMPARE(runs()->filter()->rowCount(), 0);
        for (auto* button : m_window->notices()->findChildren<QPushButton*>()) {
            if (button->text() == "Undo")
                button->click();
        }
        QTRY_COMPARE(runs()->filter()->rowCount(), 1);
        QVERIFY(!m_window->notices()->has("trash"));
        QVERIFY(std::filesystem::exists(path));
    }
};

QTEST_MAIN(TestWindowOpensRuns)
#include "test_window_opens_runs.moc"
