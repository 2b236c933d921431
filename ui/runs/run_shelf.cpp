#include "ui/runs/run_shelf.h"

#include "core/base/error.h"
#include "core/run_file/run_file.h"
#include "core/weights/checkpoint.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"

#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <QTimer>

#include <ranges>
#include <utility>

namespace stepscope::ui {

namespace {

/// The trash's note about a file; deleted so that the trash does not list a restored file.
QString trashInfo(const QString& inTrash)
{
    const QFileInfo file(inTrash);
    return file.path() + "/../info/" + file.fileName() + ".trashinfo";
}

} // namespace

RunShelf::RunShelf(std::filesystem::path folder, QObject* parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_library(std::make_shared<RunLibrary>(m_folder))
    , m_timer(new QTimer(this))
    , m_job(new ReadingJob(this))
{
    constexpr int millisecondsBetweenLooks = 1000;
    m_timer->setInterval(millisecondsBetweenLooks);
    connect(m_timer, &QTimer::timeout, this, &RunShelf::work);
}

RunShelf::~RunShelf()
{
    delete m_job;
    Result unheard;
    for (const Change& change : m_changes)
        change(unheard);
}

void RunShelf::setFolder(const std::filesystem::path& folder)
{
    m_folder = folder;
    m_library = std::make_shared<RunLibrary>(folder);
    m_entries.clear();
    m_problem.clear();
    m_looked = false;
    Q_EMIT listed();
    work();
}

void RunShelf::setWatching(const QObject* watcher, bool isWatching)
{
    if (isWatching)
        m_watchers.insert(watcher);
    else
        m_watchers.erase(watcher);
    const bool watching = !m_watchers.empty();
    if (watching == m_timer->isActive())
        return;
    if (!watching) {
        m_timer->stop();
        return;
    }
    m_timer->start();
    work();
}

void RunShelf::setLabel(const std::filesystem::path& path, const RunLabel& label)
{
    make([path, label](Result& result) {
        try {
            writeRunLabel(path, label);
        } catch (const Error& error) {
            result.failures += toQString(error.what());
        }
    });
}

void RunShelf::moveToTrash(const std::vector<std::filesystem::path>& paths)
{
    make([paths](Result& result) {
        for (const auto& path : paths)
            trash(path, result);
    });
}

void RunShelf::takeFromTrash()
{
    make([files = std::exchange(m_trashed, {})](Result& result) {
        for (const Trashed& file : files)
            takeBack(file, result);
    });
}

void RunShelf::trash(const std::filesystem::path& path, Result& result)
{
    const QString name = toQString(path.filename());
    try {
        if (readRunSummary(path).outcome <= RunOutcome::Running) {
            result.failures += tr("%1 is still being written: stop its training first.").arg(name);
            return;
        }
    } catch (const Error&) {
        // Unreadable files can still be moved to the trash.
    }
    QStringList files{toQString(path)};
    for (const char* suffix : {"-wal", "-shm"}) // a crashed run's last seconds are in its journal
        files += toQString(path) + suffix;
    for (const auto& file : weightFilesOf(path))
        files += toQString(file);
    for (const QString& each : files) {
        Trashed file{each, {}};
        if (!QFile::exists(file.path))
            continue;
        if (QFile::moveToTrash(file.path, &file.inTrash)) {
            result.trashed.push_back(file);
        } else if (each == files.front()) {
            result.failures += tr("%1 cannot be moved to the trash.").arg(name);
            return;
        }
    }
    result.removed.push_back(path);
}

void RunShelf::takeBack(const Trashed& file, Result& result)
{
    if (!QFile::rename(file.inTrash, file.path))
        result.failures += tr("%1 cannot be restored from the trash.").arg(QFileInfo(file.path).fileName());
    else
        QFile::remove(trashInfo(file.inTrash));
}

void RunShelf::make(Change change)
{
    m_changes.push_back(std::move(change));
    work();
}

void RunShelf::work()
{
    if (m_job->isRunning())
        return; // take() checks whether there is more to do
    m_job->start([this, library = m_library, changes = std::exchange(m_changes, {})](std::stop_token) {
        auto result = std::make_shared<Result>();
        for (const Change& change : changes)
            change(*result);
        try {
            result->entries = library->list();
        } catch (const Error& error) {
            result->problem = toQString(error.what());
        }
        return [this, library, result] { take(library.get(), std::move(*result)); };
    });
}

void RunShelf::take(const RunLibrary* library, Result result)
{
    if (!result.trashed.empty())
        m_trashed = std::move(result.trashed);
    // A list from before the newest change would briefly show an old state.
    if (library != m_library.get() || !m_changes.empty()) {
        work();
    } else {
        m_entries = std::move(result.entries);
        m_problem = result.problem;
        m_looked = true;
        Q_EMIT listed();
    }
    if (!result.removed.empty())
        Q_EMIT trashed(result.removed);
    for (const QString& sentence : std::as_const(result.failures))
        Q_EMIT failed(sentence);
}

} // namespace stepscope::ui
