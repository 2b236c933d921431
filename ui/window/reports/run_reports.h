#pragma once

#include "core/run/run.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <vector>

class QWidget;

namespace stepscope::ui {

class LabReportExport;
class ListedRuns;
class NoticeArea;
class ReportExport;
class RunController;
class StepChoice;

/// Writes exports and reports of runs: everything about the run on the screen, or the lab's report of the
/// ticked runs. Reports in notices how it ended.
class RunReports final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        ListedRuns* listed;
        StepChoice* steps; ///< of the run on the screen
        NoticeArea* notices;
    };

    RunReports(const Parts& parts, QWidget* window);

    void exportAll();
    /// About the ticked runs, or the run on the screen.
    void writeReport();
    bool hasRunsToReport() const { return !runsToReport().empty(); }
    bool isWriting() const;

Q_SIGNALS:
    /// A report or an export is written, or has failed.
    void ended();
    void logged(stepscope::LogLevel level, const QString& text);

private:
    void connectExport();
    void connectReport();
    void showReport(const QString& report, const QStringList& missing);
    std::vector<std::filesystem::path> runsToReport() const;
    /// Of the dialog that asks for the folder: says which runs the report contains.
    QString titleOfReport() const;

    Parts m_parts;
    QWidget* m_window;
    ReportExport* m_export;
    LabReportExport* m_report;
};

/// Opens a report in the browser.
void openReport(const QString& path);

} // namespace stepscope::ui
