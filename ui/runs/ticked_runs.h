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

/// A run that is ticked, as far as it has been read.
struct TickedRun
{
    std::filesystem::path path;
    QString name;      ///< that the user gave, else what tells it from the others, else its file's
    std::string color; ///< as it is kept
    std::shared_ptr<const Run> run; ///< never changes: a run that grows is another one each time
};

/// The runs that are ticked in the list, read on a worker thread, and read on while they are being written.
class TickedRuns : public QObject
{
    Q_OBJECT

public:
    explicit TickedRuns(RunsModel* runs, QObject* parent = nullptr);
    ~TickedRuns() override;

    /// The oldest first.
    const std::vector<TickedRun>& runs() const { return m_runs; }
    /// Whether there are ticked ones that have not been read yet.
    bool isReading() const;

Q_SIGNALS:
    /// Others are ticked, or were named or coloured.
    void changed();
    /// The runs are the same, and one at least has grown or is over.
    void grew();
    /// All that are ticked have been read, or cannot be.
    void readingEnded();
    void failed(const QString& sentence);

private:
    /// What the worker gives back: null for what cannot be read.
    using ReadRuns = std::map<std::filesystem::path, std::shared_ptr<const Run>>;
    struct Read
    {
        ReadRuns runs;
        QStringList failures;
    };

    void update();
    /// Memory for the events of each, in bytes: they share the limit with the run on the screen.
    int64_t eventBytes() const;
    bool isToBeRead(const std::filesystem::path& path, int64_t eventBytes) const;
    void readMissing(std::vector<std::filesystem::path> paths, int64_t eventBytes);
    void readOn();
    void collect();
    void tell(const QStringList& failures);
    bool anyGoesOn() const;

    RunsModel* m_model;
    ReadRuns m_read;
    std::map<std::filesystem::path, int64_t> m_eventBytes; ///< that they were read with
    std::vector<TickedRun> m_runs;
    BackgroundJob* m_reading;
    BackgroundJob* m_following;
    QTimer* m_timer;
};

} // namespace stepscope::ui
