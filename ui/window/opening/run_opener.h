#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <vector>

class QWidget;

namespace stepscope {
struct StoredRun;
}

namespace stepscope::ui {

class BackgroundJob;
class ExperimentPanel;
class ListedRuns;
class NoticeArea;
class RankRuns;
class RecentFiles;
class RunController;
class ShownRun;
class StepChoice;
class TraceImport;
class ViewRegistry;

/// Opens files: runs, traces and logs of other programs, the traces of a distributed run's ranks, and
/// experiments. Reads them on worker threads and reports in a notice what cannot be opened. A training stays
/// on the screen.
class RunOpener final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunController* controller;
        ShownRun* shown;
        StepChoice* steps; ///< of the run on the screen
        ListedRuns* listed;
        ViewRegistry* views;
        ExperimentPanel* panel;
        NoticeArea* notices;
        QWidget* window;
    };

    RunOpener(const Parts& parts, QObject* parent);

    /// Opens a saved run, a trace or a log folder, or loads an experiment into the form.
    void openFile(const QString& path);
    /// Several files must be runs in one folder, the traces of a distributed run's ranks, which are opened as
    /// one run, or traces and logs of several runs, which are added to the library.
    void openFiles(const QStringList& paths);
    void openRun(const std::filesystem::path& path);
    /// Shows the first run, and ticks all. If they are ranks of one training, a notice offers to merge them.
    void openRuns(const std::vector<std::filesystem::path>& files);
    /// Reads the run on the screen again, if it is over and in a file.
    void readAgain();
    void askForRun();
    void askForFolder();

    /// Whether a trace is being read.
    bool isReadingTrace() const;
    /// Stops reading a run.
    void cancelRun();

Q_SIGNALS:
    /// The opened run is on the screen.
    void opened(const QString& title);

private:
    bool isScreenTaken() const; ///< by a training; shows a message
    void connectTraces();
    void connectRanks();
    void offerRecent();
    void readRun(const std::filesystem::path& path, const QString& stepOn, bool isAgain);
    void show(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
              const QString& stepOn, bool isAgain);
    void showTrace(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored);
    void openTrace(const std::filesystem::path& path);
    void openImports(const std::vector<std::filesystem::path>& files);
    void showKept(const std::vector<std::filesystem::path>& paths, const QStringList& failures);
    void forgetKept();
    void useSteps(const QString& name);
    void showFailure(const QString& sentence, const QString& detail = {});
    void retireErrors();

    Parts m_parts;
    BackgroundJob* m_runJob; ///< reads a run
    TraceImport* m_traces;
    RankRuns* m_ranks;
    RecentFiles* m_recent;
    bool m_isTraceAgain = false;               ///< of the trace that is being read
    std::vector<std::filesystem::path> m_kept; ///< opened together, as the notice says
};

} // namespace stepscope::ui
