#pragma once

#include "ui/support/dialogs.h"
#include "ui/window/runs/run_controller.h"
#include "ui/window/text_size.h"

#include <QHash>
#include <QMainWindow>

#include <memory>

namespace stepscope::ui {

class AbTesting;
class CommandPalette;
class DataSetNotice;
class DetailsPane;
class EngineUse;
class EventMemorySetting;
class ExperimentPanel;
class FocusKeeper;
class HelpWindow;
class ListedRuns;
class ModelNotice;
class NoticeArea;
class OperatorMeasuring;
class ProgramRecording;
class RunFollower;
class RunOpener;
class RunProgress;
class RunReports;
class RunStatusBar;
class RunsPanel;
class Session;
class ShownRun;
class SidePanel;
class Shutdown;
class StepChoice;
class SweepSession;
class TraceSelection;
class ViewRail;
class ViewRegistry;
class WindowActions;
class WindowStatus;
class Workspace;

/// The window: the experiment on the left, the views of the run next to it. It only connects the parts.
class MainWindow : public QMainWindow, public FailureNotices
{
    Q_OBJECT

public:
    explicit MainWindow(RunController::EngineLoader engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    RunController* controller() const { return m_controller; }
    ExperimentPanel* experimentPanel() const { return m_panel; }
    NoticeArea* notices() const { return m_notices; }
    WindowActions* actions() const { return m_actions; }
    Session* session() const { return m_session; }

    /// As RunOpener::openFile() and openFiles().
    void openFile(const QString& path);
    void openFiles(const QStringList& paths);
    /// Stops what is running and closes once everything is saved, without asking: requested by a signal.
    void closeUnasked();

    void noteFailure(const QString& sentence, const QString& detail) override;
    void forgetFailure() override;

Q_SIGNALS:
    /// The window has been painted for the first time: the disk is not read before.
    void firstPainted();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void arrange();
    void buildBars();
    void connectActions();
    void connectViewActions();
    void connectEngine();
    void connectExperiment();
    void connectOpening();
    void connectRunsPanel();
    void connectSession();
    void connectAbTests();
    void connectOperators();
    void askForAbTest();
    void useSettings(const Experiment& experiment, const QString& what);
    void afterFirstPaint();

    void restoreSettings();
    void saveSettings() const;
    void applyDefaultLayout();

    void openPalette();
    void showManual();
    void showAboutDialog();
    void showKeys();
    void changeTextSize(int steps);
    void log(LogLevel level, const QString& text);

    RunController* m_controller;
    WindowActions* m_actions;
    QDockWidget* m_panelDock;
    ExperimentPanel* m_panel;
    EngineUse* m_engineUse;
    SidePanel* m_side;
    DetailsPane* m_details = nullptr;
    QDockWidget* m_runsDock;
    RunsPanel* m_runs;
    QWidget* m_center;
    NoticeArea* m_notices;
    Workspace* m_workspace;
    ViewRail* m_rail;
    RunProgress* m_progress;
    RunStatusBar* m_statusBar;
    TraceSelection* m_selection; ///< of the run on the screen
    StepChoice* m_steps;         ///< of the run on the screen
    ViewRegistry* m_views;
    ListedRuns* m_listed;
    ShownRun* m_shown;
    RunFollower* m_follower;
    EventMemorySetting* m_eventMemory;
    DataSetNotice* m_dataSet;
    ModelNotice* m_model;
    RunOpener* m_opener;
    RunReports* m_reports;
    SweepSession* m_sweep;
    ProgramRecording* m_recording;
    AbTesting* m_abTest;
    OperatorMeasuring* m_operators;
    Session* m_session;
    Shutdown* m_shutdown;
    FocusKeeper* m_focusKeeper;
    WindowStatus* m_status;
    std::unique_ptr<HelpWindow> m_help;  ///< created when first needed
    CommandPalette* m_palette = nullptr; ///< created when first needed
    TextSize m_textSize;
    QHash<int, int> m_panelWidths; ///< by steps of the text size
    bool m_isPainted = false;
};

} // namespace stepscope::ui
