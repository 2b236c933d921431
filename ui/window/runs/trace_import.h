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

/// Opens traces and logs of other programs: reads them on a worker thread, shows how far that has come, lets
/// it be cancelled, and keeps in the library what the user wants to keep.
class TraceImport : public QObject
{
    Q_OBJECT

public:
    explicit TraceImport(NoticeArea* notices, QObject* parent = nullptr);

    /// Asks whether what was opened stands in the table of operators with all its events. Only then the time
    /// that opening it took is told.
    void setTableCheck(std::function<bool()> isTableWhole) { m_isTableWhole = std::move(isTableWhole); }

    /// Whether open() is for a file or folder: for anything but a run. It says what cannot be read and why.
    static bool isForImport(const QString& path);
    /// Whether JSON is neither a trace nor a file of another program that is known.
    static bool mayBeExperiment(const QString& path);

    /// A file, or a log folder. Where this holds several runs they are kept in the library at once, for only
    /// there can several be looked at together.
    void open(const std::filesystem::path& path);
    /// The traces of a distributed run's ranks, as one run.
    void openRanks(const std::vector<std::filesystem::path>& files);
    /// Reads what was opened last once more, with steps from the events of this name; empty: with its own.
    void openAgain(const QString& stepOn);
    /// The name of the events that what was opened last has its steps from; empty: they are its own.
    const QString& stepOn() const { return m_opened.stepOn; }
    bool isReading() const;

Q_SIGNALS:
    /// The trace has been read. `path` is its file; empty: it was read from several.
    void opened(const std::filesystem::path& path, const std::shared_ptr<stepscope::StoredRun>& stored);
    /// A trace was written into the library, as this run file.
    void kept(const std::filesystem::path& path);
    /// The runs of a log folder were written into the library, as these run files.
    void keptSeveral(const std::vector<std::filesystem::path>& paths);

private:
    /// What is opened, and how.
    struct Source
    {
        std::vector<std::filesystem::path> files; ///< several: of a distributed run's ranks
        QString stepOn;
    };

    using Report = std::function<void(const ImportProgress& progress)>;
    /// Reads, on a thread of its own, and returns what is to be shown of it.
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
    Source m_opened;         ///< the last one that was
    std::stop_source m_stop; ///< of the file that is being read
    QElapsedTimer m_clock;   ///< since the user asked for it
};

} // namespace stepscope::ui
