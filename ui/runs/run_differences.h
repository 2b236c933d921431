#pragma once

#include "core/run_file/run_library.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <map>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// How each of some runs differs from most others, "batch size 16, cpu". Found on a worker thread.
class RunDifferences final : public QObject
{
    Q_OBJECT

public:
    explicit RunDifferences(QObject* parent = nullptr);

    /// Finds the differences between these runs.
    void compare(std::vector<LibraryEntry> runs);
    /// Empty if the run's settings are not known, not yet compared, or the same as those of the others.
    QString of(const std::filesystem::path& run) const;
    /// The same without the settings that the run's name contains.
    QString besidesName(const std::filesystem::path& run) const;

Q_SIGNALS:
    void changed();

private:
    struct Texts
    {
        QString all;
        QString besidesName;
    };

    static Texts textsOf(const std::vector<std::string>& settings, const QString& name);

    std::map<std::filesystem::path, Texts> m_texts;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
