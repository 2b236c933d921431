#include "ui/window/window_menus.h"

#include "ui/experiment/experiment_panel.h"
#include "ui/support/export_dialog.h"
#include "ui/support/icons.h"
#include "ui/support/trace_selection.h"
#include "ui/window/reports/run_reports.h"
#include "ui/window/runs/run_progress.h"
#include "ui/window/runs/train_button.h"
#include "ui/window/views/view_registry.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace stepscope::ui {

namespace {

struct WindowMenusWords
{
    Q_DECLARE_TR_FUNCTIONS(WindowMenus)
};

/// Fills the menu whenever it is opened.
void fillWithExports(QMenu* menu, const MenuParts& parts)
{
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, parts] {
        qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)); // clear() leaves them
        menu->clear();
        menu->setToolTipsVisible(true);
        parts.views->addFrontExports(menu);
        menu->addAction(parts.actions->exportAll);
        menu->addSeparator();
        parts.views->addExports(menu);
    });
}

void addFileMenu(QMenuBar* bar, const MenuParts& parts)
{
    const WindowActions* actions = parts.actions;
    QMenu* menu = bar->addMenu(WindowMenusWords::tr("&File"));
    menu->addActions(
        {actions->openRun, actions->openFolder, parts.panel->openAction(), parts.panel->saveAction()});
    menu->addAction(actions->closeRun);
    menu->addSeparator();
    fillWithExports(menu->addMenu(themedIcon("export"), WindowMenusWords::tr("Export")), parts);
    menu->addActions({actions->exportView, actions->exportAll});
    menu->addAction(actions->report);
    menu->addSeparator();
    menu->addAction(actions->quit);
    QObject::connect(menu, &QMenu::aboutToShow, menu, [actions, reports = parts.reports] {
        actions->report->setEnabled(reports->hasRunsToReport());
    });
}

void addEditMenu(QMenuBar* bar, const MenuParts& parts)
{
    QMenu* menu = bar->addMenu(WindowMenusWords::tr("&Edit"));
    menu->addActions({parts.panel->undoAction(), parts.panel->redoAction()});
    menu->addSeparator();
    menu->addAction(parts.actions->copy);
    menu->addSeparator();
    menu->addMenu(WindowMenusWords::tr("Presets"))->addActions(parts.panel->presetActions());
    menu->addAction(parts.panel->resetAction());
    menu->addSeparator();
    menu->addAction(parts.actions->eventMemory);
}

void addRunMenu(QMenuBar* bar, const MenuParts& parts)
{
    const WindowActions* actions = parts.actions;
    QMenu* menu = bar->addMenu(WindowMenusWords::tr("&Run"));
    menu->addActions({actions->train, actions->pause, actions->stop, actions->resume});
    menu->addSeparator();
    menu->addAction(actions->saveWeights);
    menu->addSeparator();
    menu->addActions({actions->recordProgram, actions->recordSteps});
    menu->addSeparator();
    menu->addActions({actions->abTest, actions->measureOperator, actions->lab});
}

/// Shows what is selected in another view.
void addShowSelectionMenu(QMenu* menu, TraceSelection* selection)
{
    QMenu* showIn = menu->addMenu(WindowMenusWords::tr("Show selection in"));
    for (const ShowInView& view : showInViews()) {
        QAction* action = showIn->addAction(view.title, selection, [selection, name = view.name] {
            if (selection->focus().hasPlace())
                Q_EMIT selection->viewWanted(name);
        });
        action->setShortcut(view.key);
    }
    QObject::connect(menu, &QMenu::aboutToShow, showIn,
                     [showIn, selection] { showIn->setEnabled(selection->focus().hasPlace()); });
}

void addViewMenu(QMenuBar* bar, const MenuParts& parts)
{
    const WindowActions* actions = parts.actions;
    QMenu* menu = bar->addMenu(WindowMenusWords::tr("&View"));
    QAction* panel = parts.panelDock->toggleViewAction();
    panel->setShortcut(Qt::CTRL | Qt::Key_E);
    panel->setStatusTip(WindowMenusWords::tr("Show or hide the experiment"));
    menu->addAction(parts.actions->palette);
    menu->addSeparator();
    menu->addAction(panel);
    QAction* runs = parts.runsDock->toggleViewAction();
    runs->setText(WindowMenusWords::tr("Runs at the side"));
    runs->setShortcut(Qt::CTRL | Qt::Key_L);
    runs->setStatusTip(WindowMenusWords::tr("Show or hide the list of runs beside the views"));
    menu->addAction(runs);
    menu->addAction(actions->untickAll);
    parts.views->addMoveActions(menu);
    parts.views->addGoToActions(menu->addMenu(WindowMenusWords::tr("Go to")));
    addShowSelectionMenu(menu, parts.selection);
    parts.views->addToggleActions(menu->addMenu(WindowMenusWords::tr("Views")));
    menu->addAction(actions->resetLayout);
    menu->addSeparator();
    menu->addMenu(WindowMenusWords::tr("Theme"))
        ->addActions({actions->themeSystem, actions->themeLight, actions->themeDark});
    menu->addActions({actions->largerText, actions->smallerText, actions->normalText});
}

} // namespace

void buildToolBar(QMainWindow* window, const MenuParts& parts)
{
    QToolBar* bar = window->addToolBar(WindowMenusWords::tr("Run"));
    bar->setObjectName("runBar");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize({16, 16});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->toggleViewAction()->setVisible(false);
    bar->addWidget(new TrainButton(parts.actions->train, bar));
    bar->addAction(parts.actions->pause);
    bar->addAction(parts.actions->stop);
    bar->addAction(parts.actions->recordSteps);
    for (QAction* action : {parts.actions->pause, parts.actions->stop, parts.actions->recordSteps})
        bar->widgetForAction(action)->setFocusPolicy(Qt::TabFocus); // as Train has it
    bar->addWidget(parts.progress);

    auto* exports = new ExportButton([views = parts.views] { return views->front(); }, bar);
    exports->setObjectName("exportMenuButton");
    exports->setIcon(themedIcon("export"));
    exports->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exports->setToolTip(parts.actions->exportView->toolTip() + "\n" +
                        WindowMenusWords::tr("The arrow lists all tables, pictures and the trace"));
    auto* menu = new QMenu(exports);
    fillWithExports(menu, parts);
    exports->setMenu(menu);
    bar->addWidget(exports);
}

void buildMenus(QMainWindow* window, const MenuParts& parts)
{
    QMenuBar* bar = window->menuBar();
    addFileMenu(bar, parts);
    addEditMenu(bar, parts);
    addRunMenu(bar, parts);
    addViewMenu(bar, parts);
    bar->addMenu(WindowMenusWords::tr("&Help"))
        ->addActions({parts.actions->manual, parts.actions->shortcuts, parts.actions->about});
}

} // namespace stepscope::ui
