#pragma once

#include "core/sweep/sweep.h"
#include "core/sweep/sweep_event.h"
#include "ui/support/view.h"
#include "ui/sweep/sweep_actions.h"
#include "ui/sweep/sweep_progress.h"

#include <QStringList>

#include <filesystem>

class QStackedWidget;

namespace stepscope::ui {

class SweepForm;
class SweepPlanModel;
class SweepPlanTable;
class SweepProcess;
class SweepTools;

/// Sweeps: what changes from run to run, the plan with estimated times, and the progress.
class SweepView final : public View
{
    Q_OBJECT

public:
    explicit SweepView(QWidget* parent = nullptr);
    ~SweepView() override;

    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override;

    /// Sets what does not change from run to run.
    void setBase(const Experiment& base);
    /// Sets the devices of the machine.
    void setDevices(const QStringList& devices);
    /// The sentence that says why nothing can be trained now; empty if something can.
    void setObstacle(const QString& sentence);

    /// Fills in the lab's sweep and measures how long it will take; another click starts it.
    void prepareLab();
    void showPlan();
    void start();
    void stop();
    bool isRunning() const; ///< including measuring
    /// Whether runs are being trained, not only measured.
    bool isSweeping() const;
    bool isStopping() const;
    /// The sentence about what is running, and the progress of the whole sweep from 0 to 1; negative while
    /// only measuring.
    QString progressText() const;
    double progressFraction() const;
    /// Whether at least two points have runs.
    bool canCompare() const;
    /// Ticks the sweep's runs and asks for their comparison.
    void compareRuns();
    /// Where its runs are.
    std::filesystem::path runsFolder() const { return folder() / sweepRunsName; }

    SweepForm* form() const { return m_form; }
    SweepPlanModel* model() const { return m_model; }

public Q_SLOTS:
    void copyContent() override;

Q_SIGNALS:
    /// The sweep started or stopped using the machine.
    void runningChanged();
    /// The progress, or what is said about it, has changed.
    void progressed();
    /// The lab sets its own base experiment.
    void experimentWanted(const stepscope::Experiment& experiment, const QString& what);
    void openWanted(const std::filesystem::path& path);
    /// Ticks the runs in this folder.
    void folderWanted(const std::filesystem::path& folder);
    /// Brings the list of runs to the front.
    void runsWanted();
    /// Brings the comparison of the ticked runs to the front.
    void compareWanted();
    void reportWanted(const QString& path);
    void failed(const QString& sentence);
    /// The sweep is complete or was stopped; `what` is a sentence. `report` is the path of its report, or
    /// empty.
    void swept(const QString& what, const QString& report, bool isGood);

private:
    QWidget* buildTools();
    QWidget* buildFormArea();
    QWidget* buildActions();
    void connectProcess();
    void showForm();
    void showSweep();
    void take(const SweepEvent& event);
    void end(bool stopped, const QString& problem);
    void endSweep(bool stopped);
    void chooseImages();
    void update();
    SweepActions::State actionsState(bool isValid) const;
    QString whyNotStart() const;
    QString textBesideStart(const QString& why) const;
    QString statusText(bool isValid) const;
    QString reportPath() const;
    std::filesystem::path folder() const;
    void restore();
    void save() const;

    SweepForm* m_form;
    SweepPlanModel* m_model;
    SweepPlanTable* m_table;
    SweepProcess* m_process;
    QStackedWidget* m_pages = nullptr;
    SweepTools* m_tools = nullptr;
    SweepActions* m_actions = nullptr;
    SweepProgress m_progress; ///< of the running sweep
    QString m_obstacle;
    bool m_showsOther = false;   ///< the rows are those of another sweep, which the folder contains
    bool m_chooseImages = false; ///< once the plan is ready
    bool m_restoring = false;
};

} // namespace stepscope::ui
