#include "ui/compare/figures_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/compare/run_header.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>
#include <numeric>
#include <ranges>

namespace stepscope::ui {

namespace {

constexpr int mostLabelWidth = 260;
constexpr int leastLabelWidth = 130; ///< rather than that, the runs are scrolled to
constexpr int leastWidth = 72;       ///< of a run
constexpr int usualWidth = 130;
constexpr int mostWidth = 320;

} // namespace

FiguresTable::FiguresTable(QAbstractItemModel* model, QWidget* parent)
    : CompareTable(model, parent)
{
    runHeader()->setSectionsClickable(false);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        measureColumns();
        shareWidth();
        heightenHeadings();
    });
}

void FiguresTable::resizeEvent(QResizeEvent* event)
{
    shareWidth();
    CompareTable::resizeEvent(event);
}

void FiguresTable::changeEvent(QEvent* event)
{
    CompareTable::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    measureColumns();
    shareWidth();
}

void FiguresTable::measureColumns()
{
    const QFontMetrics labels(font());
    const QFontMetrics figures(Theme::tabularFont(font()));
    m_needed.assign(size_t(model()->columnCount()), 0);
    m_wanted = m_needed;
    for (int column = 0; column < model()->columnCount(); ++column) {
        int needed = 0;
        int wanted = 0;
        for (int row = 0; row < model()->rowCount(); ++row) {
            const QModelIndex cell = model()->index(row, column);
            const int width = (column == 0 ? labels : figures).horizontalAdvance(cell.data().toString()) +
                              2 * cellMargin + 4;
            wanted = std::max(wanted, width);
            const bool isVerdict = CellKind(cell.data(CellKindRole).toInt()) == CellKind::Verdict;
            const QStringList forms = cell.data(FormsRole).toStringList();
            if (!isVerdict)
                needed = std::max(needed, width);
            else if (!forms.isEmpty())
                needed = std::max(needed, figures.horizontalAdvance(forms.last()) + 2 * cellMargin + 4);
        }
        const int most = column == 0 ? mostLabelWidth : mostWidth;
        wanted = std::max(wanted, horizontalHeader()->sectionSizeHint(column));
        m_needed[size_t(column)] = std::clamp(needed, leastWidth, most);
        m_wanted[size_t(column)] = std::clamp(wanted, usualWidth, most);
    }
    if (!m_needed.empty())
        m_needed[0] = m_wanted[0];
}

/// Each column gets what its figures need; if that is too much, the names of figures are cut, unless the runs
/// are scrolled to anyway. What is left goes to those whose name or verdict needs more, and the runs share
/// the rest.
void FiguresTable::shareWidth()
{
    const int runs = int(m_needed.size()) - 1;
    if (runs < 1)
        return;
    std::vector<int> widths = m_needed;
    int left = viewport()->width() - std::reduce(widths.begin(), widths.end());
    if (left < 0) {
        const int cut = std::min(-left, std::max(widths[0] - leastLabelWidth, 0));
        widths[0] -= cut;
        left += cut;
        if (left < 0)
            widths[0] = std::max(widths[0], std::min(m_needed[0], viewport()->width() * 2 / 5));
    }
    for (int open = runs; left > 0 && open > 0;) {
        open = int(std::ranges::count_if(std::views::iota(size_t(1), widths.size()),
                                         [&](size_t column) { return widths[column] < m_wanted[column]; }));
        const int share = open > 0 ? std::max(left / open, 1) : 0;
        for (size_t column = 1; column < widths.size() && left > 0; ++column) {
            const int more = std::clamp(m_wanted[column] - widths[column], 0, std::min(share, left));
            widths[column] += more;
            left -= more;
        }
    }
    const int more = std::max(left / runs, 0);
    setColumnWidth(0, widths[0] + std::max(left - runs * more, 0));
    for (int column = 1; column <= runs; ++column)
        setColumnWidth(column, widths[size_t(column)] + more);
}

/// Room above a heading separates its rows from the previous group.
void FiguresTable::heightenHeadings()
{
    const int height = verticalHeader()->defaultSectionSize();
    for (int row = 0; row < model()->rowCount(); ++row) {
        const bool isHeading = CellKind(model()->index(row, 0).data(CellKindRole).toInt()) == CellKind::Group;
        setRowHeight(row, isHeading && row > 0 ? height + 8 : height);
    }
}

} // namespace stepscope::ui
