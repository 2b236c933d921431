// Connects sweeps and reports to the rest of the window.

#include "core/import/step_detection.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_view.h"
#include "ui/support/dialogs.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/sweep/sweep_view.h"
#include "ui/window/main_window.h"
#include "ui/window/notices/data_set_notice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/reports/lab_report_export.h"
#include "ui/window/reports/report_export.h"
#include "ui/window/window_actions.h"
#include "ui/window/workspace.h"

#include <QAction>
#include <QDesktopServices>
#include <QUrl>

#include <set>

namespace stepscope::ui {

namespace {

void openReport(const QString& path)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(path));
}

QStringList usableDevices(const std::vector<DeviceInfo>& devices)
{
    QStringList ids;
    for (const DeviceInfo& device : devices) {
        if (device.whyAbsent.empty())
            ids += QString::fromStdString(device.id);
    }
    return ids;
}

/// Reads the run on the screen with the steps that the user has selected for it, and other runs with their
/// own.
RunReader readerWithSteps(const std::filesystem::path& shown, const StepChoice& choice)
{
    if (shown.empty() || choice.pickedName().isEmpty())
        return {};
    return [shown, name = choice.pickedName().toStdString()](const std::filesystem::path& file,
                                                             const RunFileParts& parts) {
        auto stored = readRunFile(file, parts);
        std::error_code failed;
        if (!std::filesystem::equivalent(file, shown, failed))
            return stored;
        try {
            useStepsOn(stored.run, name);
        } catch (const Error& error) { // some of its events were not read
            stored.problems.emplace_back(error.what());
        }
        return stored;
    };
}

} // namespace

SweepView* MainWindow::makeSweepView(QWidget* parent)
{
    m_sweep = new SweepView(parent);
    connect(m_panel, &ExperimentPanel::changed, m_sweep, [this] { m_sweep->setBase(m_panel->experiment()); });
    connect(m_sweep, &SweepView::experimentWanted, this,
            [this](const Experiment& experiment, const QString& what) { m_panel->use(experiment, what); });
    connect(m_sweep, &SweepView::runningChanged, this, [this] {
        updateTrainable();
        m_sweep->setBase(m_panel->experiment()); // it may have changed meanwhile
        goOnClosing();
    });
    connect(m_sweep, &SweepView::openWanted, this, &MainWindow::openRun);
    connect(m_sweep, &SweepView::folderWanted, this, &MainWindow::showRunsOf);
    connect(m_sweep, &SweepView::reportWanted, this, &openReport);
    connect(m_sweep, &SweepView::swept, this, &MainWindow::showSwept);
    connect(m_sweep, &SweepView::failed, this, [this](const QString& sentence) {
        m_notices->show("sweep", {.kind = Notice::Kind::Error, .text = sentence});
        log(LogLevel::Error, sentence);
    });
    m_sweep->setBase(m_panel->experiment());
    updateSweep();
    return m_sweep;
}

void MainWindow::connectSweepActions()
{
    connect(m_actions->lab, &QAction::triggered, this, &MainWindow::prepareLab);
    m_panel->addPreset(m_actions->lab);
}

void MainWindow::prepareLab()
{
    makeMissingViews();
    m_workspace->showView("sweep");
    m_sweep->prepareLab();
}

bool MainWindow::isSweeping() const
{
    return m_sweep && m_sweep->isRunning();
}

void MainWindow::updateSweep()
{
    const QString why = m_controller->isTraining() ? tr("A training is running.")
                        : isRecording()            ? tr("A program is being recorded.")
                        : m_controller->engineState() == RunController::EngineState::Failed
                            ? m_notices->text("engine")
                        : m_dataSet->isMissing() ? m_notices->text("dataSet")
                                                 : QString();
    m_actions->lab->setEnabled(why.isEmpty() && !isSweeping());
    m_actions->lab->setToolTip(why.isEmpty() ? m_actions->lab->statusTip() : why);
    if (!m_sweep)
        return;
    m_sweep->setDevices(usableDevices(m_controller->devices()));
    m_sweep->setObstacle(why);
}

bool MainWindow::stopSweepToClose()
{
    if (m_sweep->isSweeping()) {
        const Confirmation question{
            tr("A sweep is running"),
            tr("Stop the sweep and close? Finished runs are kept, and the sweep can be resumed later."),
            tr("Stop and close"), tr("Keep sweeping")};
        if (!dialogs().confirm(this, question))
            return false;
    }
    m_sweep->stop();
    return true;
}

void MainWindow::showSwept(const QString& what, const QString& report, bool isGood)
{
    Notice notice{.kind = isGood ? Notice::Kind::Good : Notice::Kind::Warning, .text = what};
    if (!report.isEmpty())
        notice.buttons += {tr("Open report"), [report] { openReport(report); }, true};
    m_notices->show("sweep", notice);
    log(isGood ? LogLevel::Info : LogLevel::Warning, what);
}

void MainWindow::showRunsOf(const std::filesystem::path& folder)
{
    makeMissingViews();
    auto* view = findChild<RunsView*>();
    const auto tickAll = [view, folder] {
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const auto& entry = view->model()->entry(row);
            if (entry.summary.kind == RunKind::Training && entry.path.parent_path() == folder &&
                entry.summary.steps > 0)
                view->model()->setTicked(row, true);
        }
    };
    view->shelf()->setFolder(folder);
    connect(view->shelf(), &RunShelf::listed, view, tickAll, Qt::SingleShotConnection);
}

void MainWindow::connectReport()
{
    connect(m_actions->report, &QAction::triggered, this, &MainWindow::askForReport);
    connect(m_labReport, &LabReportExport::started, this, [this](const QString& folder) {
        m_notices->show("labReport", {.kind = Notice::Kind::Info,
                                      .text = tr("Writing the report to %1…").arg(folder),
                                      .closable = false,
                                      .progress = 2.0});
    });
    connect(m_labReport, &LabReportExport::written, this,
            [this](const QString& report, const QStringList& missing) {
                Notice notice{.kind = missing.isEmpty() ? Notice::Kind::Good : Notice::Kind::Warning};
                notice.text = missing.isEmpty() ? tr("Report written: %1").arg(report)
                                                : tr("Report written, but incomplete: %1").arg(report);
                notice.detail = missing.join('\n');
                notice.buttons += {tr("Open report"), [report] { openReport(report); }, true};
                m_notices->show("labReport", notice);
                goOnClosing();
            });
    connect(
        m_labReport, &LabReportExport::failed, this, [this](const QString& sentence, const QString& detail) {
            m_notices->show("labReport", {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
            goOnClosing();
        });
}

bool MainWindow::isWriting() const
{
    return m_report->isRunning() || m_labReport->isRunning();
}

std::vector<std::filesystem::path> MainWindow::runsToReport() const
{
    std::vector<std::filesystem::path> files;
    if (const auto* view = findChild<RunsView*>()) {
        for (const LibraryEntry* entry : view->model()->tickedEntries())
            files.push_back(entry->path);
    }
    if (files.empty() && std::filesystem::exists(m_controller->runPath()))
        files.push_back(m_controller->runPath());
    // The cold forward passes of a sweep are in files next to its runs.
    std::set<std::filesystem::path> passes;
    std::error_code ignored;
    for (const auto& file : files) {
        for (const auto& other : std::filesystem::directory_iterator(file.parent_path(), ignored)) {
            if (other.path().filename().string().starts_with("forward-pass_"))
                passes.insert(other.path());
        }
    }
    files.insert(files.end(), passes.begin(), passes.end());
    return files;
}

void MainWindow::askForReport()
{
    const auto files = runsToReport();
    if (files.empty())
        showStatusMessage(this, tr("Train, open a run, or tick runs in the panel of runs first."));
    else
        m_labReport->askAndWrite(files, readerWithSteps(m_controller->runPath(), *m_steps));
}

} // namespace stepscope::ui
