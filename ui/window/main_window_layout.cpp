// Builds the window: its views, tool bar and menus.

#include "ui/advice/advice_view.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/compare/compare_view.h"
#include "ui/curves/curves_view.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/flame/flame_view.h"
#include "ui/graph/graph_view.h"
#include "ui/log/log_view.h"
#include "ui/machine/machine_view.h"
#include "ui/memory/memory_view.h"
#include "ui/operators/operators_table.h"
#include "ui/operators/operators_view.h"
#include "ui/roofline/roofline_view.h"
#include "ui/runs/runs_view.h"
#include "ui/runs/ticked_runs.h"
#include "ui/steps/steps_view.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/sweep/sweep_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/dock_title_bar.h"
#include "ui/window/help_dialogs.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/runs/graph_preview.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/trace_import.h"
#include "ui/window/runs/train_button.h"
#include "ui/window/window_actions.h"
#include "ui/window/workspace.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

void MainWindow::buildViews()
{
    m_views = {{"curves", tr("Curves"), false,
                [this](QWidget* parent) {
                    auto* view = new CurvesView(parent);
                    view->setEmptyAction(m_actions->lab);
                    return view;
                }},
               {"graph", tr("Graph"), true,
                [this](QWidget* parent) {
                    auto* view = new GraphView(parent);
                    view->setSelection(m_selection);
                    view->setEnvironment([this] { return m_controller->environment(); });
                    new GraphPreview(m_controller, m_panel, view, this);
                    return view;
                }},
               {"operators", tr("Operators"), false,
                [this](QWidget* parent) {
                    auto* view = new OperatorsView(parent);
                    view->setSelection(m_selection);
                    view->setEnvironment([this] { return m_controller->environment(); });
                    view->table()->setStepChoice(m_steps);
                    return view;
                }},
               {"timeline", tr("Timeline"), false,
                [this](QWidget* parent) {
                    auto* view = new TimelineView(m_selection, parent);
                    view->setStepChoice(m_steps);
                    return view;
                },
                Made::WhenIdle},
               {"flame", tr("Flame"), false,
                [this](QWidget* parent) {
                    auto* view = new FlameView(m_selection, parent);
                    view->setRuns(findChild<TickedRuns*>());
                    return view;
                },
                Made::WhenIdle},
               {"call-graph", tr("Calls"), false,
                [this](QWidget* parent) { return new CallGraphView(m_selection, parent); }, Made::WhenIdle},
               {"steps", tr("Steps"), false,
                [this](QWidget* parent) { return new StepsView(m_selection, parent); }, Made::WhenIdle},
               {"roofline", tr("Roofline"), false,
                [this](QWidget* parent) {
                    return new RooflineView(
                        m_selection, [this] { return m_controller->environment(); }, parent);
                },
                Made::WhenIdle},
               {"advice", tr("Analysis"), false, [this](QWidget* parent) { return makeAdviceView(parent); },
                Made::WhenIdle},
               {"machine", tr("Machine"), false, [](QWidget* parent) { return new MachineView(parent); }},
               {"memory", tr("Memory"), false, [](QWidget* parent) { return new MemoryView(parent); },
                Made::WhenIdle},
               {"log", tr("Log"), false, [](QWidget* parent) { return new LogView(parent); }},
               {"runs", tr("Runs"), false, [this](QWidget* parent) { return makeRunsView(parent); }},
               {"compare", tr("Compare"), false, [this](QWidget* parent) { return makeCompareView(parent); },
                Made::WhenShown},
               {"sweep", tr("Sweep"), false, [this](QWidget* parent) { return makeSweepView(parent); },
                Made::WhenShown}};
    for (const NamedView& named : m_views)
        m_workspace->addPlace(named.name, named.title, named.beside);
    connect(m_workspace, &Workspace::placeShown, this, &MainWindow::makeShownView);

    auto* layout = new QVBoxLayout(m_center);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    layout->addWidget(m_workspace, 1);
    setCentralWidget(m_center);

    m_panelDock->setObjectName("experiment");
    m_panelDock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    m_panelDock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    m_panelDock->setWidget(m_panel);
    m_panelDock->setTitleBarWidget(new DockTitleBar(m_panelDock));
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
}

void MainWindow::makeView(NamedView& named)
{
    if (!named.view)
        named.view = named.make(m_workspace->place(named.name));
}

void MainWindow::placeView(NamedView& named)
{
    makeView(named);
    if (named.placed)
        return;
    named.placed = true;
    m_workspace->setView(named.name, named.view);
    named.view->showRun(m_controller->run());
}

bool MainWindow::isMissing(const NamedView& named) const
{
    return !named.placed && (named.made == Made::AtStart || m_workspace->isShown(named.name));
}

void MainWindow::makeViewsInTurn()
{
    const auto missing =
        std::ranges::find_if(m_views, [this](const NamedView& named) { return isMissing(named); });
    if (missing == m_views.end()) {
        Q_EMIT viewsMade();
        return;
    }
    missing->view ? placeView(*missing) : makeView(*missing);
    // One millisecond: with zero, Qt would call it in the same turn.
    QTimer::singleShot(1, this, &MainWindow::makeViewsInTurn);
}

/// Runs only while nothing else needs to be done.
void MainWindow::makeIdleViewsInTurn()
{
    const auto next = std::ranges::find_if(
        m_views, [](const NamedView& named) { return !named.placed && named.made == Made::WhenIdle; });
    if (next == m_views.end())
        return;
    const bool isBusy = m_traces->isReading() || m_controller->isTraining();
    if (!isBusy)
        next->view ? placeView(*next) : makeView(*next);
    constexpr int busyMs = 500;
    QTimer::singleShot(isBusy ? busyMs : 1, this, &MainWindow::makeIdleViewsInTurn);
}

void MainWindow::makeMissingViews()
{
    for (NamedView& named : m_views) {
        if (isMissing(named))
            placeView(named);
    }
}

void MainWindow::makeShownView(const QString& name)
{
    const auto shown = std::ranges::find(m_views, name, &NamedView::name);
    if (!m_painted || shown->placed)
        return;
    makeMissingViews(); // it may need views that are created at the start
    placeView(*shown);
}

AdviceView* MainWindow::makeAdviceView(QWidget* parent)
{
    auto* view = new AdviceView(
        m_selection, [this] { return m_controller->environment(); }, parent);
    connect(view, &AdviceView::viewWanted, m_workspace, &Workspace::showView);
    return view;
}

void MainWindow::log(LogLevel level, const QString& text)
{
    makeMissingViews();
    findChild<LogView*>()->add(level, text);
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = addToolBar(tr("Run"));
    bar->setObjectName("runBar");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize({16, 16});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->toggleViewAction()->setVisible(false);
    bar->addWidget(new TrainButton(m_actions->train, bar));
    bar->addAction(m_actions->pause);
    bar->addAction(m_actions->stop);
    bar->addAction(m_actions->recordSteps);
    bar->addWidget(m_progress);

    auto* exportButton = new QToolButton(bar);
    exportButton->setObjectName("exportMenuButton");
    exportButton->setText(tr("Export"));
    exportButton->setIcon(themedIcon("export"));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setToolTip(tr("Save tables, pictures and the trace"));
    auto* menu = new QMenu(exportButton);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillExportMenu(menu); });
    exportButton->setMenu(menu);
    bar->addWidget(exportButton);
}

void MainWindow::fillExportMenu(QMenu* menu)
{
    makeMissingViews();
    menu->clear();
    menu->setToolTipsVisible(true);
    menu->addAction(m_actions->exportAll);
    for (const NamedView& named : m_views) {
        if (!named.placed)
            continue;
        menu->addSection(named.title);
        ui::fillExportMenu(menu, named.view);
    }
}

void MainWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions(
        {m_actions->openRun, m_actions->openFolder, m_panel->openAction(), m_panel->saveAction()});
    file->addSeparator();
    QMenu* exports = file->addMenu(themedIcon("export"), tr("Export"));
    connect(exports, &QMenu::aboutToShow, this, [this, exports] { fillExportMenu(exports); });
    file->addAction(m_actions->exportAll);
    file->addAction(m_actions->report);
    file->addSeparator();
    file->addAction(m_actions->quit);
    connect(file, &QMenu::aboutToShow, this,
            [this] { m_actions->report->setEnabled(!runsToReport().empty()); });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_panel->undoAction(), m_panel->redoAction()});
    edit->addSeparator();
    edit->addAction(m_actions->copy);
    edit->addSeparator();
    edit->addMenu(tr("Presets"))->addActions(m_panel->presetActions());
    edit->addAction(m_panel->resetAction());
    edit->addSeparator();
    edit->addAction(m_actions->eventMemory);

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({m_actions->train, m_actions->pause, m_actions->stop});
    run->addSeparator();
    run->addActions({m_actions->recordProgram, m_actions->recordSteps});
    run->addSeparator();
    run->addAction(m_actions->lab);

    QMenu* view = menuBar()->addMenu(tr("&View"));
    QAction* panel = m_panelDock->toggleViewAction();
    panel->setShortcut(Qt::CTRL | Qt::Key_E);
    panel->setStatusTip(tr("Show or hide the experiment"));
    view->addAction(panel);
    int number = 0;
    for (const NamedView& named : m_views) {
        QAction* show = view->addAction(tr("Go to %1").arg(named.title));
        if (++number <= 9)
            show->setShortcut(Qt::CTRL | Qt::Key(Qt::Key_0 + number));
        show->setStatusTip(tr("Bring %1 to the front").arg(named.title));
        connect(show, &QAction::triggered, m_workspace, [this, named] { m_workspace->showView(named.name); });
    }
    QMenu* docks = view->addMenu(tr("Views"));
    for (const NamedView& named : m_views)
        docks->addAction(m_workspace->toggleAction(named.name));
    view->addAction(m_actions->resetLayout);
    view->addSeparator();
    view->addMenu(tr("Theme"))
        ->addActions({m_actions->themeSystem, m_actions->themeLight, m_actions->themeDark});
    view->addActions({m_actions->largerText, m_actions->smallerText, m_actions->normalText});

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_actions->shortcuts, m_actions->about});
    connect(m_actions->shortcuts, &QAction::triggered, this, [this] { showShortcuts(this, menuBar()); });
    connect(m_actions->about, &QAction::triggered, this, [this] {
        Environment environment = machineEnvironment();
        environment.engine = m_controller->engineInfo();
        showAbout(this, environment);
    });
}

} // namespace stepscope::ui
