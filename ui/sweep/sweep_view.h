#pragma once

#include "core/sweep/sweep_event.h"
#include "ui/support/view.h"

#include <QStringList>

#include <filesystem>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class SweepForm;
class SweepPlanModel;
class SweepPlanTable;
class SweepProcess;

/// Sweeps: what changes from run to run, the plan with what each run will take, and how far it is.
class SweepView final : public View
{
    Q_OBJECT

public:
    explicit SweepView(QWidget* parent = nullptr);
    ~SweepView() override;

    void showRun(const Run*) override {}
    void refresh() override {}
    QList<ExportItem> exportItems() override;

    /// What does not change from run to run.
    void setBase(const Experiment& base);
    /// What the machine has to train on.
    void setDevices(const QStringList& devices);
    /// The sentence that says why nothing can be trained now; empty when something can.
    void setObstacle(const QString& sentence);

    /// Fills in the lab's sweep and measures how long it will take: one more click starts it.
    void prepareLab();
    void showPlan();
    void start();
    void stop();
    bool isRunning() const; ///< also while it measures
    /// Runs are being trained, not only measured.
    bool isSweeping() const;

    SweepForm* form() const { return m_form; }
    SweepPlanModel* model() const { return m_model; }

Q_SIGNALS:
    /// It began or ended to use the machine.
    void runningChanged();
    /// The lab has an experiment of its own for the base.
    void experimentWanted(const stepscope::Experiment& experiment, const QString& what);
    void openWanted(const std::filesystem::path& path);
    void folderWanted(const std::filesystem::path& folder);
    void reportWanted(const QString& path);
    void failed(const QString& sentence);
    /// All runs that can be done are, or it was stopped: a sentence. The report is there when it has a path.
    void swept(const QString& what, const QString& report, bool isGood);

private:
    QWidget* buildTools();
    QWidget* buildFormArea();
    QWidget* buildActions();
    void connectProcess();
    void showForm();
    void take(const SweepEvent& event);
    void end(bool stopped, const QString& problem);
    void endSweep(bool stopped);
    void chooseImages();
    void update();
    void say(const QString& text);
    QString whyNotStart() const;
    QString planText() const;
    QString reportPath() const;
    std::filesystem::path folder() const;
    void restore();
    void save() const;

    SweepForm* m_form;
    SweepPlanModel* m_model;
    SweepPlanTable* m_table;
    SweepProcess* m_process;
    QStackedWidget* m_pages = nullptr;
    QToolButton* m_lab = nullptr;
    QPushButton* m_plan = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QToolButton* m_report = nullptr;
    QToolButton* m_runs = nullptr;
    QCheckBox* m_openReport = nullptr;
    QLabel* m_text = nullptr;
    QString m_obstacle;
    bool m_chooseImages = false; ///< when the plan is there
    bool m_restoring = false;
    bool m_reporting = false;
    double m_secondsLeft = -1; ///< of the sweep that runs
};

} // namespace stepscope::ui
