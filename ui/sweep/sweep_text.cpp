#include "ui/sweep/sweep_text.h"

#include "core/base/text/format.h"
#include "ui/support/qt_text.h"
#include "ui/sweep/sweep_plan_model.h"
#include "ui/sweep/sweep_view.h"

namespace stepscope::ui {

QString sweepRunsText(size_t count)
{
    return SweepView::tr("%n run(s)", nullptr, int(count));
}

QString sweepSizeText(const Sweep& sweep, size_t runs)
{
    const QString text = sweepRunsText(runs);
    return sweep.budget == SweepBudget::Images
               ? SweepView::tr("%1, %2 samples each").arg(text, countText(sweep.amount))
               : text;
}

QString sweepPlanText(const SweepPlanModel& plan, bool isOther)
{
    const size_t left = plan.pointCount() - plan.doneCount();
    QString text = sweepSizeText(plan.sweep(), plan.pointCount());
    if (isOther)
        text = SweepView::tr("Sweep in the folder: %1").arg(text);
    if (left < plan.pointCount())
        text = left == 0 ? SweepView::tr("%1, all done").arg(text)
                         : SweepView::tr("%1, %n left", nullptr, int(left)).arg(text);
    if (left > 0 && plan.secondsLeft() >= 0)
        text = SweepView::tr("%1: about %2 in total").arg(text, toQString(formatSeconds(plan.secondsLeft())));
    return text;
}

QString sweepEndText(const SweepPlanModel& plan, bool stopped)
{
    const size_t done = plan.doneCount();
    const size_t failures = plan.failedCount();
    if (stopped)
        return SweepView::tr("The sweep was stopped: %1 of %2 done.")
            .arg(done)
            .arg(sweepRunsText(plan.pointCount()));
    if (failures > 0)
        return SweepView::tr("The sweep is done: %1, %n of them failed.", nullptr, int(failures))
            .arg(sweepRunsText(done));
    return SweepView::tr("The sweep is done: %1.").arg(sweepRunsText(done));
}

} // namespace stepscope::ui
