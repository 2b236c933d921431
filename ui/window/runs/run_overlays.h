#pragma once

#include <QObject>

namespace stepscope::ui {

class CurvesView;
class RunController;
class TickedRuns;

/// Draws the curves of the ticked runs over those of the run on the screen, which is not drawn twice.
class RunOverlays : public QObject
{
    Q_OBJECT

public:
    RunOverlays(TickedRuns* runs, RunController* controller, CurvesView* curves, QObject* parent);

private:
    void show();

    TickedRuns* m_runs;
    RunController* m_controller;
    CurvesView* m_curves;
};

} // namespace stepscope::ui
