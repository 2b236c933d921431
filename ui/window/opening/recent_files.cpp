#include "ui/window/opening/recent_files.h"

#include "core/run_file/run_library.h"
#include "ui/overview/samples.h"
#include "ui/support/qt_text.h"

#include <QSettings>

#include <algorithm>
#include <system_error>

namespace stepscope::ui {

namespace {

constexpr const char* recentKey = "recentFiles";
constexpr qsizetype mostFiles = 10;

QString absolutePath(const std::filesystem::path& path)
{
    std::error_code failed; // without a current folder
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    return toQString((failed ? path : absolute).lexically_normal().string());
}

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
{
}

QStringList RecentFiles::paths() const
{
    return QSettings().value(recentKey).toStringList();
}

void RecentFiles::add(const std::filesystem::path& path)
{
    const QString file = absolutePath(path);
    const std::filesystem::path folder = std::filesystem::path(file.toStdString()).parent_path();
    const auto isBeside = [&](const Sample& sample) {
        return sample.path.parent_path().lexically_normal() == folder;
    };
    if (folder == defaultLibraryFolder().lexically_normal() ||
        std::ranges::any_of(installedSamples(), isBeside))
        return;
    QStringList files = paths();
    files.removeAll(file);
    files.prepend(file);
    set(files.mid(0, mostFiles));
}

void RecentFiles::remove(const std::filesystem::path& path)
{
    QStringList files = paths();
    if (files.removeAll(absolutePath(path)) > 0)
        set(files);
}

void RecentFiles::set(const QStringList& paths)
{
    QSettings().setValue(recentKey, paths);
    Q_EMIT changed();
}

} // namespace stepscope::ui
