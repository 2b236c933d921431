// The steps of a distributed run, rank by rank.

#include "core/base/text/format.h"
#include "core/trace/steps/rank_figures.h"
#include "ui/steps/steps_view.h"
#include "ui/support/qt_text.h"

#include <QComboBox>

namespace stepscope::ui {

namespace {

} // namespace

/// A growing run is never distributed: those are imported as a whole.
void StepsView::showRanks()
{
    const bool isWhole = m_run && m_run->isOver();
    m_ranks = isWhole ? ranksOf(m_run->trace) : std::vector<int64_t>();
    m_rankTraces = m_ranks.empty() ? std::vector<Trace>() : rankTraces(m_run->trace);
    m_rank->clear();
    for (const int64_t rank : m_ranks)
        m_rank->addItem(tr("Rank %1").arg(rank));
    m_rank->setVisible(!m_ranks.empty());
}

/// How much of its communication the shown rank overlaps with computation, and how often the others wait for
/// it.
QString StepsView::rankText(const StepRange& range) const
{
    const auto figures = ranksFigures(m_ranks, m_rankTraces, range);
    const RankFigures& rank = figures.ranks[size_t(m_rank->currentIndex())];
    QStringList words;
    if (rank.overlap() >= 0)
        words += tr("%1 of the communication overlaps with computation")
                     .arg(toQString(formatShare(rank.overlap())));
    const QString calls = toQString(formatCount(figures.collectives));
    if (rank.lastAt > 0)
        words +=
            tr("last at %1 of %2 collective calls, by %3")
                .arg(toQString(formatCount(rank.lastAt)), calls, toQString(formatNs(double(rank.lateNs))));
    else if (figures.collectives > 0)
        words += tr("never last at %1 collective calls").arg(calls);
    return words.join(" · ");
}

} // namespace stepscope::ui
