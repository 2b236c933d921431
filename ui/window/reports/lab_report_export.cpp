#include "ui/window/reports/lab_report_export.h"

#include "core/base/error.h"
#include "ui/support/background_job.h"
#include "ui/support/dialogs.h"
#include "ui/support/qt_text.h"
#include "ui/support/status_message.h"
#include "ui/window/reports/gui_thread_painter.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QWidget>

namespace stepscope::ui {

namespace {

constexpr auto folderKey = "report/folder";

} // namespace

LabReportExport::LabReportExport(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_job(new BackgroundJob(this))
{
}

bool LabReportExport::isRunning() const
{
    return m_job->isRunning();
}

void LabReportExport::askAndWrite(const QString& title, std::vector<std::filesystem::path> runFiles,
                                  RunReader read)
{
    if (isRunning()) {
        showStatusMessage(m_window, tr("The last report is still being written."));
        return;
    }
    const QString folder = askForFolder(title);
    if (!folder.isEmpty())
        write(std::move(runFiles), std::move(read), folder);
}

QString LabReportExport::askForFolder(const QString& title)
{
    const QString start =
        QSettings()
            .value(folderKey, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
            .toString();
    const QString folder = dialogs().chooseFolder(m_window, title, start);
    if (folder.isEmpty())
        return {};
    if (QDir(folder).exists(reportPageName)) {
        const Confirmation question{
            tr("Replace the report in this folder?"),
            tr("%1 already contains a report. Replace its files?").arg(QDir::toNativeSeparators(folder)),
            tr("Replace"), tr("Cancel")};
        if (!dialogs().confirm(m_window, question))
            return {};
    }
    QSettings().setValue(folderKey, folder);
    return folder;
}

void LabReportExport::write(std::vector<std::filesystem::path> runFiles, RunReader read,
                            const QString& folder)
{
    m_job->start(
        [this, files = std::move(runFiles), read = std::move(read), folder,
         context = m_window](std::stop_token stop) -> std::function<void()> {
            prepareLabReportFolder(folder.toStdString(), true);
            const LabReportInput input = labReportInput(files, read);
            if (input.runs.empty())
                throw Error(input.problems.empty() ? tr("There is no run to report on.").toStdString()
                                                   : input.problems.front());
            GuiThreadPainter painter(context, std::move(stop));
            QStringList missing;
            for (const std::string& sentence : problemsOf(input))
                missing += toQString(sentence);
            for (const std::string& sentence : writeLabReport(input, folder.toStdString(), &painter))
                missing += toQString(sentence);
            return
                [this, folder, missing] { Q_EMIT written(QDir(folder).filePath(reportPageName), missing); };
        },
        [this](const QString& sentence, const QString& detail) { Q_EMIT failed(sentence, detail); });
    Q_EMIT started(folder);
}

} // namespace stepscope::ui
