#include "ui/window/reports/run_reports.h"

#include "core/base/error.h"
#include "core/import/step_detection.h"
#include "ui/support/dialogs.h"
#include "ui/support/open_outside.h"
#include "ui/support/status_message.h"
#include "ui/support/step_choice.h"
#include "ui/window/notices/notice_area.h"
#include "ui/window/notices/run_notices.h"
#include "ui/window/reports/lab_report_export.h"
#include "ui/window/reports/report_export.h"
#include "ui/window/runs/listed_runs.h"
#include "ui/window/runs/run_controller.h"

#include <QUrl>
#include <QWidget>

#include <set>
#include <system_error>

namespace stepscope::ui {

namespace {

const QString noticeName = QStringLiteral("labReport");

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

void openReport(const QString& path)
{
    openOutside(QUrl::fromLocalFile(path));
}

RunReports::RunReports(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
    , m_export(new ReportExport(window))
    , m_report(new LabReportExport(window))
{
    connectExport();
    connectReport();
}

void RunReports::connectExport()
{
    connect(m_export, &ReportExport::written, this,
            [this](const QString& folder, const QStringList& missing, bool hasFailed) {
                showReportNotice(*m_parts.notices, folder, missing, hasFailed);
                Q_EMIT logged(LogLevel::Info, tr("Exported everything to %1").arg(folder));
                Q_EMIT ended();
            });
    connect(m_export, &ReportExport::failed, this, [this](const QString& sentence, const QString& detail) {
        dialogs().showFailure(m_window, sentence, detail);
        Q_EMIT ended();
    });
}

void RunReports::connectReport()
{
    connect(m_report, &LabReportExport::started, this, [this](const QString& folder) {
        m_parts.notices->show(noticeName, {.kind = Notice::Kind::Info,
                                           .text = tr("Writing the report to %1…").arg(folder),
                                           .closable = false,
                                           .progress = 2.0});
    });
    connect(m_report, &LabReportExport::written, this, &RunReports::showReport);
    connect(m_report, &LabReportExport::failed, this, [this](const QString& sentence, const QString& detail) {
        m_parts.notices->show(noticeName, {.kind = Notice::Kind::Error, .text = sentence, .detail = detail});
        Q_EMIT ended();
    });
}

void RunReports::showReport(const QString& report, const QStringList& missing)
{
    Notice notice{.kind = missing.isEmpty() ? Notice::Kind::Good : Notice::Kind::Warning};
    notice.text = missing.isEmpty() ? tr("Report written: %1").arg(report)
                                    : tr("Report written, but incomplete: %1").arg(report);
    notice.detail = missing.join('\n');
    notice.buttons += {tr("Open report"), [report] { openReport(report); }, true};
    m_parts.notices->show(noticeName, notice);
    Q_EMIT ended();
}

bool RunReports::isWriting() const
{
    return m_export->isRunning() || m_report->isRunning();
}

std::vector<std::filesystem::path> RunReports::runsToReport() const
{
    auto files = m_parts.listed->tickedFiles();
    if (files.empty() && std::filesystem::exists(m_parts.controller->runPath()))
        files.push_back(m_parts.controller->runPath());
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

QString RunReports::titleOfReport() const
{
    const auto ticked = m_parts.listed->tickedFiles();
    if (ticked.size() > 1)
        return tr("Write the report of %n ticked run(s) to a folder", nullptr, int(ticked.size()));
    return tr("Write the report of “%1” to a folder")
        .arg(m_parts.listed->nameOf(ticked.empty() ? m_parts.controller->runPath() : ticked.front()));
}

void RunReports::exportAll()
{
    m_export->askAndWrite(m_parts.controller->sharedRun(), m_parts.controller->environment());
}

void RunReports::writeReport()
{
    const auto files = runsToReport();
    if (files.empty())
        showStatusMessage(m_window, tr("Train, open a run, or tick runs in the panel of runs first."));
    else
        m_report->askAndWrite(titleOfReport(), files,
                              readerWithSteps(m_parts.controller->runPath(), *m_parts.steps));
}

} // namespace stepscope::ui
