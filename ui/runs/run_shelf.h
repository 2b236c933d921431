#pragma once

#include "core/run_file/run_library.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <set>
#include <vector>

class QTimer;

namespace stepscope::ui {

class BackgroundJob;

/// A library of runs for the window: checks its folder repeatedly while it is watched, and changes it. Files
/// are only touched on a worker thread; changes are made one after the other and none is lost.
class RunShelf : public QObject
{
    Q_OBJECT

public:
    explicit RunShelf(std::filesystem::path folder, QObject* parent = nullptr);
    /// Makes the pending changes.
    ~RunShelf() override;

    const std::filesystem::path& folder() const { return m_folder; }
    void setFolder(const std::filesystem::path& folder);
    /// Checks the folder once.
    void look() { work(); }
    /// Checks the folder immediately and then every second, until every watcher has turned that off.
    void setWatching(const QObject* watcher, bool isWatching);
    bool hasLooked() const { return m_looked; }

    const std::vector<LibraryEntry>& entries() const { return m_entries; }
    /// Why the folder cannot be read, or empty.
    const QString& problem() const { return m_problem; }

    void setLabel(const std::filesystem::path& path, const RunLabel& label);
    /// Skips running runs. Emits trashed() when done.
    void moveToTrash(const std::vector<std::filesystem::path>& paths);
    /// Restores what was last moved to the trash.
    void takeFromTrash();

Q_SIGNALS:
    /// The folder was listed; the list may not have changed.
    void listed();
    void trashed(const std::vector<std::filesystem::path>& paths);
    void failed(const QString& sentence);

private:
    struct Trashed
    {
        QString path;
        QString inTrash;
    };

    struct Result
    {
        std::vector<LibraryEntry> entries;
        QString problem;
        QStringList failures;
        std::vector<std::filesystem::path> removed;
        std::vector<Trashed> trashed;
    };
    using Change = std::function<void(Result&)>;

    static void trash(const std::filesystem::path& path, Result& result);
    static void takeBack(const Trashed& file, Result& result);

    void make(Change change);
    void work();
    void take(const RunLibrary* library, Result result);

    std::filesystem::path m_folder;
    std::shared_ptr<RunLibrary> m_library; ///< used by the worker alone
    std::vector<LibraryEntry> m_entries;
    QString m_problem;
    bool m_looked = false;
    std::set<const QObject*> m_watchers;
    std::vector<Change> m_changes; ///< waiting for the worker
    std::vector<Trashed> m_trashed;
    QTimer* m_timer;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
