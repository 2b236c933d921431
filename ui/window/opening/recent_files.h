#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// The traces, and runs outside the library, that were opened last, each alone or several together as the
/// ranks of a distributed run. Remembered beside the settings, in a file of their own that is written in the
/// background: while a trace is being copied to the disk, writing can take a second, and meanwhile no setting
/// in the same file can be read.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent = nullptr);
    ~RecentFiles() override;

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

    std::optional<QStringList> m_unsaved;
    std::unique_ptr<BackgroundJob> m_saving;
};

} // namespace stepscope::ui
