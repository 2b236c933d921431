#pragma once

#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

class QTimer;

namespace stepscope {
struct StoredRun;
}

namespace stepscope::ui {

class BackgroundJob;
class NoticeArea;

/// Shows the recorded runs of a distributed training's ranks as one run, also while they grow.
class RankRuns final : public QObject
{
    Q_OBJECT

public:
    explicit RankRuns(NoticeArea* notices, QObject* parent = nullptr);

    /// Offers it in a notice if these run files are of ranks of one training, or turn out to be shortly after
    /// their start.
    void offer(const std::vector<std::filesystem::path>& files);
    /// Merges the runs, and merges them again while they grow and the merged run is on the screen.
    void show(const std::vector<std::filesystem::path>& files);
    const std::vector<std::filesystem::path>& files() const { return m_files; }
    /// Removes the notice and stops following the runs.
    void stop();
    /// Removes the notice on runs that could not be merged.
    void removeError();

Q_SIGNALS:
    /// The runs so far. `isAgain`: earlier states of them are on the screen.
    void merged(const std::shared_ptr<stepscope::StoredRun>& stored, bool isAgain);
    /// All runs are over.
    void ended(const std::vector<std::filesystem::path>& files);

private:
    struct Merged;

    void lookAt(const std::vector<std::filesystem::path>& files, int look);
    void offerToShow(const std::vector<std::filesystem::path>& files);
    void merge();
    void take(const Merged& result);
    void showWaiting();
    void showFailure(const QString& sentence, const QString& detail);

    NoticeArea* m_notices;
    BackgroundJob* m_job;
    QTimer* m_timer;
    std::vector<std::filesystem::path> m_files;
    std::weak_ptr<StoredRun> m_shown; ///< gone when another run is on the screen
    bool m_hasShown = false;
    int m_offer = 0; ///< grows with each call of stop()
};

} // namespace stepscope::ui
