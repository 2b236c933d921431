#include "ui/compare/figures_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/compare/run_header.h"
#include "ui/support/cell_painting.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>
#include <numeric>

namespace stepscope::ui {

namespace {

constexpr int mostLabelWidth = 260;
constexpr int leastWidth = 130; ///< of a run
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
    for (int column = 0; column < model()->columnCount(); ++column) {
        int widest = 0;
        for (int row = 0; row < model()->rowCount(); ++row)
            widest = std::max(widest, (column == 0 ? labels : figures)
                                          .horizontalAdvance(model()->index(row, column).data().toString()));
        const int most = column == 0 ? mostLabelWidth : mostWidth;
        widest = std::max(widest + 2 * cellMargin + 4, horizontalHeader()->sectionSizeHint(column));
        m_needed[size_t(column)] = std::clamp(widest, leastWidth, most);
    }
}

/// Each column gets what its texts need, and the runs share what is left.
void FiguresTable::shareWidth()
{
    const int runs = int(m_needed.size()) - 1;
    if (runs < 1)
        return;
    const int left = viewport()->width() - std::reduce(m_needed.begin(), m_needed.end());
    const int more = std::max(left / runs, 0);
    setColumnWidth(0, m_needed[0]);
    for (int column = 1; column <= runs; ++column)
        setColumnWidth(column, std::min(m_needed[size_t(column)] + more, mostWidth));
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
