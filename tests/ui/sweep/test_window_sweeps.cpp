#include "tests/support/fake_engine.h"

#include "core/run_file/run_library.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/figures_table.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/support/dialogs.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_plan_model.h"
#include "ui/sweep/sweep_view.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/notice_bar.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/session/session.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QProgressBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace stepscope;
using namespace stepscope::ui;

class TestWindowSweeps : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;
    int m_questions = 0;
    bool m_accept = true;

    void openWindow(const Experiment& experiment)
    {
        m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
        m_window->experimentPanel()->load(experiment);
    }

    void open(int64_t stepMs = 2)
    {
        openWindow({.dataset = "synthetic", .network = "mlp", .width = stepMs, .steps = 300});
        m_window->findChild<Workspace*>()->showView("sweep");
        sweep()->findChild<QCheckBox*>("sweepOpenReport")->setChecked(false);
        Sweep asked;
        asked.axes = {{"batch_size", {"1", "16"}}};
        asked.budget = SweepBudget::Steps;
        asked.amount = 40;
        sweep()->form()->setSweep(asked);
        sweep()->form()->setFolder(m_data->filePath("sweep"));
    }

    SweepView* sweep() const { return m_window->findChild<SweepView*>(); }
    void click(const char* name) const
    {
        QTest::mouseClick(m_window->findChild<QPushButton*>(name), Qt::LeftButton);
    }
    void startSweep() const
    {
        click("sweepPlanButton");
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 60'000);
        click("sweepStartButton");
        QVERIFY(sweep()->isSweeping());
    }

    QAbstractButton* noticeButton(const QString& text) const
    {
        for (const auto* bar : m_window->notices()->findChildren<NoticeBar*>()) {
            for (auto* button : bar->findChildren<QAbstractButton*>()) {
                if (button->text() == text)
                    return button;
            }
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("STEPSCOPE_ENGINE_LIBRARY", FAKE_ENGINE); }

    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window-sweeps");
        QSettings().clear();
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_data->path().toUtf8());
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", m_data->filePath("runs").toUtf8());
        m_engine = std::make_shared<FakeEngine>();
        m_questions = 0;
        m_accept = true;
        dialogs().confirm = [this](QWidget*, const Confirmation&) {
            ++m_questions;
            return m_accept;
        };
        dialogs().showFailure = [](QWidget*, const QString& sentence, const QString&) {
            QFAIL(qPrintable(sentence));
        };
    }

    void cleanup() { m_window.reset(); }

    void theViewIsFilledWhenItIsShown()
    {
        const auto openPlain = [this] {
            m_window = std::make_unique<MainWindow>([engine = m_engine] { return engine; });
            m_window->show();
            QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
            QTRY_COMPARE(m_window->controller()->engineState(), RunController::EngineState::Ready);
        };
        openPlain();
        QVERIFY(!sweep());
        QTest::mouseClick(m_window->findChild<QPushButton*>("rail-sweep"), Qt::LeftButton);
        QTRY_VERIFY(sweep());
        QVERIFY(sweep()->isVisible());
        m_window->close();

        openPlain(); // begins with the overview
        QVERIFY(!sweep());
    }

    void theRunsOfASweepAreShownAndTicked()
    {
        open();
        startSweep();
        QVERIFY(!m_window->actions()->train->isEnabled());
        QCOMPARE(m_window->session()->whyNotTrain(), QString("A sweep is running."));
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 120'000);
        QVERIFY(m_window->actions()->train->isEnabled());
        QCOMPARE(m_window->notices()->text("sweep"), QString("The sweep is done: 2 runs."));
        auto* runs = m_window->findChild<RunsView*>();
        QTRY_COMPARE(runs->model()->tickedEntries().size(), size_t(2));
    }

    /// As on a machine without a browser.
    void aReportThatCannotBeOpenedLeavesTheResultVisible()
    {
        open();
        const auto restore = qScopeGuard([usual = dialogs().openUrl] { dialogs().openUrl = usual; });
        QUrl tried;
        dialogs().openUrl = [&tried](const QUrl& url) {
            tried = url;
            return false;
        };
        sweep()->findChild<QCheckBox*>("sweepOpenReport")->setChecked(true);
        startSweep();
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 120'000);
        const auto isShown = [this](const char* name) {
            const auto* notice = m_window->notices()->findChild<QWidget*>(name);
            return notice && notice->isVisible();
        };
        QTRY_VERIFY(isShown("sweepNotice") && isShown("sweepReportNotice"));
        QCOMPARE(m_window->notices()->text("sweep"), QString("The sweep is done: 2 runs."));
        const QString failure = m_window->notices()->text("sweepReport");
        QVERIFY2(failure.startsWith("The desktop has no program that opens " + m_data->filePath("sweep")),
                 qPrintable(failure));
        QTRY_VERIFY(!noticeButton("Open report")); // first, the notice with the button is deleted
        QVERIFY(noticeButton("Compare"));
        QAbstractButton* showFolder = noticeButton("Show folder");
        QVERIFY(showFolder);
        showFolder->click();
        QCOMPARE(tried, QUrl::fromLocalFile(m_data->filePath("sweep")));
        QTRY_VERIFY(!noticeButton("Show folder"));
        QCOMPARE(m_window->notices()->text("sweepReport"),
                 QString("The desktop has no program that opens %1.").arg(m_data->filePath("sweep")));
        m_window->noteFailure("An earlier failure.", {});
        sweep()->findChild<QToolButton*>("sweepReportButton")->click();
        QTRY_VERIFY(isShown("sweepReportNotice")); // first, the one that it replaces is deleted
        QVERIFY(!m_window->notices()->has("failure"));
        QVERIFY(!noticeButton("Show folder")); // known to fail
    }

    /// What most users want first, from the start page.
    void threeBatchSizesAreComparedInThreeClicks_data()
    {
        QTest::addColumn<bool>("isLab");
        QTest::newRow("the lab, from the start page") << true;
        QTest::newRow("the experiment in the form") << false;
    }

    void threeBatchSizesAreComparedInThreeClicks()
    {
        QFETCH(bool, isLab);
        openWindow({.dataset = "synthetic", .network = "mlp", .width = 2, .steps = 40});
        int clicks = 0;
        const auto clickOn = [&](QWidget* widget) {
            QVERIFY(widget);
            QTRY_VERIFY2(widget->isVisible() && widget->isEnabled(), qPrintable(widget->objectName()));
            QTest::mouseClick(widget, Qt::LeftButton);
            ++clicks;
        };
        const auto planned = [this] { return !sweep()->isRunning() && sweep()->model()->secondsLeft() >= 0; };
        if (isLab) {
            QToolButton* lab = nullptr;
            QTRY_VERIFY(!m_window->findChildren<QToolButton*>("startAction").isEmpty());
            for (auto* action : m_window->findChildren<QToolButton*>("startAction")) {
                if (action->defaultAction() == m_window->actions()->lab)
                    lab = action;
            }
            clickOn(lab);
        } else {
            clickOn(m_window->findChild<QPushButton*>("rail-sweep"));
            QTRY_VERIFY(sweep() && sweep()->isVisible());
            sweep()->form()->setFolder(m_data->filePath("sweep"));
            clickOn(m_window->findChild<QPushButton*>("sweepPlanButton"));
        }
        QTRY_VERIFY_WITH_TIMEOUT(planned(), 60'000);
        QCOMPARE(sweep()->model()->rowCount(), 3);
        if (isLab)
            sweep()->form()->setImages(128); // not the minutes that it is meant to take
        sweep()->findChild<QCheckBox*>("sweepOpenReport")->setChecked(false); // no browser in a test
        clickOn(m_window->findChild<QPushButton*>("sweepStartButton"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<CompareView*>(), 120'000);
        const auto* comparison = m_window->findChild<CompareView*>();
        QTRY_VERIFY(comparison->findChild<FiguresTable*>()->isVisible());
        QTRY_COMPARE(comparison->figures()->columnCount(), 4); // the names of the figures, and three runs
        QVERIFY2(clicks <= 3, qPrintable(QString::number(clicks)));
    }

    void aSweepThatEndedInTheBackgroundIsComparedByItsNotice()
    {
        open();
        startSweep();
        m_window->findChild<Workspace*>()->showView("log");
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 120'000);
        QVERIFY(!m_window->findChild<CompareView*>()); // nothing came to the front
        QAbstractButton* compare = noticeButton("Compare");
        QVERIFY(compare);
        QTest::mouseClick(compare, Qt::LeftButton);
        QTRY_VERIFY(m_window->findChild<CompareView*>());
        QTRY_COMPARE(m_window->findChild<CompareView*>()->figures()->columnCount(), 3);
    }

    void theBaseIsTheExperimentOfThePanel()
    {
        open();
        m_window->experimentPanel()->setFieldText("seed", "42");
        QCOMPARE(sweep()->form()->base().seed, int64_t(42));
        QCOMPARE(sweep()->model()->points()[0].experiment.seed, int64_t(42));
    }

    void theLabIsOneClickInAnEmptyWindow()
    {
        open();
        m_window->findChild<Workspace*>()->showView("curves");
        auto* button = m_window->findChild<QToolButton*>("emptyButton");
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(sweep()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 60'000);
        QCOMPARE(m_window->experimentPanel()->experiment().network, std::string("mnist-convnet-2020"));
        QCOMPARE(m_window->experimentPanel()->experiment().dataset, std::string("synthetic"));
        QCOMPARE(sweep()->model()->rowCount(), 3);
        QVERIFY(m_window->findChild<QPushButton*>("sweepStartButton")->isEnabled());
        m_window->experimentPanel()->undoAction()->trigger();
        QCOMPARE(m_window->experimentPanel()->experiment().network, std::string("mlp"));
    }

    void theSettingsThatTheLabReplacesAreBroughtBack()
    {
        open();
        auto* panel = m_window->experimentPanel();
        panel->setFieldText("seed", "42");
        panel->setFieldText("batch_size", "48");
        const Experiment own = panel->experiment();
        m_window->actions()->lab->trigger();
        QVERIFY(panel->experiment() != own);
        QCOMPARE(m_window->notices()->text("replacedSettings"),
                 QString("The experiment has the settings of Lab 1. Undo brings yours back."));
        panel->setFieldText("seed", "7"); // a single step back would only undo this
        QAbstractButton* undo = noticeButton("Undo");
        QVERIFY(undo);
        undo->click();
        QVERIFY(panel->experiment() == own);
        QVERIFY(!m_window->notices()->has("replacedSettings"));
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 60'000);

        m_window->actions()->lab->trigger();
        QVERIFY(m_window->notices()->has("replacedSettings"));
        panel->undoAction()->trigger();
        QVERIFY(panel->experiment() == own);
        QVERIFY(!m_window->notices()->has("replacedSettings"));
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 60'000);
    }

    /// Also while another view is in front.
    void theToolBarShowsTheProgressAndStopsTheSweep()
    {
        open(10);
        sweep()->form()->setImages(600);
        const QAction* stop = m_window->actions()->stop;
        const QString usualTip = stop->toolTip();
        QVERIFY(!stop->isEnabled());
        startSweep();
        m_window->findChild<Workspace*>()->showView("log");
        const auto* progress = m_window->findChild<RunProgress*>();
        const auto* bar = progress->findChild<QProgressBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && bar->value() > 0, 60'000);
        QVERIFY2(progress->text().startsWith("Sweep · 0 of 2 runs · about "), qPrintable(progress->text()));
        QVERIFY(!m_window->actions()->pause->isEnabled());
        QVERIFY(stop->isEnabled());
        QCOMPARE(stop->toolTip(), QString("Stop the sweep after the current step (Ctrl+.)"));
        m_window->actions()->stop->trigger();
        QCOMPARE(progress->text(), QString("Sweep · Stopping…"));
        QVERIFY(!stop->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!sweep()->isRunning(), 60'000);
        QVERIFY(m_window->notices()->text("sweep").startsWith("The sweep was stopped"));
        QCOMPARE(stop->toolTip(), usualTip);
        QVERIFY(!stop->isEnabled());
        QVERIFY(!progress->text().startsWith("Sweep"));
    }

    void closingAsksAndStopsTheSweep()
    {
        open(10);
        sweep()->form()->setImages(600);
        startSweep();
        const auto* model = sweep()->model();
        QTRY_VERIFY_WITH_TIMEOUT(model->begunCount() > 0, 60'000);
        m_accept = false;
        m_window->close();
        QCOMPARE(m_questions, 1);
        QVERIFY(m_window->isVisible() && sweep()->isRunning());
        m_accept = true;
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 60'000);
        QCOMPARE(m_questions, 2);
        QVERIFY(!sweep()->isRunning());
        const auto folder = m_data->filePath("sweep").toStdString();
        const auto asked = sweepOfFolder(folder);
        QVERIFY(asked.has_value());
        const auto first = pointOutcome(sweepRunPath(folder, 0, sweepPoints(*asked)[0]));
        QVERIFY(first == RunOutcome::Stopped || first == RunOutcome::NotStarted);
    }

    void aTrainingKeepsSweepsWaiting()
    {
        open(10);
        m_engine->millisecondsAStep = 20;
        QTest::mouseClick(m_window->findChild<QPushButton*>("trainButton"), Qt::LeftButton);
        QVERIFY(m_window->controller()->isTraining());
        QVERIFY(!m_window->findChild<QPushButton*>("sweepPlanButton")->isEnabled());
        QVERIFY(!m_window->actions()->lab->isEnabled());
        m_window->controller()->stop();
        QTRY_VERIFY(!m_window->controller()->isTraining());
        QVERIFY(m_window->findChild<QPushButton*>("sweepPlanButton")->isEnabled());
    }

    void theReportOfTheRunOnTheScreenIsWritten()
    {
        open();
        const QString folder = m_data->filePath("report");
        QDir().mkpath(folder);
        dialogs().chooseFolder = [&](QWidget*, const QString&, const QString&) { return folder; };
        m_window->experimentPanel()->setFieldText("steps", "20");
        QTest::mouseClick(m_window->findChild<QPushButton*>("trainButton"), Qt::LeftButton);
        QTRY_VERIFY(!m_window->controller()->isTraining());
        m_window->actions()->report->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->notices()->text("labReport").startsWith("Report written"), 60'000);
        QVERIFY(QDir(folder).exists("report.html"));
        QVERIFY(QDir(folder).exists("report.md"));
        QCOMPARE(m_questions, 0);
        m_window->actions()->report->trigger(); // there is one now
        QCOMPARE(m_questions, 1);
    }
};

QTEST_MAIN(TestWindowSweeps)
#include "test_window_sweeps.moc"
