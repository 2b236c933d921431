#include "ui/window/opening/recent_files.h"

#include "core/run_file/run_library.h"
#include "ui/overview/samples.h"
#include "ui/support/background_job.h"
#include "ui/support/qt_text.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>
#include <stop_token>
#include <system_error>

namespace stepscope::ui {

namespace {

constexpr const char* fileName = "recent-files";
constexpr const char* recentKey = "recentFiles";
constexpr qsizetype mostFiles = 10;

QString absolutePath(const std::filesystem::path& path)
{
    std::error_code failed; // without a current folder
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    return toQString((failed ? path : absolute).lexically_normal().string());
}

/// Whether it is listed elsewhere: among the runs of the library, or the samples.
bool isListedElsewhere(const QString& file)
{
    const std::filesystem::path folder = std::filesystem::path(file.toStdString()).parent_path();
    const auto isBeside = [&](const Sample& sample) {
        return sample.path.parent_path().lexically_normal() == folder;
    };
    return folder == defaultLibraryFolder().lexically_normal() ||
           std::ranges::any_of(installedSamples(), isBeside);
}

constexpr QChar separator = '\n'; ///< of files that were opened together

QString entryOf(const std::vector<std::filesystem::path>& paths)
{
    QStringList files;
    for (const std::filesystem::path& path : paths)
        files += absolutePath(path);
    return files.join(separator);
}

void save(const QStringList& entries)
{
    QSettings(QCoreApplication::organizationName(), fileName).setValue(recentKey, entries);
}

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
    , m_saving(std::make_unique<BackgroundJob>())
{
}

RecentFiles::~RecentFiles()
{
    m_saving.reset(); // its work ends, but what was to be saved next does not begin
    if (m_unsaved)
        save(*m_unsaved);
}

QStringList RecentFiles::entries() const
{
    if (m_unsaved)
        return *m_unsaved;
    return QSettings(QCoreApplication::organizationName(), fileName).value(recentKey).toStringList();
}

QList<QStringList> RecentFiles::files() const
{
    QList<QStringList> files;
    for (const QString& entry : entries())
        files += entry.split(separator);
    return files;
}

void RecentFiles::add(const std::vector<std::filesystem::path>& paths)
{
    if (paths.empty() || isListedElsewhere(absolutePath(paths.front())))
        return;
    const QString entry = entryOf(paths);
    QStringList all = entries();
    all.removeAll(entry);
    all.prepend(entry);
    set(all.mid(0, mostFiles));
}

void RecentFiles::remove(const std::vector<std::filesystem::path>& paths)
{
    QStringList all = entries();
    if (all.removeAll(entryOf(paths)) > 0)
        set(all);
}

void RecentFiles::set(const QStringList& entries)
{
    m_unsaved = entries;
    m_saving->start([this, entries](std::stop_token) {
        save(entries);
        return [this] { m_unsaved.reset(); };
    });
    Q_EMIT changed();
}

} // namespace stepscope::ui
