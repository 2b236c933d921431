#pragma once

#include "core/report/lab_report.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <vector>

class QWidget;

namespace stepscope::ui {

class BackgroundJob;

/// Writes the lab's report of saved runs to a folder, on a worker thread.
class LabReportExport final : public QObject
{
    Q_OBJECT

public:
    explicit LabReportExport(QWidget* window);

    /// Asks for the folder with that title, and before replacing a report in it. `read`: as for
    /// labReportInput(); called on the worker thread.
    void askAndWrite(const QString& title, std::vector<std::filesystem::path> runFiles, RunReader read = {});
    bool isRunning() const;

Q_SIGNALS:
    void started(const QString& folder);
    /// Each report ends with one of these. `missing` has a sentence for each missing part.
    void written(const QString& report, const QStringList& missing);
    void failed(const QString& sentence, const QString& detail);

private:
    QString askForFolder(const QString& title);
    void write(std::vector<std::filesystem::path> runFiles, RunReader read, const QString& folder);

    QWidget* m_window;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
