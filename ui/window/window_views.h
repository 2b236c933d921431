#pragma once

#include "ui/window/views/view_registry.h"

class QAction;

namespace stepscope::ui {

class EngineUse;
class ExperimentPanel;
class RunController;
class StepChoice;
class TickedRuns;
class TraceSelection;

/// What views are made with.
struct ViewParts
{
    RunController* controller;
    ExperimentPanel* panel;
    EngineUse* engineUse;
    TraceSelection* selection;
    StepChoice* steps;
    QAction* lab;
    QList<QAction*> start;                   ///< what to begin with while no run is open
    std::function<TickedRuns*()> tickedRuns; ///< exists once the views of the start do
    std::function<void(const QString& name)> showView;
};

/// The table of views, in the order of the rail. A new view is an entry here.
QList<ViewDescription> windowViews(const ViewParts& parts);

} // namespace stepscope::ui
