#include "ui/steps/steps_summary.h"

#include "core/base/text/format.h"
#include "core/run/imported_facts.h"
#include "ui/steps/step_times_text.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"

#include <QStringList>

#include <string>

namespace stepscope::ui {

QString stepsSummary(const Run* run, const StepFigures& figures, StepSplit split, const StepRange& selected)
{
    QStringList words;
    if (!selected.isAll())
        words += StepsView::tr("Selected: %1").arg(stepRangeText(selected));
    if (figures.steps > 0) {
        const QString recorded = splitStepsText(*run, figures.steps, split);
        words += selected.isAll()
                     ? StepsView::tr("%1, from %2 to %3")
                           .arg(recorded, countText(figures.firstStep), countText(figures.lastStep))
                     : recorded;
        words += stepTimesText(figures.steps, figures.wall.medianNs, figures.wall.p5Ns, figures.wall.p95Ns);
    }
    const QString summary = words.join(" · ");
    const std::string source = run ? stepSourceOf(*run) : std::string();
    if (source.empty())
        return summary;
    const bool arePicked = source.starts_with(pickedEventsBegin);
    return summary + "\n" +
           (arePicked ? StepsView::tr("Steps are made from %1.")
                      : StepsView::tr("Steps were detected from %1."))
               .arg(toQString(stepSourceText(source)));
}

QString rankSummary(const RanksFigures& figures, size_t rank)
{
    const RankFigures& own = figures.ranks[rank];
    QStringList words;
    if (own.overlap() >= 0)
        words += StepsView::tr("%1 of the communication overlaps with computation")
                     .arg(toQString(formatShare(own.overlap())));
    const int form = formNumber(figures.collectives);
    if (own.lastAt > 0)
        words += counted(StepsView::tr("last to reach %2 of %1 collective call(s), %3 late in total", nullptr,
                                       form),
                         figures.collectives)
                     .arg(countText(own.lastAt), durationText(double(own.lateNs)));
    else if (figures.collectives > 0)
        words += counted(StepsView::tr("never last to reach %1 collective call(s)", nullptr, form),
                         figures.collectives);
    return words.join(" · ");
}

} // namespace stepscope::ui
