#pragma once

#include "ui/window/runs/run_controller.h"

#include <QElapsedTimer>
#include <QMainWindow>

namespace stepscope::ui {

class AdviceView;
class CompareView;
class DataSetNotice;
class ExperimentPanel;
class LabReportExport;
class BackgroundJob;
class NoticeArea;
class ProgramProcess;
struct ProgramResult;
class ReportExport;
class RunProgress;
class RunStatusBar;
class RunsView;
class StepChoice;
class SweepView;
class TraceImport;
class TraceSelection;
class View;
class WindowActions;
class Workspace;

/// The window: the experiment on the left, the views of the run next to it. It only connects the parts.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(RunController::EngineLoader engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    RunController* controller() const { return m_controller; }
    ExperimentPanel* experimentPanel() const { return m_panel; }
    NoticeArea* notices() const { return m_notices; }
    WindowActions* actions() const { return m_actions; }
    DataSetNotice* dataSetNotice() const { return m_dataSet; }

    /// Empty if a training can be started, otherwise the sentence that says why not.
    QString whyNotTrain() const;

    /// Opens a saved run, a trace or a log folder, which is read on a worker thread, or an experiment, which
    /// is loaded into the form.
    void openFile(const QString& path);
    /// Several files must be the traces of a distributed run's ranks; anything else is refused with a notice.
    void openFiles(const QStringList& paths);

    /// Stops what is running and closes once everything is saved, without asking: requested by a signal.
    void closeUnasked();

Q_SIGNALS:
    /// The window has been painted for the first time: the disk is not read before.
    void firstPainted();
    /// All views exist: the engine is not loaded before.
    void viewsMade();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// When a view is created, unless it is shown earlier.
    enum class Made : uint8_t {
        AtStart,
        WhenIdle, ///< after the engine is loaded; creating it when it is first shown would block the window
        WhenShown
    };
    struct NamedView
    {
        QString name;
        QString title;
        bool beside;
        std::function<View*(QWidget* parent)> make;
        Made made = Made::AtStart;
        View* view = nullptr; ///< created when first needed; all but the first after the first paint
        bool placed = false;  ///< in its place and showing the run
    };

    void buildViews();
    void makeView(NamedView& named);
    void placeView(NamedView& named);
    bool isMissing(const NamedView& named) const;
    /// Creates the missing views, one in two turns of the event loop.
    void makeViewsInTurn();
    void makeMissingViews();
    void makeIdleViewsInTurn();
    void makeShownView(const QString& name);
    void buildToolBar();
    void buildMenus();
    void fillExportMenu(QMenu* menu);
    void log(LogLevel level, const QString& text);
    void connectActions();
    void connectRun();
    void connectEngine();
    void connectNotices();
    AdviceView* makeAdviceView(QWidget* parent);
    RunsView* makeRunsView(QWidget* parent);
    CompareView* makeCompareView(QWidget* parent);
    SweepView* makeSweepView(QWidget* parent);
    void connectSweepActions();
    void connectReport();
    /// About the ticked runs, or the run on the screen.
    void askForReport();
    std::vector<std::filesystem::path> runsToReport() const;
    void prepareLab();
    void showSwept(const QString& what, const QString& report, bool isGood);
    void showRunsOf(const std::filesystem::path& folder);
    bool isSweeping() const;
    bool isWriting() const; ///< a report, or an export of everything
    void updateSweep();
    /// Asks first; false if the sweep continues.
    bool stopSweepToClose();

    void connectProgram();
    void askForProgram();
    void recordSteps();
    bool isRecording() const; ///< a program started by this window
    void showRecording(const std::filesystem::path& path);
    void showRecorded(const ProgramResult& result);
    void stopProgram();
    void updateRecording();
    bool stopProgramToClose();

    void afterFirstPaint();
    void restoreSettings();
    void saveSettings() const;
    void applyDefaultLayout();
    void setTextSteps(int steps);
    void askForEventMemory();
    void applyEventMemory();

    void train();
    void showStarted();
    void showGrown();
    void showEnded();
    void openRun(const std::filesystem::path& path);
    /// Uses the events of a name as steps, or the run's own; `isAgain`: the run is on the screen and keeps
    /// its state.
    void readRun(const std::filesystem::path& path, const QString& stepOn, bool isAgain);
    void openTrace(const std::filesystem::path& path);
    void openRanks(const std::vector<std::filesystem::path>& files);
    bool isScreenTaken(); ///< by a training; shows a message
    void connectTraces();
    void connectStepChoice();
    /// Reads the trace on the screen again.
    void useSteps(const QString& name);
    void tellSteps();
    bool canReadAgain() const;
    void showKeptRuns(const std::vector<std::filesystem::path>& paths);
    void openRuns(const std::vector<std::filesystem::path>& files);
    void tickRuns(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder);
    void askForRun();
    void askForFolder();
    void showOpened();
    void showOpenedOver();
    void showRunInViews();
    void goOnClosing();
    void updateTrainable();
    void updateFigures();

    RunController* m_controller;
    WindowActions* m_actions;
    QDockWidget* m_panelDock;
    ExperimentPanel* m_panel;
    QWidget* m_center;
    NoticeArea* m_notices;
    Workspace* m_workspace;
    RunProgress* m_progress;
    RunStatusBar* m_statusBar;
    ReportExport* m_report;
    LabReportExport* m_labReport;
    DataSetNotice* m_dataSet;
    BackgroundJob* m_reading; ///< a run that is being opened
    TraceImport* m_traces;
    SweepView* m_sweep = nullptr;
    ProgramProcess* m_program = nullptr; ///< created when first needed
    bool m_isRecordingShown = false;     ///< one of its runs was opened
    TraceSelection* m_selection;         ///< of the run on the screen
    StepChoice* m_steps;                 ///< of the run on the screen
    QList<NamedView> m_views;
    /// About the next run on the screen.
    struct Opening
    {
        QString stepOn;
        bool isAgain = false;
    };
    Opening m_opening;
    bool m_isTraceAgain = false; ///< of the trace that is being read
    QElapsedTimer m_sinceFigures;
    qreal m_textSize;
    int m_textSteps = 0;
    int64_t m_eventMemoryBytes = 0;  ///< 0: automatic
    bool m_isEventMemoryNew = false; ///< changed during a training
    bool m_painted = false;
    enum class Closing { No, WhenWritten, Now } m_closing = Closing::No;
};

} // namespace stepscope::ui
