#pragma once

#include "core/run_file/run_library.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <map>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// How each of some runs differs from most others, "batch size 16, cpu", apart from what its name says. Found
/// on a worker thread.
class RunDifferences final : public QObject
{
    Q_OBJECT

public:
    explicit RunDifferences(QObject* parent = nullptr);

    /// Finds the differences between these runs.
    void compare(std::vector<LibraryEntry> runs);
    /// Empty if the run's settings are not known, not yet compared, or the same as those of the others.
    QString of(const std::filesystem::path& run) const;

Q_SIGNALS:
    void changed();

private:
    std::map<std::filesystem::path, QString> m_texts;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
