#pragma once

#include "core/run/run.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

class QTimer;

namespace stepscope::ui {

class BackgroundJob;
class RunsModel;

/// A ticked run, as far as it has been read.
struct TickedRun
{
    std::filesystem::path path;
    QString name;      ///< given by the user, otherwise what distinguishes it from the others in the short
                       ///< form, otherwise its file's name
    std::string color; ///< in its stored form
    std::shared_ptr<const Run> run; ///< never changes: a growing run is replaced each time
    QString completeName = {};      ///< the same with the complete form, for tooltips and files
};

/// The runs that are ticked in the list, read on a worker thread, and updated while they are being written.
class TickedRuns : public QObject
{
    Q_OBJECT

public:
    explicit TickedRuns(RunsModel* runs, QObject* parent = nullptr);
    ~TickedRuns() override;

    /// The oldest first.
    const std::vector<TickedRun>& runs() const { return m_runs; }
    /// Whether some ticked runs have not been read yet.
    bool isReading() const;

Q_SIGNALS:
    /// Other runs are ticked, or ticked runs were renamed or recolored.
    void changed();
    /// The same runs are ticked, and at least one has grown or ended.
    void grew();
    /// All ticked runs have been read, or cannot be read.
    void readingEnded();
    void failed(const QString& sentence);

private:
    /// The worker's result: null for a run that cannot be read.
    using ReadRuns = std::map<std::filesystem::path, std::shared_ptr<const Run>>;
    struct Read
    {
        ReadRuns runs;
        QStringList failures;
    };

    void update();
    /// Memory for the events of each run, in bytes: ticked runs share the limit with the run on the screen.
    int64_t eventBytes() const;
    bool isToBeRead(const std::filesystem::path& path, int64_t eventBytes) const;
    void readMissing(std::vector<std::filesystem::path> paths, int64_t eventBytes);
    void readOn();
    void collect();
    void tell(const QStringList& failures);
    bool anyGoesOn() const;

    RunsModel* m_model;
    ReadRuns m_read;
    std::map<std::filesystem::path, int64_t> m_eventBytes; ///< when they were read
    std::vector<TickedRun> m_runs;
    BackgroundJob* m_reading;
    BackgroundJob* m_following;
    QTimer* m_timer;
};

} // namespace stepscope::ui
