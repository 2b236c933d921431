#pragma once

#include "core/report/lab_report.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <vector>

class QWidget;

namespace stepscope::ui {

class BackgroundJob;

/// Writes the lab's report of kept runs into a folder, on a worker thread.
class LabReportExport final : public QObject
{
    Q_OBJECT

public:
    explicit LabReportExport(QWidget* window);

    /// Asks for the folder, and before a report in it is replaced. `read`: as for labReportInput();
    /// called on the worker thread.
    void askAndWrite(std::vector<std::filesystem::path> runFiles, RunReader read = {});
    bool isRunning() const;

Q_SIGNALS:
    void started(const QString& folder);
    /// Each report ends with one of these. `missing` has a sentence for each thing that is not in it.
    void written(const QString& report, const QStringList& missing);
    void failed(const QString& sentence, const QString& detail);

private:
    QString askForFolder();
    void write(std::vector<std::filesystem::path> runFiles, RunReader read, const QString& folder);

    QWidget* m_window;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
