#pragma once

#include <QObject>

namespace stepscope::ui {

class CurvesView;
class TickedRuns;

/// Draws the curves of the ticked runs over those of the run on the screen.
class RunOverlays : public QObject
{
    Q_OBJECT

public:
    RunOverlays(TickedRuns* runs, CurvesView* curves, QObject* parent);

private:
    void show();

    TickedRuns* m_runs;
    CurvesView* m_curves;
};

} // namespace stepscope::ui
