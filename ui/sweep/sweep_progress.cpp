#include "ui/sweep/sweep_progress.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"
#include "ui/sweep/sweep_plan_model.h"
#include "ui/sweep/sweep_text.h"
#include "ui/sweep/sweep_view.h"

#include <algorithm>

namespace stepscope::ui {

SweepProgress::SweepProgress(const SweepPlanModel* plan)
    : m_plan(plan)
{
}

void SweepProgress::start()
{
    m_fraction = m_plan->fraction();
    m_secondsLeft = m_plan->secondsLeft();
    m_isReporting = false;
}

void SweepProgress::take(const SweepEvent& event)
{
    m_fraction = std::max(m_fraction, m_plan->fraction());
    m_isReporting = event.kind == SweepEvent::Kind::Reporting;
    if (event.kind == SweepEvent::Kind::Progressed)
        m_secondsLeft = event.sweepSecondsLeft;
}

QString SweepProgress::text() const
{
    if (m_isReporting)
        return SweepView::tr("Writing the report…");
    const QString runs = sweepRunsText(m_plan->pointCount());
    return m_secondsLeft >= 0 ? SweepView::tr("%1 of %2 · about %3 left")
                                    .arg(m_plan->doneCount())
                                    .arg(runs, toQString(formatSeconds(m_secondsLeft)))
                              : SweepView::tr("%1 of %2").arg(m_plan->doneCount()).arg(runs);
}

} // namespace stepscope::ui
