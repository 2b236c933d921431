#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace stepscope::ui {

/// The traces, and runs outside the library, that were opened last, each alone or several together as the
/// ranks of a distributed run. Remembered among the settings.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent = nullptr);

    /// The newest first: absolute paths that were opened together. A file may be gone.
    QList<QStringList> files() const;
    /// Files were opened together. Runs of the library and samples are left out: they are listed as such.
    void add(const std::vector<std::filesystem::path>& paths);
    /// They could not be opened.
    void remove(const std::vector<std::filesystem::path>& paths);

Q_SIGNALS:
    void changed();

private:
    QStringList entries() const;
    void set(const QStringList& entries);
};

} // namespace stepscope::ui
