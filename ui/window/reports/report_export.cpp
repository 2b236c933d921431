#include "ui/window/reports/report_export.h"

#include "core/base/error.h"
#include "core/exchange/report.h"
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

/// The confirmed folder, ready to write to; empty if the user canceled.
QString askForFolder(QWidget* window)
{
    const QString start =
        QSettings()
            .value("export/folder", QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
            .toString();
    const QString folder =
        dialogs().chooseFolder(window, ReportExport::tr("Export everything to a folder"), start);
    if (folder.isEmpty())
        return {};
    bool holdsRun = false;
    for (const std::string& name : reportFileNames())
        holdsRun |= QDir(folder).exists(toQString(name));
    if (holdsRun) {
        const Confirmation question{ReportExport::tr("Replace the run in this folder?"),
                                    ReportExport::tr("%1 already contains a run. Replace its files?")
                                        .arg(QDir::toNativeSeparators(folder)),
                                    ReportExport::tr("Replace"), ReportExport::tr("Cancel")};
        if (!dialogs().confirm(window, question))
            return {};
    }
    prepareReportFolder(folder.toStdString(), true);
    QSettings().setValue("export/folder", folder);
    return folder;
}

} // namespace

ReportExport::ReportExport(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_job(new BackgroundJob(this))
{
}

void ReportExport::askAndWrite(std::shared_ptr<const Run> run, const Environment& environment)
{
    if (isRunning()) {
        showStatusMessage(m_window, tr("The last export is still being written."));
        return;
    }
    forgetFailure(m_window);
    try {
        const QString folder = askForFolder(m_window);
        if (!folder.isEmpty())
            write(std::move(run), environment, folder);
    } catch (const Error& error) {
        dialogs().showFailure(m_window, toQString(error.what()), toQString(error.detail()));
    }
}

bool ReportExport::isRunning() const
{
    return m_job->isRunning();
}

void ReportExport::write(std::shared_ptr<const Run> run, const Environment& environment,
                         const QString& folder)
{
    m_job->start(
        [this, run = std::move(run), environment, folder,
         context = m_window](std::stop_token stop) -> std::function<void()> {
            GuiThreadPainter painter(context, std::move(stop), run);
            QStringList missing;
            const auto omissions =
                writeReport(*run, environment, folder.toStdString(), &painter, {}, &painter);
            for (const std::string& sentence : omissions.all())
                missing += toQString(sentence);
            return [this, folder, missing, hasFailed = !omissions.failures.empty()] {
                Q_EMIT written(folder, missing, hasFailed);
            };
        },
        [this](const QString& sentence, const QString& detail) { Q_EMIT failed(sentence, detail); });
}

} // namespace stepscope::ui
