#include "tests/support/fake_engine.h"

#include "core/run/event_memory.h"
#include "core/run_file/run_file.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/operator_bench/operator_bench_dialog.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/support/dialogs.h"
#include "ui/support/open_outside.h"
#include "ui/support/view.h"
#include "ui/theme/theme.h"
#include "ui/window/help/help_window.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/side_panel.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <functional>
#include <utility>

using namespace stepscope;
using namespace stepscope::ui;

class TestMainWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;
    int m_questions = 0;
    bool m_accept = true;
    const Dialogs m_usualDialogs = dialogs();

    void open(RunController::EngineLoader loader)
    {
        m_window = std::make_unique<MainWindow>(std::move(loader));
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void openReady(int64_t steps)
    {
        open([engine = m_engine] { return engine; });
        m_window->experimentPanel()->load(Experiment{.dataset = "synthetic", .steps = steps});
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
    }
    RunController* controller() const { return m_window->controller(); }
    const Run& run() const { return *controller()->run(); }
    /// The only one in the library.
    StoredRun keptRun() const
    {
        const QDir library(m_data->path() + "/runs");
        const auto files = library.entryList({"*.stepscope"});
        return files.size() == 1 ? readRunFile(library.filePath(files.first()).toStdString()) : StoredRun();
    }
    QPushButton* trainButton() const { return m_window->findChild<QPushButton*>("trainButton"); }
    void clickTrain() const { QTest::mouseClick(trainButton(), Qt::LeftButton); }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-window");
        QSettings().clear();
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        qputenv("STEPSCOPE_LIBRARY", (m_data->path() + "/runs").toUtf8());
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

    void cleanup()
    {
        m_window.reset();
        setEventMemoryLimit(automaticEventMemory());
    }

    /// Sets it in the dialog that the menu opens.
    void setEventMemory(int megabytes)
    {
        QTimer::singleShot(0, this, [megabytes] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            dialog->findChild<QSpinBox*>("eventMemory")->setValue(megabytes);
            dialog->accept();
        });
        m_window->actions()->eventMemory->trigger();
    }

    void theEngineIsLoadedOnlyAfterTheFirstPaint()
    {
        std::atomic<bool> loaded = false;
        std::atomic<bool> painted = false;
        m_window = std::make_unique<MainWindow>([&] {
            loaded = true;
            return painted ? m_engine : throw Error("loaded before the window was painted");
        });
        QTest::qWait(20);
        QVERIFY(!loaded);
        connect(m_window.get(), &MainWindow::firstPainted, this, [&] { painted = true; });
        m_window->show();
        QTRY_COMPARE(controller()->engineState(), RunController::EngineState::Ready);
    }

    void aClickOnTrainTrainsWhileTheViewsFollow()
    {
        openReady(80);
        QVERIFY(trainButton()->isEnabled());
        clickTrain();
        QVERIFY(controller()->isTraining());
        QVERIFY(!trainButton()->isEnabled());
        QTRY_VERIFY(run().steps.size() > 5);
        const size_t early = run().steps.size();
        QTRY_VERIFY(run().steps.size() > early + 10);
        QTRY_VERIFY(!controller()->isTraining());
        QCOMPARE(run().outcome, RunOutcome::Finished);
        QCOMPARE(run().steps.size(), 80U);
        QVERIFY(trainButton()->isEnabled());
        QVERIFY2(m_window->notices()->text("run").startsWith("Finished: 80 steps"),
                 qPrintable(m_window->notices()->text("run")));
        QVERIFY(m_window->notices()->text("run").contains("982/1000"));
    }

    /// A click must not hit something else because a message has come.
    void aNoticeMovesNoView()
    {
        openReady(10);
        const auto* operators = m_window->findChild<QDockWidget*>("operators");
        const auto* curves = m_window->findChild<QDockWidget*>("curves");
        const auto places = [&] {
            return std::pair(curves->mapTo(m_window.get(), QPoint()),
                             operators->mapTo(m_window.get(), QPoint()));
        };
        const auto before = places();
        m_window->notices()->show("some", {.text = "Something has happened."});
        QTRY_VERIFY(m_window->notices()->height() > 0 && m_window->notices()->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        m_window->notices()->remove("some");
    }

    void theOperatorTableFillsAndSorts()
    {
        openReady(80);
        clickTrain();
        m_window->findChild<QDockWidget*>("operators")->raise();
        const auto* table = m_window->findChild<QDockWidget*>("operators")->findChild<QTableView*>();
        QVERIFY(table);
        QTRY_VERIFY(table->model()->rowCount() >= 4);
        QTRY_VERIFY(!controller()->isTraining());
        auto* model = table->model();
        const auto column = [&](int which) {
            QStringList texts;
            for (int row = 0; row < model->rowCount(); ++row)
                texts += model->index(row, which).data().toString();
            return texts;
        };
        model->sort(0, Qt::AscendingOrder);
        const QStringList ascending = column(0);
        model->sort(0, Qt::DescendingOrder);
        const QStringList descending = column(0);
        QVERIFY(ascending != descending);
        QCOMPARE(QStringList(descending.rbegin(), descending.rend()), ascending);
    }

    void aViewBehindAnotherTabIsHidden()
    {
        openReady(5);
        const auto seen = [this] {
            QStringList names;
            for (const View* view : m_window->findChildren<View*>()) {
                if (view->isVisible())
                    names += QString(view->metaObject()->className()).section(':', -1);
            }
            return names;
        };
        QTRY_COMPARE(seen(), QStringList("OverviewView"));
        const auto show = [this](Qt::Key key) {
            const auto actions = m_window->findChildren<QAction*>();
            const auto found = std::ranges::find(actions, QKeySequence(Qt::CTRL | key), &QAction::shortcut);
            QVERIFY(found != actions.end());
            (*found)->trigger();
        };
        show(Qt::Key_5);
        QTRY_COMPARE(seen(), QStringList("OperatorsView"));
        show(Qt::Key_2);
        QTRY_COMPARE(seen(), QStringList("CurvesView"));

        // A user who changes views by keys continues by keys in the new view.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto focused = [] {
            for (QWidget* each = QApplication::focusWidget(); each; each = each->parentWidget()) {
                if (qobject_cast<View*>(each))
                    return QString(each->metaObject()->className()).section(':', -1);
            }
            return QString();
        };
        m_window->findChild<QWidget*>("curves")->findChild<View*>()->setFocus();
        QCOMPARE(focused(), QString("CurvesView"));
        show(Qt::Key_6);
        QTRY_COMPARE(focused(), QString("TimelineView"));
        show(Qt::Key_5);
        QTRY_COMPARE(focused(), QString("OperatorsView"));
        m_window->experimentPanel()->findChild<QLineEdit*>()->setFocus();
        show(Qt::Key_2); // the form keeps it
        QTRY_COMPARE(seen(), QStringList("CurvesView"));
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    }

    void aHiddenViewExportsTheRunAsItIs()
    {
        openReady(80);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        const auto exported = [this](const char* view, const char* file) {
            const QTemporaryDir folder;
            auto* of = m_window->findChild<QWidget*>(view)->findChild<View*>();
            const auto items = of->exportItems();
            const auto item = std::ranges::find(items, file, &ExportItem::fileName);
            if (of->isVisible() || item == items.end())
                return QByteArray();
            const QString path = folder.filePath("file." + item->formats.back());
            item->write(path);
            QFile written(path);
            return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
        };
        for (const auto& [view, file] : {std::pair("operators", "operators"), std::pair("machine", "samples"),
                                         std::pair("graph", "graph")})
            QVERIFY2(exported(view, file).size() > 100, view);
        QTRY_VERIFY(m_window->findChild<QDockWidget*>("steps")->widget()); // the later one
        for (const auto& [view, file] : {std::pair("timeline", "timeline"), std::pair("steps", "step-parts")})
            QVERIFY2(exported(view, file).size() > 100, view);
    }

    void otherViewsAreMadeOnceNothingElseIsToBeDone()
    {
        openReady(5);
        const auto isMade = [this](const char* name) {
            return std::ranges::any_of(m_window->findChildren<View*>(), [name](const View* view) {
                return QString(view->metaObject()->className()).section(':', -1) == name;
            });
        };
        QVERIFY(!isMade("StepsView"));
        QTRY_VERIFY(isMade("StepsView") && isMade("AdviceView") && isMade("MemoryView"));
        QVERIFY(!isMade("SweepView"));
    }

    void stopAnswersAndKeepsWhatWasMeasured()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 10);
        m_window->actions()->stop->trigger();
        QVERIFY(!m_window->actions()->stop->isEnabled());
        QTRY_VERIFY(!controller()->isTraining());
        QCOMPARE(run().outcome, RunOutcome::Stopped);
        QVERIFY(run().steps.size() > 10);
        QVERIFY(m_window->notices()->text("run").startsWith("Stopped"));
    }

    void theFocusGoesFromTrainToPauseAndFromStopToTrain()
    {
        openReady(100'000);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto* bar = m_window->findChild<QToolBar*>("runBar");
        QWidget* const pause = bar->widgetForAction(m_window->actions()->pause);
        QWidget* const stop = bar->widgetForAction(m_window->actions()->stop);
        trainButton()->setFocus();
        QTest::keyClick(trainButton(), Qt::Key_Space);
        QVERIFY(controller()->isTraining());
        QTRY_VERIFY(pause->hasFocus());
        stop->setFocus();
        QTest::keyClick(stop, Qt::Key_Space);
        QTRY_VERIFY(!controller()->isTraining());
        QTRY_VERIFY(trainButton()->hasFocus());
    }

    /// With Ctrl+R from a field of the form, which is disabled during the training.
    void theFocusGoesFromTheFormToPauseAndBack()
    {
        openReady(200);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto* bar = m_window->findChild<QToolBar*>("runBar");
        QWidget* const pause = bar->widgetForAction(m_window->actions()->pause);
        const auto fields = m_window->experimentPanel()->findChildren<QLineEdit*>();
        const auto shown = std::ranges::find_if(fields, [](const auto* line) { return line->isVisible(); });
        QVERIFY(shown != fields.end());
        QLineEdit* const field = *shown;
        field->setFocus();
        QVERIFY(field->hasFocus());
        m_window->actions()->train->trigger();
        QVERIFY(controller()->isTraining());
        m_window->actions()->pause->trigger(); // until the focus has been seen
        QTRY_VERIFY(pause->hasFocus());
        m_window->actions()->pause->trigger();
        QTRY_VERIFY(!controller()->isTraining());
        QTRY_VERIFY(field->hasFocus());
    }

    void theMemoryForEventsIsSetAndRemembered()
    {
        openReady(80);
        QCOMPARE(eventMemoryLimit(), automaticEventMemory());
        setEventMemory(256);
        QCOMPARE(eventMemoryLimit(), 256'000'000);
        m_window.reset();
        setEventMemoryLimit(automaticEventMemory()); // as in another process
        openReady(80);
        QCOMPARE(eventMemoryLimit(), 256'000'000);
        setEventMemory(0);
        QCOMPARE(eventMemoryLimit(), automaticEventMemory());
        m_window.reset();
        setEventMemoryLimit(64'000'000); // by the command line, which takes precedence
        QSettings().setValue("window/event memory", 512'000'000);
        openReady(80);
        QCOMPARE(eventMemoryLimit(), 64'000'000);
    }

    void theNoticeOnEventsLeadsToTheirLimit()
    {
        openReady(80);
        setEventMemoryLimit(200);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        QVERIFY(run().leftOut.any());
        QVERIFY(m_window->notices()->has("events"));
        const auto details = m_window->notices()->findChildren<QPlainTextEdit*>();
        QVERIFY(std::ranges::any_of(details, [](const QPlainTextEdit* detail) {
            return detail->toPlainText().contains("the files of Export everything cover the whole run");
        }));
        const size_t events = run().trace.size();
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            dialog->findChild<QSpinBox*>("eventMemory")->setValue(100);
            dialog->accept();
        });
        for (QPushButton* button : m_window->notices()->findChildren<QPushButton*>()) {
            if (button->text() == "Change limit…")
                button->click();
        }
        QTRY_VERIFY(!run().leftOut.any()); // the run is read again
        QVERIFY(run().trace.size() > events);
        QTRY_VERIFY(!m_window->notices()->has("events"));
        QVERIFY(m_window->notices()->has("run")); // which says how it ended
    }

    void aTrainingKeepsToTheMemoryThatItBeganWith()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        setEventMemory(256);
        QCOMPARE(eventMemoryLimit(), automaticEventMemory());
        m_window->actions()->stop->trigger();
        QTRY_VERIFY(!controller()->isTraining());
        QCOMPARE(eventMemoryLimit(), 256'000'000);
    }

    void pauseHoldsAndResumeGoesOn()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        m_window->actions()->pause->trigger();
        QCOMPARE(m_window->actions()->pause->text(), "Resume");
        QTest::qWait(100); // whatever was under way
        const size_t held = run().steps.size();
        QTest::qWait(100);
        QCOMPARE(run().steps.size(), held);
        QVERIFY(m_window->findChild<RunProgress*>()->text().startsWith("Paused"));
        m_window->actions()->pause->trigger();
        QTRY_VERIFY(run().steps.size() > held + 5);
    }

    void whatFailsIsANoticeUntilTheUserTriesAgain()
    {
        open([engine = m_engine] { return engine; });
        dialogs().showFailure = m_usualDialogs.showFailure;
        dialogs().openUrl = [](const QUrl&) { return false; };
        openOutside(QUrl::fromLocalFile("/a/report.html"));
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(m_window->notices()->text("failure"),
                 QString("The desktop has no program that opens /a/report.html."));
        m_window->experimentPanel()->openFile(m_data->path() + "/missing.json");
        QVERIFY2(m_window->notices()->text("failure").contains("missing.json"),
                 qPrintable(m_window->notices()->text("failure")));
        dialogs().openUrl = [](const QUrl&) { return true; };
        openOutside(QUrl::fromLocalFile("/a/report.html"));
        QVERIFY(!m_window->notices()->has("failure"));
        dialogs().openUrl = m_usualDialogs.openUrl;
    }

    void aFailureBecomesANoticeAndTrainingWorksAgain()
    {
        openReady(60);
        m_engine->failAtStep = 20;
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        QCOMPARE(m_window->notices()->text("run"), "The fake engine failed at step 20.");
        auto* details = m_window->notices()->findChild<QPushButton*>("detailsButton");
        QVERIFY(details);
        m_engine->failAtStep = -1;
        clickTrain();
        QVERIFY(!m_window->notices()->has("run"));
        QTRY_VERIFY(!controller()->isTraining());
        QCOMPARE(run().outcome, RunOutcome::Finished);
    }

    void aMissingEngineLeavesAWorkingWindow()
    {
        open([]() -> std::shared_ptr<Engine> {
            throw Error("LibTorch was not found.", "dlopen: no such file");
        });
        QTRY_VERIFY(m_window->notices()->has("engine"));
        QCOMPARE(m_window->notices()->text("engine"), "LibTorch was not found.");
        QVERIFY(!trainButton()->isEnabled());
        QCOMPARE(trainButton()->toolTip(), "LibTorch was not found.");
        const QAction* measure = m_window->actions()->measureOperator;
        QVERIFY(!measure->isEnabled());
        QCOMPARE(measure->toolTip(), "LibTorch was not found.");
        m_window->experimentPanel()->setFieldText("batch_size", "16");
        QCOMPARE(m_window->experimentPanel()->experiment().batchSize, 16);
    }

    void anOperatorIsMeasuredAlone()
    {
        openReady(80);
        QAction* measure = m_window->actions()->measureOperator;
        measure->trigger(); // without a run
        auto* dialog = m_window->findChild<OperatorBenchDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* call = dialog->findChild<QLineEdit*>("benchCall");
        QVERIFY(call->text().isEmpty());
        dialog->close();
        clickTrain();
        QVERIFY(!measure->isEnabled());
        QCOMPARE(measure->toolTip(), "A network is being trained.");
        QTRY_VERIFY(!controller()->isTraining());
        QVERIFY(measure->isEnabled());

        m_window->findChild<Workspace*>()->showView("operators");
        QTRY_VERIFY(m_window->findChild<OperatorsView*>());
        auto* table = m_window->findChild<OperatorsView*>()->table();
        QTRY_VERIFY(table->selectOperator("aten::conv2d"));
        QMenu menu;
        table->fillRowMenu(&menu);
        for (QAction* action : menu.actions())
            if (action->objectName() == "operatorMeasure")
                action->trigger();
        QVERIFY(dialog->isVisible());
        QCOMPARE(call->text(), "conv2d 64x1x28x28 32x1x3x3");
    }

    void whatIsNotAllowedDisablesTrainAndSaysWhy()
    {
        openReady(10);
        m_window->experimentPanel()->setFieldText("batch_size", "0");
        QVERIFY(!trainButton()->isEnabled());
        QCOMPARE(trainButton()->toolTip(), "Batch size is 0, but must be 1 to 1,000,000.");
        m_window->experimentPanel()->setFieldText("batch_size", "8");
        QVERIFY(trainButton()->isEnabled());
    }

    void aMissingDataSetDisablesTrainUntilAnotherIsUsed()
    {
        openReady(10);
        m_window->experimentPanel()->setFieldText("dataset", "mnist");
        QVERIFY(m_window->notices()->has("dataSet"));
        QVERIFY(!trainButton()->isEnabled());
        m_window->experimentPanel()->setFieldText("dataset", "synthetic");
        QVERIFY(!m_window->notices()->has("dataSet"));
        QVERIFY(trainButton()->isEnabled());
    }

    void everythingIsExportedIntoAFolder()
    {
        openReady(80);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        const QTemporaryDir folder;
        dialogs().chooseFolder = [&](QWidget*, const QString&, const QString&) { return folder.path(); };
        m_window->actions()->exportAll->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->notices()->has("report"), 60'000);
        const QStringList files = QDir(folder.path()).entryList(QDir::Files);
        for (const char* name : {"experiment.json", "environment.json", "metrics.csv", "epochs.csv",
                                 "samples.csv", "operators.csv", "curves.png", "operators.png", "graph.svg",
                                 "graph.png", "graph.dot", "trace.json", "overview.png", "machine.png",
                                 "timeline.png", "flame.png", "calls.png", "steps.png"})
            QVERIFY2(files.contains(name), name);
        for (const char* name : {"overview.png", "timeline.png", "flame.png", "calls.png", "steps.png"})
            QVERIFY2(QImage(folder.filePath(name)).width() > 600, name);
        QCOMPARE(m_questions, 0);
        m_accept = false; // the folder holds a run now
        m_window->actions()->exportAll->trigger();
        QCOMPARE(m_questions, 1);
    }

    void theExportMenusBeginWithTheViewInFront()
    {
        openReady(80);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        m_window->findChild<Workspace*>("workspace")->showView("curves");
        auto* button = m_window->findChild<QToolButton*>("exportMenuButton");
        QVERIFY(button);
        const auto first = [button] {
            Q_EMIT button->menu()->aboutToShow();
            return button->menu()->actions().value(0)->text();
        };
        QTRY_COMPARE(first(), QString("Curves as PNG…"));
        m_window->findChild<Workspace*>("workspace")->showView("machine");
        QTRY_COMPARE(first(), QString("Machine as PNG…"));
    }

    void exportsAreNamedAfterTheRun()
    {
        openReady(80);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        m_window->findChild<Workspace*>("workspace")->showView("curves");
        auto* button = m_window->findChild<QToolButton*>("exportMenuButton");
        const auto fileProposedBy = [this](const std::function<void()>& ask) {
            PictureQuestion asked;
            dialogs().askPicture = [&asked](QWidget*, const PictureQuestion& question) {
                asked = question;
                return std::nullopt;
            };
            ask();
            dialogs().askPicture = m_usualDialogs.askPicture;
            return QFileInfo(asked.path).fileName();
        };
        const QString stem = QString::fromStdString(controller()->runPath().stem().string());
        QVERIFY(!stem.isEmpty());
        Q_EMIT button->menu()->aboutToShow();
        QCOMPARE(fileProposedBy([button] { button->menu()->actions().first()->trigger(); }),
                 "curves-" + stem + ".png");
        QCOMPARE(fileProposedBy([button] {
                     QTest::mouseClick(button, Qt::LeftButton, {}, {10, 10});
                 }),
                 "curves-" + stem + ".png");
        QCOMPARE(fileProposedBy([this] { m_window->actions()->exportView->trigger(); }),
                 "curves-" + stem + ".png");
    }

    void everyExportOfEveryViewCanBeWritten()
    {
        openReady(80);
        clickTrain();
        QTRY_VERIFY(!controller()->isTraining());
        const QTemporaryDir folder;
        int written = 0;
        for (View* view : m_window->findChildren<View*>()) {
            for (const ExportItem& item : view->exportItems()) {
                for (const QString& format : item.formats) {
                    const QString path =
                        folder.filePath(QString("%1-%2.%3").arg(written).arg(item.fileName, format));
                    try {
                        item.write(path);
                    } catch (const std::exception& error) {
                        QFAIL(qPrintable(item.title + " as " + format + ": " + error.what()));
                    }
                    QVERIFY2(QFileInfo(path).size() > 0, qPrintable(path));
                    ++written;
                }
            }
        }
        QVERIFY(written >= 8);
    }

    void closingWhileTrainingAsksAndMayBeRefused()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        m_accept = false;
        QVERIFY(!m_window->close());
        QCOMPARE(m_questions, 1);
        QVERIFY(controller()->isTraining());
        QVERIFY(!controller()->isStopping());
    }

    void closingWhileTrainingStopsAndKeepsTheRun()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        QVERIFY(!m_window->close());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 30'000);
        QCOMPARE(run().outcome, RunOutcome::Stopped);
        const StoredRun kept = keptRun();
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.run.outcome, RunOutcome::Stopped);
        QCOMPARE(kept.run.steps.size(), run().steps.size());
    }

    void aSignalStopsTheTrainingAndClosesWithoutAQuestion()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        m_accept = false;
        m_window->closeUnasked();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 30'000);
        QCOMPARE(m_questions, 0);
        const StoredRun kept = keptRun();
        QCOMPARE(kept.run.outcome, RunOutcome::Stopped);
        QCOMPARE(kept.run.steps.size(), run().steps.size());
    }

    void aSignalClosesADialogAndTheWindow()
    {
        openReady(10);
        QDialog dialog(m_window.get());
        dialog.setModal(true);
        dialog.show();
        m_window->closeUnasked();
        QVERIFY(!dialog.isVisible());
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(m_questions, 0);
    }

    /// As when the display is gone: Qt ends the program, and no event is handled any more.
    void theRunIsKeptWhenTheProgramEndsWithoutEvents()
    {
        openReady(100'000);
        clickTrain();
        QTRY_VERIFY(run().steps.size() > 5);
        controller()->stopAndWait();
        const StoredRun kept = keptRun();
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.run.outcome, RunOutcome::Stopped);
        QVERIFY(kept.run.steps.size() > 5);
        m_window->closeUnasked();
    }

    void closingWithoutATrainingAsksNothing()
    {
        openReady(10);
        QVERIFY(m_window->close());
        QCOMPARE(m_questions, 0);
    }

    void theGraphIsPreviewedWhenTheNetworkChanges()
    {
        openReady(10);
        QTRY_COMPARE(m_engine->graphsCaptured.load(), 1);
        m_window->experimentPanel()->setFieldText("seed", "5");
        m_window->experimentPanel()->setFieldText("network", "mlp");
        QTRY_COMPARE(m_engine->graphsCaptured.load(), 2);
    }

    void theExperimentIsLockedWhileTraining()
    {
        openReady(100'000);
        clickTrain();
        QVERIFY(!m_window->experimentPanel()->undoAction()->isEnabled());
        m_window->actions()->stop->trigger();
        QTRY_VERIFY(!controller()->isTraining());
        QVERIFY(m_window->experimentPanel()->openAction()->isEnabled());
    }

    void experimentThemeAndDocksAreRemembered()
    {
        openReady(10);
        m_window->experimentPanel()->setFieldText("batch_size", "16");
        m_window->findChild<QDockWidget*>("log")->close();
        m_window->actions()->themeDark->trigger();
        m_window->close();
        m_window.reset();
        QCOMPARE(QSettings().value("window/theme").toString(), "dark");
        open([engine = m_engine] { return engine; });
        QCOMPARE(m_window->experimentPanel()->experiment().batchSize, 16);
        QVERIFY(m_window->findChild<QDockWidget*>("log")->isHidden());
        m_window->actions()->resetLayout->trigger();
        QVERIFY(!m_window->findChild<QDockWidget*>("log")->isHidden());
        Theme::instance().setMode(ThemeMode::Light);
    }

    void aWideWindowShowsTheGraphBesideTheOverview()
    {
        openReady(10);
        const auto* graph = m_window->findChild<QDockWidget*>("graph");
        const auto* overview = m_window->findChild<QDockWidget*>("overview");
        m_window->actions()->resetLayout->trigger();
        QTRY_VERIFY(overview->widget()->isVisible() && !graph->widget()->isVisible());
        m_window->resize(1920, 1080);
        m_window->actions()->resetLayout->trigger();
        QTRY_VERIFY(overview->widget()->isVisible() && graph->widget()->isVisible());
        QVERIFY(graph->mapTo(m_window.get(), QPoint()).x() > overview->mapTo(m_window.get(), QPoint()).x());
    }

    void theManualOpensAtThePageOfTheView()
    {
        openReady(10);
        const auto pageAfterF1 = [this]() -> QString {
            m_window->actions()->manual->trigger();
            for (QWidget* widget : QApplication::topLevelWidgets()) {
                if (const auto* help = qobject_cast<HelpWindow*>(widget); help && help->isVisible())
                    return help->page();
            }
            return {};
        };
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->experimentPanel()->findChild<QLineEdit*>()->setFocus();
        QCOMPARE(pageAfterF1(), QString("index.md"));
        m_window->findChild<QDockWidget*>("operators")->raise();
        m_window->activateWindow();
        m_window->findChild<QDockWidget*>("operators")->findChild<QTableView*>()->setFocus();
        QTRY_VERIFY(qobject_cast<QTableView*>(QApplication::focusWidget()));
        QCOMPARE(pageAfterF1(), QString("views/operators.md"));
        m_window->activateWindow();
        m_window->experimentPanel()->findChild<QLineEdit*>()->setFocus();
        m_window->findChild<QDockWidget*>("log")->raise(); // as a click on its tab, which leaves the focus
        QTRY_COMPARE(pageAfterF1(), QString("views/log.md"));
    }

    void theListOfKeysFitsOnTheScreenAndNamesEntriesFully()
    {
        openReady(10);
        bool fits = false;
        QStringList names;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            const QSize screen = dialog->screen()->availableGeometry().size();
            fits = dialog->width() <= screen.width() && dialog->height() <= screen.height();
            for (const QLabel* label : dialog->findChildren<QLabel*>())
                names += label->text();
            dialog->reject();
        });
        m_window->actions()->shortcuts->trigger();
        QVERIFY(fits);
        QVERIFY(names.contains("Show selection in Operators"));
        QVERIFY(!names.contains("Operators"));
        QVERIFY(names.contains("Go to Operators"));
    }

    void theFactsOfAResumedRunAreShown()
    {
        openReady(10);
        Experiment other = m_window->experimentPanel()->experiment();
        other.network = "mlp";
        m_window->controller()->start(other);
        auto* side = m_window->findChild<SidePanel*>();
        QVERIFY(!side->isFormShown());
        QTRY_VERIFY(!controller()->isTraining());
        QVERIFY(!side->isFormShown());

        m_window->controller()->start(m_window->experimentPanel()->experiment());
        QVERIFY(side->isFormShown());
        QTRY_VERIFY(!controller()->isTraining());
    }

    void aTrainingHasAbsolutePaths()
    {
        openReady(10);
        Experiment relative = m_window->experimentPanel()->experiment();
        relative.initialWeights = "w.safetensors";
        m_window->experimentPanel()->load(relative);
        m_window->controller()->start(m_window->experimentPanel()->experiment());
        QVERIFY(m_window->findChild<SidePanel*>()->isFormShown()); // it is the form's own
        QCOMPARE(QString::fromStdString(controller()->run()->experiment.initialWeights),
                 QDir::current().filePath("w.safetensors"));
        QTRY_VERIFY(!controller()->isTraining());
    }

    void theNextStartBeginsWithTheOverview()
    {
        openReady(10);
        m_window->findChild<Workspace*>()->showView("log");
        QTRY_VERIFY(m_window->findChild<Workspace*>()->isShown("log"));
        m_window->close();
        openReady(10);
        QTRY_VERIFY(m_window->findChild<Workspace*>()->isShown("overview"));
        QVERIFY(!m_window->findChild<Workspace*>()->isShown("log"));
    }

    void everyActionHasAStatusTipAndNoKeyTwice()
    {
        openReady(10);
        QMap<QString, QString> taken;
        for (const QAction* menu : m_window->menuBar()->actions()) {
            for (const QAction* action : menu->menu()->actions()) {
                if (action->isSeparator() || action->menu())
                    continue;
                QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
                for (const QKeySequence& key : action->shortcuts()) {
                    QVERIFY2(!taken.contains(key.toString()) || taken[key.toString()] == action->text(),
                             qPrintable(key.toString()));
                    taken[key.toString()] = action->text();
                }
            }
        }
        QVERIFY(taken.size() >= 12);
    }
};

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"
