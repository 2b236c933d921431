#pragma once

#include "core/run_file/run_file.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace stepscope {
struct ImportedRun;
struct ImportOptions;
struct ImportProgress;
} // namespace stepscope

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;

/// Opens traces and logs of other programs: reads them on a worker thread, shows the progress, can be
/// canceled, and saves in the library what the user wants to keep.
class TraceImport : public QObject
{
    Q_OBJECT

public:
    explicit TraceImport(NoticeArea* notices, QObject* parent = nullptr);

    /// A function that returns whether the table of operators shows all events of the opened run. Only then
    /// is the opening time shown.
    void setTableCheck(std::function<bool()> isTableWhole) { m_isTableWhole = std::move(isTableWhole); }

    /// Whether open() accepts a file or folder: everything but a run. open() itself reports what cannot be
    /// read and why.
    static bool isForImport(const QString& path);
    /// Whether JSON is neither a trace nor another known format.
    static bool mayBeExperiment(const QString& path);

    /// Opens a file or a log folder. If it contains several runs, they are saved in the library immediately,
    /// because only there can several be viewed together.
    void open(const std::filesystem::path& path);
    /// Opens the traces of a distributed run's ranks as one run.
    void openRanks(const std::vector<std::filesystem::path>& files);
    /// Saves the traces or logs of several runs in the library, because only there can several be viewed
    /// together.
    void openTogether(const std::vector<std::filesystem::path>& files);
    /// What openAgain() opens, if these traces or runs of ranks were read by others.
    void setOpenedRanks(const std::vector<std::filesystem::path>& files) { m_opened = {.files = files}; }
    /// The last opened files: several of ranks.
    const std::vector<std::filesystem::path>& openedFiles() const { return m_opened.files; }
    /// Reads the last opened file again, with the events of this name as steps; empty: with its own.
    void openAgain(const QString& stepOn);
    /// The name of the events that are the steps of the last opened file; empty: its own steps.
    const QString& stepOn() const { return m_opened.stepOn; }
    bool isReading() const;
    /// Removes the notice on the opened file, which is no longer on the screen.
    void endNotice();
    /// Removes the notice on a file that could not be opened.
    void removeError();

Q_SIGNALS:
    /// The trace has been read. `path` is its file; empty if it was read from several.
    void opened(const std::filesystem::path& path, const std::shared_ptr<stepscope::StoredRun>& stored);
    /// A trace was written to this run file in the library.
    void kept(const std::filesystem::path& path);
    /// The runs of a log folder were written to these run files in the library.
    void keptSeveral(const std::vector<std::filesystem::path>& paths);
    /// The runs of several files were written to these run files in the library, in the order of the files.
    /// `sources`: the files that have been read. `failures`: what could not be read, if anything.
    void keptTogether(const std::vector<std::filesystem::path>& paths,
                      const std::vector<std::filesystem::path>& sources, const QStringList& failures);

private:
    /// What to open, and how.
    struct Source
    {
        std::vector<std::filesystem::path> files; ///< several: ranks of a distributed run
        QString stepOn;
    };

    using Report = std::function<void(const ImportProgress& progress)>;
    /// Reads on a separate thread, and returns a function that shows the result.
    using Read = std::function<std::function<void()>(const ImportOptions& options)>;

    void openOne(const Source& source);
    void openAllRanks(const Source& source);
    Report reportOf(const QString& name);
    void start(const QString& name, const Read& read);
    void showSeveral(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& paths,
                     const QStringList& failures);
    void showReading(const QString& name);
    void showProgress(const QString& name, const ImportProgress& progress);
    void showOpened(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
                    const Source& source);
    void tellOpened(const std::filesystem::path& path, const std::shared_ptr<StoredRun>& stored,
                    const std::stop_source& stop);
    void keep(const std::shared_ptr<StoredRun>& stored);

    NoticeArea* m_notices;
    BackgroundJob* m_reading;
    BackgroundJob* m_keeping;
    std::function<bool()> m_isTableWhole;
    Source m_opened;         ///< the last opened one
    std::stop_source m_stop; ///< of the file being read
    QElapsedTimer m_clock;   ///< since the user's request
};

} // namespace stepscope::ui
