#pragma once

#include "core/run_file/run_summary.h"
#include "core/sweep/sweep_event.h"

#include <QAbstractTableModel>

#include <filesystem>
#include <vector>

namespace stepscope::ui {

/// The points of a sweep as a table: what changes, the estimated times, and the progress.
class SweepPlanModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        FractionRole = Qt::UserRole, ///< progress of a running point from 0 to 1; invalid for others
        IsNumberRole,
    };

    /// The columns after those of the axes.
    enum class Column { Estimate, Outcome, Time, Speed, Note };

    using QAbstractTableModel::QAbstractTableModel;

    /// Includes what the folder already contains. Throws Error as sweepPoints() does.
    void setSweep(const Sweep& sweep, const std::filesystem::path& folder);
    void clear();
    void take(const SweepEvent& event);
    /// Whether the sweep runs: then its next points wait, otherwise they are only planned.
    void setRunning(bool isRunning);
    /// Marks running points as ended.
    void endWhatRuns();

    const Sweep& sweep() const { return m_sweep; }
    size_t pointCount() const { return m_points.size(); }
    const std::vector<SweepPoint>& points() const { return m_points; }
    std::vector<PointEstimate> estimates() const;
    std::filesystem::path runFile(int row) const;
    bool hasRun(int row) const { return m_states[size_t(row)].outcome >= RunOutcome::Running; }
    /// Total for all unfinished points, corrected as their estimates are; negative while one of them is not
    /// known.
    double secondsLeft() const;
    /// Of the whole sweep, from 0 to 1: its runs count with their estimates if all are known.
    double fraction() const;
    size_t doneCount() const;
    size_t begunCount() const; ///< points with a run, finished or not
    size_t failedCount() const;
    bool isAllDone() const { return !m_points.empty() && doneCount() == m_points.size(); }

    /// Maps columns to their positions.
    int columnOf(Column column) const { return firstFigure() + int(column); }
    QString text(int row, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct State
    {
        PointEstimate estimate;
        RunOutcome outcome = RunOutcome::NotStarted;
        bool isDone = false;
        bool probing = false;
        Progress progress;
        double imagesPerSecond = 0;
        double seconds = -1; ///< duration
        QString note;
    };

    int firstFigure() const { return 1 + int(m_sweep.axes.size()) + (m_sweep.repeats > 1 ? 1 : 0); }
    State stateOf(size_t point) const;
    /// From its first steps, and for a run that is not done also from the time of the finished and the
    /// running ones; negative when it is not known.
    double estimatedSeconds(size_t point) const;
    double factorOfFinishedRuns() const;
    void setEstimateFactor(double factor);
    QString outcomeText(const State& state) const;
    QString figureText(size_t point, Column column) const;
    QString axisText(size_t point, int axis) const;
    QVariant foreground(const State& state, int column) const;

    Sweep m_sweep;
    std::filesystem::path m_folder;
    std::vector<SweepPoint> m_points;
    std::vector<State> m_states;
    bool m_isRunning = false;
    double m_estimateFactor = 1; ///< of the runs that are not done: by the finished ones and the running one
};

} // namespace stepscope::ui
