#pragma once

#include "core/run_file/run_library.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

class QTimer;

namespace stepscope::ui {

class BackgroundJob;

/// A library of runs for the window: looks at its folder again and again while it is watched, and changes it.
/// Files are touched on a worker thread alone; changes are made one after the other and none is lost.
class RunShelf : public QObject
{
    Q_OBJECT

public:
    explicit RunShelf(std::filesystem::path folder, QObject* parent = nullptr);
    /// Makes the changes that still wait.
    ~RunShelf() override;

    const std::filesystem::path& folder() const { return m_folder; }
    void setFolder(const std::filesystem::path& folder);
    /// Looks once.
    void look() { work(); }
    /// Looks at once and then each second, until told otherwise.
    void setWatching(bool watching);
    bool hasLooked() const { return m_looked; }

    const std::vector<LibraryEntry>& entries() const { return m_entries; }
    /// Why the folder cannot be read, or nothing.
    const QString& problem() const { return m_problem; }

    void setLabel(const std::filesystem::path& path, const RunLabel& label);
    /// Runs that go on are left where they are. trashed() comes when it is done.
    void moveToTrash(const std::vector<std::filesystem::path>& paths);
    /// Takes back what was moved to the trash last.
    void takeFromTrash();

Q_SIGNALS:
    /// There is a list, perhaps the same as before.
    void listed();
    void trashed(const std::vector<std::filesystem::path>& paths);
    void takenFromTrash();
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
        bool takenBack = false;
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
    std::vector<Change> m_changes; ///< that wait for the worker
    std::vector<Trashed> m_trashed;
    QTimer* m_timer;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
