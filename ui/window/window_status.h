#pragma once

#include <QObject>
#include <QString>

namespace stepscope::ui {

class EngineUse;
class ExperimentPanel;
class FocusKeeper;
class OperatorMeasuring;
class RunController;
class RunProgress;
class RunStatusBar;
class Session;
class SweepSession;
class ViewRegistry;
class WindowActions;

/// Shows what the session does and could do now: enables the actions or says why not, and shows the progress
/// in the tool bar and the device in the status bar.
class WindowStatus final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        Session* session;
        SweepSession* sweep;
        OperatorMeasuring* operators;
        EngineUse* engineUse;
        ExperimentPanel* panel;
        ViewRegistry* views;
        WindowActions* actions;
        RunProgress* progress;
        RunStatusBar* statusBar;
        FocusKeeper* focusKeeper;
    };

    WindowStatus(const Parts& parts, QObject* parent);

    /// Something has started or ended, or the experiment in the form has changed.
    void update();
    /// The run on the screen has changed or grown.
    void showRun();
    /// Shows that of the sweep while there is one, also if a run is on the screen.
    void showProgress();
    /// "Paused", "Stopping"; empty while the training goes on.
    QString trainingState() const;

private:
    void showDevice();

    Parts m_parts;
};

} // namespace stepscope::ui
