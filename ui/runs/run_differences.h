#pragma once

#include "core/run_file/run_library.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <map>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// How each of some runs differs from most others, "batch 16, cpu". Found on a worker thread.
class RunDifferences final : public QObject
{
    Q_OBJECT

public:
    explicit RunDifferences(QObject* parent = nullptr);

    /// Finds the differences between these runs.
    void compare(std::vector<LibraryEntry> runs);
    /// Empty if the run's settings are not known, not yet compared, or the same as those of the others.
    QString of(const std::filesystem::path& run) const;
    /// The same in the complete form, "batch size 16, cpu".
    QString completeOf(const std::filesystem::path& run) const;
    /// The same without the settings that the run's name contains.
    QString besidesName(const std::filesystem::path& run) const;
    /// The text of() a run with the most letters.
    QString longest() const;
    /// Whether the runs have been compared, and none differs.
    bool areNone() const;

Q_SIGNALS:
    void changed();

private:
    struct Texts
    {
        QString all;
        QString complete;
        QString besidesName;
    };
    using Settings = std::vector<std::string>;

    static Texts textsOf(const Settings& settings, const Settings& complete, const QString& name);

    std::map<std::filesystem::path, Texts> m_texts;
    bool m_isCompared = false;
    BackgroundJob* m_job;
};

} // namespace stepscope::ui
