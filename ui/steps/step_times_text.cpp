#include "ui/steps/step_times_text.h"

#include "core/run/imported_experiment.h"
#include "core/run/imported_facts.h"
#include "core/run/run_figures.h"
#include "core/trace/event_kind.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"

namespace stepscope::ui {

QString stepRangeText(const StepRange& range)
{
    return range.first == range.last
               ? StepsView::tr("step %1").arg(countText(range.first))
               : StepsView::tr("steps %1 to %2").arg(countText(range.first), countText(range.last));
}

QString countedStepsText(const Run& run, int64_t steps)
{
    const std::string source = stepSourceOf(run);
    const int form = formNumber(steps);
    return counted(source.starts_with(pickedEventsBegin) ? StepsView::tr("%1 step(s)", nullptr, form)
                   : source.empty()                      ? StepsView::tr("%1 recorded step(s)", nullptr, form)
                                    : StepsView::tr("%1 detected step(s)", nullptr, form),
                   steps);
}

QString splitStepsText(const Run& run, int64_t steps, StepSplit split)
{
    const QString counted = countedStepsText(run, steps);
    if (split != StepSplit::Device)
        return counted;
    return (steps == 1 ? StepsView::tr("%1 with its device work")
                       : StepsView::tr("%1 with their device work"))
        .arg(counted);
}

QString measuredStepsText(int64_t steps)
{
    return counted(StepsView::tr("%1 measured step(s)", nullptr, formNumber(steps)), steps);
}

QString measuredStepsTip(const Run& run)
{
    const QString steps =
        isImported(run)
            ? StepsView::tr("The measured steps are all steps of the file in which something was recorded.")
            : StepsView::tr("The measured steps are all steps of the run, except the first, which sets "
                            "everything up, and those in which the cost of the recorder is measured.");
    if (!hasStreams(run.trace))
        return steps;
    return StepsView::tr("%1 Their time is that of the host, from the start to the end of a step. With its "
                         "device work, a step starts when that of the previous one is done, and ends when "
                         "its own is done.")
        .arg(steps);
}

QString stepTimesText(int64_t steps, double medianNs, double p5Ns, double p95Ns)
{
    const QString median = durationText(medianNs);
    if (steps == 1)
        return median;
    const QString named = StepsView::tr("median %1").arg(median);
    return steps < fewestForPercentiles ? named
                                        : StepsView::tr("%1, %2").arg(named, percentilesText(p5Ns, p95Ns));
}

QString percentilesText(double p5Ns, double p95Ns)
{
    return StepsView::tr("5th to 95th percentile %1 to %2").arg(durationText(p5Ns), durationText(p95Ns));
}

} // namespace stepscope::ui
