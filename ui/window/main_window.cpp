#include "ui/window/main_window.h"

#include "core/base/text/format.h"
#include "core/import/shared/imported_run.h"
#include "core/run/event_memory.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/icons.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/support/trace_selection.h"
#include "ui/support/view.h"
#include "ui/sweep/sweep_view.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/reports/lab_report_export.h"
#include "ui/window/reports/report_export.h"
#include "ui/window/runs/event_memory_dialog.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/run_status_bar.h"
#include "ui/window/runs/trace_import.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_settings.h"
#include "ui/window/workspace.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace stepscope::ui {

namespace {

constexpr int viewsVersion =
    6; ///< increases when views are added or removed: a layout of another version is not restored

} // namespace

MainWindow::MainWindow(RunController::EngineLoader engine, QWidget* parent)
    : QMainWindow(parent)
    , m_controller(new RunController(std::move(engine), this))
    , m_actions(new WindowActions(this))
    , m_panelDock(new QDockWidget(tr("Experiment"), this))
    , m_panel(new ExperimentPanel(m_panelDock))
    , m_center(new QWidget(this))
    , m_notices(new NoticeArea(m_center))
    , m_workspace(new Workspace(m_center))
    , m_progress(new RunProgress(this))
    , m_statusBar(new RunStatusBar(this))
    , m_report(new ReportExport(this))
    , m_labReport(new LabReportExport(this))
    , m_dataSet(new DataSetNotice(m_notices, this))
    , m_reading(new BackgroundJob(this))
    , m_traces(new TraceImport(m_notices, this))
    , m_selection(new TraceSelection(this))
    , m_steps(new StepChoice(this))
    , m_textSize(QApplication::font().pointSizeF())
{
    setWindowTitle(tr("Stepscope"));
    setContextMenuPolicy(Qt::NoContextMenu);
    setAcceptDrops(true);
    setStatusBar(m_statusBar);
    buildViews();
    buildToolBar();
    buildMenus();
    connectActions();
    connectRun();
    connectEngine();
    connectNotices();
    connectSweepActions();
    connectReport();
    connectTraces();
    connectStepChoice();
    connectProgram();
    restoreSettings();
    updateTrainable();
}

MainWindow::~MainWindow()
{
    // The views use the run, which is deleted with the controller.
    for (const NamedView& named : m_views) {
        if (named.placed)
            named.view->showRun(nullptr);
    }
}

bool MainWindow::event(QEvent* event)
{
    const bool result = QMainWindow::event(event);
    if (event->type() == QEvent::Paint && !m_painted) {
        m_painted = true;
        QMetaObject::invokeMethod(this, &MainWindow::afterFirstPaint, Qt::QueuedConnection);
    }
    return result;
}

void MainWindow::afterFirstPaint()
{
    Q_EMIT firstPainted();
    setWindowIcon(applicationIcon());
    m_dataSet->check(m_panel->experiment());
    m_statusBar->startMeter();
    // The engine is loaded last: while the dynamic linker maps its libraries, everything else is several
    // times slower.
    connect(this, &MainWindow::viewsMade, m_controller, &RunController::loadEngine);
    auto* idle = new QTimer(this);
    idle->setSingleShot(true);
    constexpr int idleMs = 1'000; // does not delay the start
    idle->setInterval(idleMs);
    connect(idle, &QTimer::timeout, this, &MainWindow::makeIdleViewsInTurn);
    const auto start = qOverload<>(&QTimer::start);
    connect(m_controller, &RunController::engineReady, idle, start);
    connect(m_controller, &RunController::engineFailed, idle, start);
    QTimer::singleShot(1, this, &MainWindow::makeViewsInTurn);
}

void MainWindow::connectActions()
{
    connect(m_actions->train, &QAction::triggered, this, &MainWindow::train);
    connect(m_actions->pause, &QAction::triggered, this,
            [this] { m_controller->setPaused(!m_controller->isPaused()); });
    connect(m_actions->stop, &QAction::triggered, this,
            [this] { isRecording() ? stopProgram() : m_controller->stop(); });
    connect(m_actions->exportAll, &QAction::triggered, this,
            [this] { m_report->askAndWrite(m_controller->sharedRun(), m_controller->environment()); });
    connect(m_actions->openRun, &QAction::triggered, this, &MainWindow::askForRun);
    connect(m_actions->openFolder, &QAction::triggered, this, &MainWindow::askForFolder);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->copy, &QAction::triggered, this, &copyFromFocus);
    connect(m_actions->resetLayout, &QAction::triggered, this, &MainWindow::applyDefaultLayout);
    connect(m_actions->largerText, &QAction::triggered, this, [this] { setTextSteps(m_textSteps + 1); });
    connect(m_actions->smallerText, &QAction::triggered, this, [this] { setTextSteps(m_textSteps - 1); });
    connect(m_actions->normalText, &QAction::triggered, this, [this] { setTextSteps(0); });
    connect(m_actions->eventMemory, &QAction::triggered, this, &MainWindow::askForEventMemory);
    const auto connectTheme = [this](QAction* action, ThemeMode mode) {
        connect(action, &QAction::triggered, this, [mode] { Theme::instance().setMode(mode); });
    };
    connectTheme(m_actions->themeSystem, ThemeMode::System);
    connectTheme(m_actions->themeLight, ThemeMode::Light);
    connectTheme(m_actions->themeDark, ThemeMode::Dark);
}

void MainWindow::connectRun()
{
    connect(m_controller, &RunController::started, this, &MainWindow::showStarted);
    connect(m_controller, &RunController::opened, this, &MainWindow::showOpened);
    connect(m_controller, &RunController::grew, this, &MainWindow::showGrown);
    connect(m_controller, &RunController::ended, this, &MainWindow::showEnded);
    connect(m_controller, &RunController::pausedChanged, this, [this](bool paused) {
        m_actions->setPaused(paused);
        updateFigures();
    });
    connect(m_controller, &RunController::stopping, this, [this] {
        m_actions->stop->setEnabled(false);
        m_actions->pause->setEnabled(false);
        updateFigures();
    });
    connect(m_report, &ReportExport::written, this,
            [this](const QString& folder, const QStringList& missing) {
                showReportNotice(*m_notices, folder, missing);
                log(LogLevel::Info, tr("Exported everything to %1").arg(folder));
                goOnClosing();
            });
    connect(m_report, &ReportExport::failed, this, [this](const QString& sentence, const QString& detail) {
        dialogs().showFailure(this, sentence, detail);
        goOnClosing();
    });
}

void MainWindow::connectEngine()
{
    connect(m_controller, &RunController::engineLoading, this, &MainWindow::updateTrainable);
    connect(m_controller, &RunController::engineReady, this, [this] {
        m_notices->remove("engine");
        m_panel->setDevices(m_controller->devices());
        log(LogLevel::Info,
            tr("LibTorch %1 is ready.").arg(QString::fromStdString(m_controller->engineInfo().version)));
        updateTrainable();
    });
    connect(m_controller, &RunController::engineFailed, this,
            [this](const QString& sentence, const QString& detail) {
                showEngineNotice(*m_notices, sentence, detail, [this] {
                    m_notices->remove("engine");
                    m_controller->loadEngine();
                });
                log(LogLevel::Error, sentence);
                updateTrainable();
            });
}

void MainWindow::connectNotices()
{
    connect(m_panel, &ExperimentPanel::changed, this, [this] {
        if (m_painted)
            m_dataSet->check(m_panel->experiment());
        updateTrainable();
    });
    connect(m_dataSet, &DataSetNotice::missingChanged, this, &MainWindow::updateTrainable);
    connect(m_dataSet, &DataSetNotice::useDataSet, this,
            [this](const QString& id) { m_panel->setFieldText("dataset", id); });
    connect(m_dataSet, &DataSetNotice::fetched, this, [this](const QString& label) {
        log(LogLevel::Info, tr("%1 was downloaded and checked.").arg(label));
        m_statusBar->showMessage(tr("%1 is ready.").arg(label), 10'000);
    });
}

QString MainWindow::whyNotTrain() const
{
    if (m_controller->isTraining())
        return tr("A training is running.");
    if (isSweeping())
        return tr("A sweep is running.");
    if (isRecording())
        return tr("A program is being recorded.");
    if (m_controller->engineState() == RunController::EngineState::Failed)
        return m_notices->text("engine");
    if (const QString problem = m_panel->problem(); !problem.isEmpty())
        return problem;
    return m_dataSet->isMissing() ? m_notices->text("dataSet") : QString();
}

void MainWindow::updateTrainable()
{
    const QString why = whyNotTrain();
    m_actions->train->setEnabled(why.isEmpty());
    m_actions->train->setToolTip(why.isEmpty() ? tr("Train the experiment from the start (Ctrl+R)") : why);
    const bool training = m_controller->isTraining();
    m_actions->pause->setEnabled(training && !m_controller->isStopping());
    m_actions->stop->setEnabled((training && !m_controller->isStopping()) || isRecording());
    m_actions->exportAll->setEnabled(m_controller->run() != nullptr);
    const Run* run = m_controller->run();
    m_statusBar->setDevice(run && isImported(*run)
                               ? QString::fromStdString(run->plan.deviceName)
                               : deviceText(m_panel->experiment(), m_controller->devices()));
    updateSweep();
    updateRecording();
    if (run)
        return;
    const bool loading = m_controller->engineState() <= RunController::EngineState::Loading;
    m_progress->showText(!why.isEmpty() ? QString()
                         : loading      ? tr("Loading LibTorch…")
                                        : tr("Ready to train"));
}

void MainWindow::train()
{
    if (!whyNotTrain().isEmpty())
        return;
    saveSettings();
    m_controller->start(m_panel->experiment());
}

void MainWindow::showStarted()
{
    m_reading->cancel();
    m_panel->setReadOnly(true);
    m_actions->setPaused(false);
    showRunInViews();
    updateTrainable();
    updateFigures();
}

void MainWindow::showGrown()
{
    for (const NamedView& named : m_views) {
        if (named.placed)
            named.view->refresh();
    }
    constexpr int millisecondsToRead = 200;
    if (m_sinceFigures.elapsed() >= millisecondsToRead)
        updateFigures();
}

void MainWindow::showEnded()
{
    m_panel->setReadOnly(false);
    m_actions->setPaused(false);
    updateTrainable();
    updateFigures();
    const Run& run = *m_controller->run();
    showRunNotice(*m_notices, run, m_actions->exportAll);
    m_progress->showRun(run, runOutcomeText(run));
    setWindowTitle(tr("Stepscope"));
    if (m_isEventMemoryNew)
        applyEventMemory();
    goOnClosing();
}

void MainWindow::updateFigures()
{
    m_sinceFigures.start();
    const Run* run = m_controller->run();
    if (!run)
        return;
    const QString state = m_controller->isStopping() ? tr("Stopping")
                          : m_controller->isPaused() ? tr("Paused")
                                                     : QString();
    m_statusBar->showRun(run);
    updateRecording();
    showEventsNotice(*m_notices, *run, m_actions->eventMemory);
    m_progress->showRun(*run, m_controller->isTraining() ? state : runOutcomeText(*run));
    if (m_controller->isTraining())
        setWindowTitle(tr("%1 – Stepscope").arg(state.isEmpty() ? tr("Training") : state));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    const bool isBusy = m_controller->isTraining() || isWriting() || isSweeping() || isRecording();
    if (m_closing == Closing::Now || !isBusy) {
        saveSettings();
        event->accept();
        return;
    }
    event->ignore();
    if (m_closing != Closing::No) {
        stopProgram(); // which may ignore the first request; everything else ends within a moment
        return;
    }
    if (isSweeping() && !stopSweepToClose())
        return;
    if (isRecording() && !stopProgramToClose())
        return;
    if (m_controller->isTraining()) {
        const bool isKept = std::filesystem::exists(m_controller->runPath());
        const Confirmation question{
            tr("Training is running"),
            isKept ? tr("Stop the training and close? Everything measured so far is kept in the library.")
                   : tr("Stop the training and close? All measurements are lost, because their file could "
                        "not be written."),
            tr("Stop and close"), tr("Keep training")};
        if (!dialogs().confirm(this, question))
            return;
        m_controller->stop();
    }
    m_closing = Closing::WhenWritten;
    goOnClosing();
}

void MainWindow::closeUnasked()
{
    if (m_closing == Closing::Now)
        return;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->isModal())
            widget->close();
    }
    if (isSweeping())
        m_sweep->stop();
    stopProgram();
    constexpr int patienceMs = 5'000;
    if (isRecording())
        QTimer::singleShot(patienceMs, this, &MainWindow::closeUnasked);
    m_controller->stop();
    m_closing = Closing::WhenWritten;
    goOnClosing();
}

void MainWindow::goOnClosing()
{
    if (m_closing == Closing::No || m_controller->isTraining() || isWriting() || isSweeping() ||
        isRecording())
        return;
    m_closing = Closing::Now;
    close();
}

void MainWindow::restoreSettings()
{
    const WindowSettings settings = readWindowSettings();
    m_panel->load(settings.experiment);
    m_eventMemoryBytes = settings.eventMemoryBytes;
    if (eventMemoryLimit() == automaticEventMemory()) // otherwise the command line has set it
        useEventMemory(m_eventMemoryBytes);
    if (settings.textSteps != 0)
        setTextSteps(settings.textSteps);
    if (!restoreGeometry(settings.geometry)) {
        const QSize available = screen()->availableGeometry().size();
        const QSize most = (QSizeF(available) * 0.9).toSize().boundedTo({1760, 1080});
        resize(most.expandedTo({1280, 800}).boundedTo(available)); // fits a small screen
    }
    applyDefaultLayout();
    restoreState(settings.docks);
    m_workspace->restoreState(settings.workspace, viewsVersion);
}

void MainWindow::saveSettings() const
{
    writeWindowSettings({.geometry = saveGeometry(),
                         .docks = saveState(),
                         .workspace = m_workspace->saveState(viewsVersion),
                         .theme = Theme::instance().mode(),
                         .textSteps = m_textSteps,
                         .eventMemoryBytes = m_eventMemoryBytes,
                         .experiment = m_panel->experiment()});
}

void MainWindow::askForEventMemory()
{
    EventMemoryDialog dialog(m_eventMemoryBytes, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_eventMemoryBytes = dialog.bytes();
    saveSettings();
    if (m_controller->isTraining()) {
        m_isEventMemoryNew = true; // the training keeps its initial limit
        return showStatusMessage(this, tr("The limit applies after the training."));
    }
    applyEventMemory();
}

/// Reads the run on the screen again, because it was read with the previous limit.
void MainWindow::applyEventMemory()
{
    m_isEventMemoryNew = false;
    useEventMemory(m_eventMemoryBytes);
    const Run* run = m_controller->run();
    const std::filesystem::path& path = m_controller->runPath();
    if (run && !path.empty() && run->isOver() && std::filesystem::exists(path))
        readRun(path, m_steps->pickedName(), true);
}

void MainWindow::applyDefaultLayout()
{
    m_panelDock->setFloating(false);
    m_panelDock->show();
    addDockWidget(Qt::LeftDockWidgetArea, m_panelDock);
    resizeDocks({m_panelDock}, {360}, Qt::Horizontal);
    m_workspace->applyDefaultLayout(width());
}

void MainWindow::setTextSteps(int steps)
{
    m_textSteps = std::clamp(steps, -4, 8);
    QFont font = QApplication::font();
    font.setPointSizeF(m_textSize * std::pow(1.1, m_textSteps));
    QApplication::setFont(font);
}

} // namespace stepscope::ui
