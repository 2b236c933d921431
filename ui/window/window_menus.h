#pragma once

class QDockWidget;
class QMainWindow;

namespace stepscope::ui {

class ExperimentPanel;
class RunProgress;
class RunReports;
class TraceSelection;
class ViewRegistry;
class WindowActions;

/// What the menus and the tool bar are built from.
struct MenuParts
{
    WindowActions* actions;
    ExperimentPanel* panel;
    QDockWidget* panelDock;
    QDockWidget* runsDock;
    ViewRegistry* views;
    RunProgress* progress;
    RunReports* reports;
    TraceSelection* selection;
};

void buildToolBar(QMainWindow* window, const MenuParts& parts);
void buildMenus(QMainWindow* window, const MenuParts& parts);

} // namespace stepscope::ui
