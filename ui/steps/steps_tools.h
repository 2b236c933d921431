#pragma once

#include "core/trace/steps/step_breakdown.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <span>

class QComboBox;
class QToolButton;

namespace stepscope::ui {

/// What the bars show while the run grows; with Nothing, what the user has moved them to.
enum class FollowedSteps { Recorded, All, Nothing };

/// The row of tools above the steps: which of them are shown, how they are split, and what to do with the
/// selected ones.
class StepsTools final : public QWidget
{
    Q_OBJECT

public:
    /// `exports` becomes the last tool.
    explicit StepsTools(QToolButton* exports, QWidget* parent = nullptr);

    void showFollowed(FollowedSteps followed, bool areAnyRecorded);
    void showSplit(StepSplit split, bool hasDevice);
    /// Of a distributed run, otherwise empty. The selected rank stays selected, if it is among them.
    void setRanks(std::span<const int64_t> ranks);
    /// The next setRanks() selects the first rank.
    void forgetRank();
    /// The index of the selected rank; 0 for other runs.
    size_t rank() const;
    /// "Rank 1"; empty for other runs.
    QString rankName() const;
    void setTimelineVisible(bool visible);
    void setClearVisible(bool visible);

Q_SIGNALS:
    void followWanted(stepscope::ui::FollowedSteps what);
    void splitWanted(stepscope::StepSplit split);
    void rankChosen();
    void timelineWanted();
    void clearWanted();

private:
    void connectTools();

    QToolButton* m_recorded;
    QToolButton* m_all;
    QToolButton* m_passes;
    QToolButton* m_device;
    QComboBox* m_rank; ///< hidden for other runs
    QToolButton* m_timeline;
    QToolButton* m_clear;
};

} // namespace stepscope::ui
