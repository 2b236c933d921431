#include "ui/window/main_window.h"

#include "core/experiment/experiment_fields.h"
#include "core/import/shared/imported_run.h"
#include "ui/advice/advice_view.h"
#include "ui/details/details_pane.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/log/log_view.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/runs_view.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/qt_text.h"
#include "ui/support/step_choice.h"
#include "ui/support/trace_selection.h"
#include "ui/window/focus_keeper.h"
#include "ui/window/help/help_dialogs.h"
#include "ui/window/help/help_window.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/model_notice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/opening/dropped_files.h"
#include "ui/window/opening/run_opener.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/palette/palette_sources.h"
#include "ui/window/reports/run_reports.h"
#include "ui/window/run_display.h"
#include "ui/window/runs/engine_use.h"
#include "ui/window/runs/event_memory_setting.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/memory_preview.h"
#include "ui/window/runs/run_follower.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/run_status_bar.h"
#include "ui/window/runs/shown_run.h"
#include "ui/window/runs/side_panel.h"
#include "ui/window/session/ab_testing.h"
#include "ui/window/session/operator_measuring.h"
#include "ui/window/session/program_recording.h"
#include "ui/window/session/session.h"
#include "ui/window/session/shutdown.h"
#include "ui/window/session/sweep_session.h"
#include "ui/window/views/copy_content.h"
#include "ui/window/views/dock_title_bar.h"
#include "ui/window/views/view_rail.h"
#include "ui/window/views/workspace.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_menus.h"
#include "ui/window/window_settings.h"
#include "ui/window/window_status.h"
#include "ui/window/window_views.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr auto saveWeightsKey = "training/saveWeights";
constexpr auto failureNotice = "failure";
constexpr int panelWidth = 360;
constexpr int narrowPanelWidth = 250;
constexpr int leastWidthForPanel = 1200; ///< of the window, for a panel of the usual width beside any view

} // namespace

MainWindow::MainWindow(RunController::EngineLoader engine, QWidget* parent)
    : QMainWindow(parent)
    , m_controller(new RunController(std::move(engine), this))
    , m_actions(new WindowActions(this))
    , m_panelDock(new QDockWidget(tr("Experiment"), this))
    , m_panel(new ExperimentPanel(m_panelDock))
    , m_engineUse(new EngineUse(
          m_controller, [this] { return m_session->isRunning(); }, this))
    , m_side(new SidePanel(m_panel, m_panelDock))
    , m_runsDock(new QDockWidget(tr("Runs"), this))
    , m_runs(new RunsPanel(m_runsDock))
    , m_center(new QWidget(this))
    , m_notices(new NoticeArea(m_center))
    , m_workspace(new Workspace(m_center))
    , m_rail(new ViewRail(m_workspace, m_center))
    , m_progress(new RunProgress(this))
    , m_statusBar(new RunStatusBar(this))
    , m_selection(new TraceSelection(this))
    , m_steps(new StepChoice(this))
    , m_views(new ViewRegistry(
          windowViews(
              {.controller = m_controller,
               .panel = m_panel,
               .engineUse = m_engineUse,
               .selection = m_selection,
               .steps = m_steps,
               .lab = m_actions->lab,
               .start = {m_actions->train, m_actions->recordProgram, m_actions->openRun, m_actions->lab},
               .tickedRuns = [this] { return m_listed->ticked(); },
               .showView = [this](const QString& name) { m_views->show(name); }}),
          m_workspace, [this] { return m_controller->run(); }, this))
    , m_listed(new ListedRuns(m_controller, m_views, m_notices, this))
    , m_shown(new ShownRun({m_controller, m_views, m_listed, m_selection, m_steps, m_notices}, this))
    , m_follower(new RunFollower(m_controller, this))
    , m_eventMemory(new EventMemorySetting(m_controller, this))
    , m_dataSet(new DataSetNotice(m_notices, this))
    , m_model(new ModelNotice(m_notices, this))
    , m_opener(new RunOpener({.controller = m_controller,
                              .shown = m_shown,
                              .steps = m_steps,
                              .listed = m_listed,
                              .views = m_views,
                              .panel = m_panel,
                              .notices = m_notices,
                              .window = this},
                             this))
    , m_reports(new RunReports({m_controller, m_listed, m_steps, m_notices}, this))
    , m_sweep(new SweepSession(m_views, m_panel, m_notices, this))
    , m_recording(new ProgramRecording(m_controller, m_notices, this))
    , m_abTest(new AbTesting(m_controller, m_notices, this))
    , m_operators(new OperatorMeasuring(
          m_controller, [this] { return m_session->whyNotMeasure(); }, this))
    , m_session(new Session(
          {m_controller, m_sweep, m_recording, m_abTest, m_operators, m_panel, m_dataSet, m_notices, this},
          this))
    , m_shutdown(new Shutdown(
          {m_session, m_controller, m_sweep, m_recording, m_abTest, m_operators, m_reports}, this))
    , m_focusKeeper(new FocusKeeper(this,
                                    [this]() -> QWidget* { // of the form, while a training runs
                                        const auto* bar = findChild<QToolBar*>("runBar");
                                        return bar ? bar->widgetForAction(m_actions->pause) : nullptr;
                                    }))
    , m_status(new WindowStatus({.controller = m_controller,
                                 .session = m_session,
                                 .sweep = m_sweep,
                                 .operators = m_operators,
                                 .engineUse = m_engineUse,
                                 .panel = m_panel,
                                 .views = m_views,
                                 .actions = m_actions,
                                 .progress = m_progress,
                                 .statusBar = m_statusBar,
                                 .focusKeeper = m_focusKeeper},
                                this))
{
    setWindowTitle(tr("Stepscope"));
    setContextMenuPolicy(Qt::NoContextMenu);
    setAcceptDrops(true);
    setStatusBar(m_statusBar);
    arrange();
    buildBars();
    connectActions();
    connectViewActions();
    new RunDisplay({.controller = m_controller,
                    .follower = m_follower,
                    .shown = m_shown,
                    .opener = m_opener,
                    .views = m_views,
                    .selection = m_selection,
                    .panel = m_panel,
                    .side = m_side,
                    .details = m_details,
                    .progress = m_progress,
                    .statusBar = m_statusBar,
                    .status = m_status,
                    .actions = m_actions,
                    .notices = m_notices,
                    .eventMemory = m_eventMemory,
                    .shutdown = m_shutdown},
                   this);
    connectEngine();
    connectExperiment();
    connectOpening();
    connectRunsPanel();
    connectSession();
    connectAbTests();
    connectOperators();
    restoreSettings();
    m_status->update();
}

MainWindow::~MainWindow()
{
    m_views->releaseRun(); // which is deleted with the controller
}

void MainWindow::arrange()
{
    auto* views = new QVBoxLayout;
    views->setSpacing(0);
    views->addWidget(m_workspace, 1);
    views->addWidget(m_notices); // below the views, because a notice must not move what someone aims at
    auto* layout = new QHBoxLayout(m_center);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(views, 1);
    setCentralWidget(m_center);
    m_views->fillRail(m_rail);

    m_panelDock->setObjectName("experiment");
    m_panelDock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    m_panelDock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    auto* side = new QSplitter(Qt::Vertical, m_panelDock);
    side->setChildrenCollapsible(false);
    side->addWidget(m_side);
    m_details = new DetailsPane(m_selection, [this] { return m_controller->run(); });
    side->addWidget(m_details);
    side->setStretchFactor(0, 1);
    m_panelDock->setWidget(side);
    m_panelDock->setTitleBarWidget(new DockTitleBar(m_panelDock));
    m_runsDock->setObjectName("runsPanel");
    m_runsDock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    m_runsDock->setWidget(m_runs);
    m_runsDock->setTitleBarWidget(new DockTitleBar(m_runsDock));
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
}

void MainWindow::buildBars()
{
    const MenuParts parts{.actions = m_actions,
                          .panel = m_panel,
                          .panelDock = m_panelDock,
                          .runsDock = m_runsDock,
                          .views = m_views,
                          .progress = m_progress,
                          .reports = m_reports,
                          .selection = m_selection};
    m_views->setRunNaming([this] { return m_listed->nameForFiles(); });
    buildToolBar(this, parts);
    buildMenus(this, parts);
    m_panel->addPreset(m_actions->lab);
}

bool MainWindow::event(QEvent* event)
{
    const bool result = QMainWindow::event(event);
    if (event->type() == QEvent::Paint && !m_isPainted) {
        m_isPainted = true;
        m_views->begin();
        QMetaObject::invokeMethod(this, &MainWindow::afterFirstPaint, Qt::QueuedConnection);
    }
    return result;
}

void MainWindow::afterFirstPaint()
{
    Q_EMIT firstPainted();
    setWindowIcon(applicationIcon());
    m_dataSet->check(m_panel->experiment());
    m_model->check(m_panel->experiment());
    // The engine is loaded last: while the dynamic linker maps its libraries, everything else is several
    // times slower.
    connect(m_views, &ViewRegistry::created, m_controller, &RunController::loadEngine);
    auto* idle = new QTimer(this);
    idle->setSingleShot(true);
    constexpr int idleMs = 1'000; // does not delay the start
    idle->setInterval(idleMs);
    connect(idle, &QTimer::timeout, this, [this] {
        m_views->createIdleInTurn(
            [this] { return m_opener->isReadingTrace() || m_controller->isTraining(); });
    });
    const auto start = qOverload<>(&QTimer::start);
    connect(m_controller, &RunController::engineReady, idle, start);
    connect(m_controller, &RunController::engineFailed, idle, start);
    QTimer::singleShot(1, m_views, &ViewRegistry::createInTurn);
}

void MainWindow::connectActions()
{
    connect(m_actions->train, &QAction::triggered, this, [this] {
        if (!m_session->whyNotTrain().isEmpty())
            return;
        saveSettings();
        m_session->train();
    });
    connect(m_actions->pause, &QAction::triggered, m_session, &Session::togglePause);
    connect(m_actions->stop, &QAction::triggered, m_session, &Session::stop);
    connect(m_actions->resume, &QAction::triggered, m_session, &Session::resume);
    connect(m_actions->saveWeights, &QAction::toggled, this, [this](bool isOn) {
        QSettings().setValue(saveWeightsKey, isOn);
        m_controller->setSavingWeights(isOn);
    });
    m_actions->saveWeights->setChecked(QSettings().value(saveWeightsKey, true).toBool());
    connect(m_actions->recordProgram, &QAction::triggered, m_recording, &ProgramRecording::ask);
    connect(m_actions->recordSteps, &QAction::triggered, m_recording, &ProgramRecording::recordSteps);
    connect(m_actions->lab, &QAction::triggered, m_sweep, &SweepSession::prepareLab);
    connect(m_actions->abTest, &QAction::triggered, this, &MainWindow::askForAbTest);
    connect(m_actions->measureOperator, &QAction::triggered, m_operators, [this] { m_operators->ask(); });
    connect(m_actions->openRun, &QAction::triggered, m_opener, &RunOpener::askForRun);
    connect(m_actions->openFolder, &QAction::triggered, m_opener, &RunOpener::askForFolder);
    connect(m_actions->closeRun, &QAction::triggered, m_controller, &RunController::close);
    connect(m_actions->exportView, &QAction::triggered, this, [this] {
        View* view = m_views->front();
        if (!view || !exportFirst(view))
            statusBar()->showMessage(tr("This view has nothing to export."), 10'000);
    });
    connect(m_actions->exportAll, &QAction::triggered, m_reports, &RunReports::exportAll);
    connect(m_actions->untickAll, &QAction::triggered, m_listed, &ListedRuns::untickAll);
    connect(m_actions->report, &QAction::triggered, m_reports, &RunReports::writeReport);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->copy, &QAction::triggered, this,
            [this] { copyContentOf(QApplication::focusWidget(), m_views->front()); });
    connect(m_actions->eventMemory, &QAction::triggered, this, [this] { m_eventMemory->ask(this); });
    connect(m_actions->manual, &QAction::triggered, this, &MainWindow::showManual);
    connect(m_actions->shortcuts, &QAction::triggered, this, &MainWindow::showKeys);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAboutDialog);
}

/// Larger text widens the panel. Text of a size that it had before gets the panel's width of then.
void MainWindow::changeTextSize(int steps)
{
    m_panelWidths[m_textSize.steps()] = m_panelDock->width();
    m_textSize.setSteps(steps);
    const int width = m_panelWidths.value(m_textSize.steps());
    if (width > 0 && !m_panelDock->isFloating()) // once the layout has the new sizes
        QTimer::singleShot(0, this, [this, width] { resizeDocks({m_panelDock}, {width}, Qt::Horizontal); });
}

void MainWindow::showKeys()
{
    QList<ViewOfKeys> views;
    for (const ViewDescription& view : m_views->descriptions())
        views.append({.name = view.name, .title = view.title});
    showShortcuts(this, menuBar(), views);
}

void MainWindow::connectViewActions()
{
    connect(m_selection, &TraceSelection::viewWanted, this,
            [this](const QString& name) { m_views->show(name); });
    connect(m_actions->palette, &QAction::triggered, this, &MainWindow::openPalette);
    connect(m_actions->resetLayout, &QAction::triggered, this, &MainWindow::applyDefaultLayout);
    const auto connectText = [this](QAction* action, const std::function<int()>& steps) {
        connect(action, &QAction::triggered, this, [this, steps] { changeTextSize(steps()); });
    };
    connectText(m_actions->largerText, [this] { return m_textSize.steps() + 1; });
    connectText(m_actions->smallerText, [this] { return m_textSize.steps() - 1; });
    connectText(m_actions->normalText, [] { return 0; });
    const auto connectTheme = [this](QAction* action, ThemeMode mode) {
        connect(action, &QAction::triggered, this, [mode] { Theme::instance().setMode(mode); });
    };
    connectTheme(m_actions->themeSystem, ThemeMode::System);
    connectTheme(m_actions->themeLight, ThemeMode::Light);
    connectTheme(m_actions->themeDark, ThemeMode::Dark);
}

void MainWindow::connectEngine()
{
    connect(m_controller, &RunController::engineLoading, m_status, &WindowStatus::update);
    connect(m_controller, &RunController::engineReady, this, [this] {
        m_notices->remove("engine");
        m_panel->setDevices(m_controller->devices());
        log(LogLevel::Info, tr("LibTorch %1 is ready.").arg(toQString(m_controller->engineInfo().version)));
        m_status->update();
    });
    connect(m_controller, &RunController::engineFailed, this,
            [this](const QString& sentence, const QString& detail) {
                showEngineNotice(*m_notices, sentence, detail, [this] {
                    m_notices->remove("engine");
                    m_controller->loadEngine();
                });
                log(LogLevel::Error, sentence);
                m_status->update();
            });
}

void MainWindow::connectExperiment()
{
    connect(m_panel, &ExperimentPanel::changed, this, [this] {
        if (m_isPainted) {
            m_dataSet->check(m_panel->experiment());
            m_model->check(m_panel->experiment());
        }
        m_status->update();
    });
    connect(m_side, &SidePanel::formShown, this, [this](bool isShown) {
        m_panelDock->setWindowTitle(isShown ? tr("Experiment") : tr("Run"));
        m_dataSet->setShown(isShown);
        m_model->setShown(isShown);
        m_status->update();
        if (width() >= leastWidthForPanel)
            return;
        const int wanted = isShown ? panelWidth : narrowPanelWidth; // facts of a run need less than the form
        // After the dock has the least width of what it shows now.
        QTimer::singleShot(0, this, [this, wanted] { resizeDocks({m_panelDock}, {wanted}, Qt::Horizontal); });
    });
    connect(m_dataSet, &DataSetNotice::missingChanged, m_status, &WindowStatus::update);
    connect(m_dataSet, &DataSetNotice::useDataSet, this,
            [this](const QString& id) { m_panel->setFieldText("dataset", id); });
    connect(m_dataSet, &DataSetNotice::useDataFolder, this,
            [this](const QString& path) { m_panel->setFieldText("data_directory", path); });
    connect(m_dataSet, &DataSetNotice::described, m_panel, &ExperimentPanel::checkAgain);
    connect(m_model, &ModelNotice::useModel, this,
            [this](const QString& path) { m_panel->setFieldText("model", path); });
    connect(m_model, &ModelNotice::trusted, m_panel, &ExperimentPanel::checkAgain);
    connect(m_model, &ModelNotice::checked, m_panel, &ExperimentPanel::checkAgain);
    new MemoryPreview(m_controller, m_panel, m_engineUse, this);
    connect(m_dataSet, &DataSetNotice::fetched, this, [this](const QString& label) {
        log(LogLevel::Info, tr("%1 was downloaded and checked.").arg(label));
        m_statusBar->showMessage(tr("%1 is ready.").arg(label), 10'000);
    });
}

void MainWindow::connectOpening()
{
    connect(m_opener, &RunOpener::opened, this,
            [this](const QString& title) { setWindowTitle(tr("%1 – Stepscope").arg(title)); });
    connect(m_listed, &ListedRuns::openWanted, m_opener, &RunOpener::openRun);
    connect(m_listed, &ListedRuns::openAllWanted, m_opener, &RunOpener::openRuns);
    connect(m_listed, &ListedRuns::filesWanted, m_opener, &RunOpener::openFiles);
    connect(m_sweep, &SweepSession::openWanted, m_opener, &RunOpener::openRun);
    connect(m_sweep, &SweepSession::folderWanted, m_listed, &ListedRuns::tickTrainings);
    connect(m_sweep, &SweepSession::runsWanted, m_views, [this] { m_views->show("runs"); });
    connect(m_sweep, &SweepSession::compareWanted, m_views, [this] { m_views->show("compare"); });
    connect(m_recording, &ProgramRecording::runFound, m_opener, &RunOpener::openRun);
    connect(m_eventMemory, &EventMemorySetting::changed, this, &MainWindow::saveSettings);
    connect(m_eventMemory, &EventMemorySetting::applied, m_opener, &RunOpener::readAgain);
}

void MainWindow::connectRunsPanel()
{
    m_views->whenCreated<RunsView>(
        this, [this](RunsView* view) { m_runs->setLibrary(view->shelf(), view->model()); });
    connect(m_runs, &RunsPanel::openWanted, m_opener, &RunOpener::openRun);
    connect(m_runs, &RunsPanel::compareWanted, m_views, [this] { m_views->show("compare"); });
    connect(m_runs, &RunsPanel::useWanted, this,
            [this](const Experiment& experiment) { useSettings(experiment, tr("Settings of a run")); });
    connect(m_runsDock->toggleViewAction(), &QAction::triggered, m_runsDock, [this](bool isShown) {
        if (isShown)
            m_runsDock->raise(); // in front of the experiment
    });
}

void MainWindow::connectSession()
{
    const auto update = [this] {
        m_status->update();
        m_shutdown->goOn();
    };
    connect(m_sweep, &SweepSession::changed, this, update);
    connect(m_sweep, &SweepSession::progressed, this, [this] {
        m_actions->stop->setEnabled(m_session->canStop());
        m_status->showProgress();
    });
    connect(m_recording, &ProgramRecording::started, m_status, &WindowStatus::update);
    connect(m_recording, &ProgramRecording::ended, this, update);
    connect(m_reports, &RunReports::ended, m_shutdown, &Shutdown::goOn);
    connect(m_sweep, &SweepSession::logged, this, &MainWindow::log);
    connect(m_recording, &ProgramRecording::logged, this, &MainWindow::log);
    connect(m_reports, &RunReports::logged, this, &MainWindow::log);
    connect(m_shutdown, &Shutdown::ready, this, &QWidget::close);
}

void MainWindow::connectAbTests()
{
    connect(m_abTest, &AbTesting::started, m_status, &WindowStatus::update);
    connect(m_abTest, &AbTesting::ended, this, [this] {
        m_status->update();
        m_shutdown->goOn();
    });
    connect(m_abTest, &AbTesting::logged, this, &MainWindow::log);
    connect(m_abTest, &AbTesting::experimentWanted, this,
            [this](const Experiment& experiment) { useSettings(experiment, tr("Settings of an A/B test")); });
    m_views->whenCreated<AdviceView>(this, [this](AdviceView* view) {
        connect(view, &AdviceView::measureWanted, m_abTest, &AbTesting::measure);
        connect(m_abTest, &AbTesting::measured, view, &AdviceView::showMeasured);
        view->setWhyNotMeasure(m_session->whyNotMeasure());
    });
}

void MainWindow::connectOperators()
{
    connect(m_operators, &OperatorMeasuring::started, m_status, &WindowStatus::update);
    connect(m_operators, &OperatorMeasuring::ended, this, [this] {
        m_status->update();
        m_shutdown->goOn();
    });
    m_views->whenCreated<OperatorsView>(this, [this](OperatorsView* view) {
        connect(view, &OperatorsView::measureWanted, m_operators, &OperatorMeasuring::ask);
        view->table()->setWhyNotMeasure(m_session->whyNotMeasure());
    });
}

/// A is the run on the screen or, if its settings are not known, the experiment in the form.
void MainWindow::askForAbTest()
{
    const Run* run = m_controller->run();
    const bool isTraining = run && !isImported(*run) && run->kind != RunKind::Program &&
                            isWhollyKnown(run->experiment) && !m_side->isFormShown();
    m_abTest->ask(isTraining ? run->experiment : m_panel->experiment(),
                  isTraining ? tr("the run on the screen") : tr("the experiment in the form"));
}

void MainWindow::useSettings(const Experiment& experiment, const QString& what)
{
    m_panelDock->show();
    m_panelDock->raise();
    m_side->showForm();
    m_panel->use(experiment, what);
}

void MainWindow::noteFailure(const QString& sentence, const QString& detail)
{
    m_notices->show(failureNotice, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
}

void MainWindow::forgetFailure()
{
    m_notices->remove(failureNotice);
}

void MainWindow::log(LogLevel level, const QString& text)
{
    m_views->createMissing();
    m_views->find<LogView>()->add(level, text);
}

void MainWindow::openPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(this);
    m_palette->open(paletteEntries({.menus = menuBar(),
                                    .views = m_views,
                                    .panel = m_panel,
                                    .run = m_controller->run(),
                                    .openRun = [this](const auto& path) { m_opener->openRun(path); },
                                    .showField =
                                        [this](const ExperimentField& field) {
                                            m_panelDock->show();
                                            m_side->showForm();
                                            m_panel->showField(field);
                                        },
                                    .goToStep =
                                        [this](int64_t step) {
                                            m_selection->setSteps({step, step});
                                        }}));
}

void MainWindow::showManual()
{
    const QString page = m_views->manualPageOf(QApplication::focusWidget());
    if (!m_help)
        m_help = std::make_unique<HelpWindow>(Manual(manualFolders()), m_actions->shortcuts);
    m_help->showPage(page);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

void MainWindow::showAboutDialog()
{
    Environment environment = machineEnvironment();
    environment.engine = m_controller->engineInfo();
    showAbout(this, environment);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_shutdown->isReady()) {
        saveSettings();
        event->accept();
        return;
    }
    event->ignore();
    m_shutdown->request();
}

void MainWindow::openFile(const QString& path)
{
    m_opener->openFile(path);
}

void MainWindow::openFiles(const QStringList& paths)
{
    m_opener->openFiles(paths);
}

void MainWindow::closeUnasked()
{
    m_shutdown->requestUnasked();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_opener->openFiles(droppedFiles(event->mimeData()));
    event->acceptProposedAction();
}

void MainWindow::restoreSettings()
{
    const WindowSettings settings = readWindowSettings();
    m_panel->load(settings.experiment);
    m_eventMemory->restore(settings.eventMemoryBytes);
    if (settings.textSteps != 0)
        m_textSize.setSteps(settings.textSteps);
    if (!restoreGeometry(settings.geometry)) {
        const QSize available = screen()->availableGeometry().size();
        const QSize most = (QSizeF(available) * 0.9).toSize().boundedTo({1760, 1080});
        resize(most.expandedTo({1280, 800}).boundedTo(available)); // fits a small screen
    }
    applyDefaultLayout();
    restoreState(settings.docks);
    m_views->restoreLayout(settings.workspace);
    m_views->setHasContent("graph", false); // until there is that of the experiment
    m_views->show("overview");
}

void MainWindow::saveSettings() const
{
    writeWindowSettings({.geometry = saveGeometry(),
                         .docks = saveState(),
                         .workspace = m_views->saveLayout(),
                         .theme = Theme::instance().mode(),
                         .textSteps = m_textSize.steps(),
                         .eventMemoryBytes = m_eventMemory->bytes(),
                         .experiment = withAbsolutePaths(m_panel->experiment())});
}

void MainWindow::applyDefaultLayout()
{
    m_panelDock->setFloating(false);
    m_panelDock->show();
    addDockWidget(Qt::LeftDockWidgetArea, m_panelDock);
    m_runsDock->setFloating(false);
    m_runsDock->hide();
    tabifyDockWidget(m_panelDock, m_runsDock);
    resizeDocks({m_panelDock}, {panelWidth}, Qt::Horizontal);
    m_views->applyDefaultLayout(width());
}

} // namespace stepscope::ui
