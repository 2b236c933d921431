#pragma once

#include "core/trace/steps/rank_figures.h"
#include "ui/steps/step_series.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

class BackgroundJob;

/// Reads the steps of a run while it grows. Those of a long, finished recording are read in the background.
/// Of a distributed run, the steps of one rank are read.
class StepsReader final : public QObject
{
    Q_OBJECT

public:
    explicit StepsReader(QObject* parent = nullptr);
    ~StepsReader() override;

    /// Another run, or none: nothing of it is read yet. The previous one may be deleted afterwards.
    void setRun(const Run* run);
    /// Of a distributed run, otherwise empty.
    const std::vector<int64_t>& ranks() const { return m_ranks; }
    /// Another one of ranks(), by its index, or 0 for other runs: nothing of it is read yet.
    void setRank(size_t rank);
    /// Takes effect at the next update. By default, steps are split by device if there is one.
    void setSplit(StepSplit split) { m_chosenSplit = split; }

    /// Reads new steps, unless they are being read in the background.
    void update();
    /// Reads new steps at once, however many. There must be a run.
    void updateNow();
    /// Whether steps are being read in the background.
    bool isReading() const;
    /// Whether all steps of the run have been read; true without a run.
    bool isComplete() const { return !m_run || m_isRead; }

    const StepSeries& series() const { return m_series; }
    /// The run's trace, or that of the rank. There must be a run.
    const Trace& trace() const;
    /// What the ranks did in these steps.
    RanksFigures figuresOfRanks(const StepRange& steps) const;

Q_SIGNALS:
    /// The steps have been read in the background.
    void read();

private:
    bool isLong() const;
    void readInBackground();
    void split();

    const Run* m_run = nullptr;
    std::vector<int64_t> m_ranks;
    std::vector<Trace> m_rankTraces; ///< of m_ranks
    size_t m_rank = 0;
    StepSeries m_series;
    std::optional<StepSplit> m_chosenSplit;
    std::unique_ptr<BackgroundJob> m_reading;
    bool m_isRead = false; ///< everything of a finished run
};

} // namespace stepscope::ui
