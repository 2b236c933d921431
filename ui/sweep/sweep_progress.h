#pragma once

#include "core/sweep/sweep_event.h"

#include <QString>

namespace stepscope::ui {

class SweepPlanModel;

/// The progress of a running sweep, by its events.
class SweepProgress
{
public:
    /// `plan`: of the sweep; must outlive the progress.
    explicit SweepProgress(const SweepPlanModel* plan);

    /// A sweep starts: resets the progress to that of the plan.
    void start();
    /// An event that the plan has already taken.
    void take(const SweepEvent& event);

    /// Of the whole sweep, from 0 to 1. It never decreases, although the estimates that weigh the runs may
    /// change.
    double fraction() const { return m_fraction; }
    /// Of the whole sweep; negative: not known.
    double secondsLeft() const { return m_secondsLeft; }
    /// "1 of 3 runs · about 4:10 left".
    QString text() const;

private:
    const SweepPlanModel* m_plan;
    double m_fraction = 0.0;
    double m_secondsLeft = -1.0;
    bool m_isReporting = false;
};

} // namespace stepscope::ui
