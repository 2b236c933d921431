#include "ui/compare/figures_table.h"

#include "ui/compare/compare_cells.h"
#include "ui/compare/run_header.h"

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int labelWidth = 200;
constexpr int leastWidth = 150; ///< of a run
constexpr int mostWidth = 260;

} // namespace

FiguresTable::FiguresTable(QAbstractItemModel* model, QWidget* parent)
    : CompareTable(model, parent)
{
    runHeader()->setSectionsClickable(false);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        shareWidth();
        heightenHeadings();
    });
}

void FiguresTable::resizeEvent(QResizeEvent* event)
{
    shareWidth();
    CompareTable::resizeEvent(event);
}

void FiguresTable::shareWidth()
{
    const int runs = model()->columnCount() - 1;
    if (runs < 1)
        return;
    setColumnWidth(0, labelWidth);
    const int width = std::clamp((viewport()->width() - labelWidth) / runs, leastWidth, mostWidth);
    for (int column = 1; column <= runs; ++column)
        setColumnWidth(column, width);
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
