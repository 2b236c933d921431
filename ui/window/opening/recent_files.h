#pragma once

#include <QObject>
#include <QStringList>

#include <filesystem>

namespace stepscope::ui {

/// The traces, and runs outside the library, that were opened last. Remembered among the settings.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent = nullptr);

    /// The newest first: absolute paths. A file may be gone.
    QStringList paths() const;
    /// A file was opened. Runs of the library and samples are left out: they are listed
    /// as such.
    void add(const std::filesystem::path& path);
    /// A file could not be opened.
    void remove(const std::filesystem::path& path);

Q_SIGNALS:
    void changed();

private:
    void set(const QStringList& paths);
};

} // namespace stepscope::ui
